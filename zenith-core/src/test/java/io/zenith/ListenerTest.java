package io.zenith;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.spi.LoaderListener;
import io.zenith.spi.Stage;
import io.zenith.testkit.LeakExtension;
import io.zenith.testkit.MemFile;
import io.zenith.testkit.MemFile.Point;
import io.zenith.testkit.MemFolder;
import io.zenith.testkit.MemStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/// Listeners and the Flight Recorder learn of each stage; and what a listener throws is a failure.
@ExtendWith(LeakExtension.class)
class ListenerTest {
  private static final Set<Thread.State> WAITING =
      EnumSet.of(Thread.State.WAITING, Thread.State.TIMED_WAITING);

  @TempDir private Path folder;

  private record Told(Stage stage, String what, long bytes) {}

  private static List<Told> tellOf(DataLoader.Builder options) {
    Queue<Told> told = new ConcurrentLinkedQueue<>();
    options.listener((stage, what, bytes, nanos) -> {
      assertTrue(nanos >= 0);
      if (stage != Stage.WAIT) {
        told.add(new Told(stage, what, bytes));
      }
    });
    try (DataLoader loader = options.build()) {
      loader.forEach(Ids::check);
    }
    return List.copyOf(told);
  }

  private static List<Told> of(List<Told> all, Stage stage) {
    return all.stream().filter(told -> told.stage == stage).toList();
  }

  /// Whoever shows how far the pass of a filter is counts what is decoded while a loader is built.
  @Test
  void thePassOfAFilterIsToldOfSplitBySplit() throws Exception {
    for (boolean decoding : new boolean[] {true, false}) {
      Queue<Told> told = new ConcurrentLinkedQueue<>();
      try (MemFolder files = MemFolder.of(Ids.file("a.mem", decoding, 0, 10, 20, 30))) {
        Dataset kept = files.open().filter(Filter.lt("id", 15));
        LoaderListener listener = (stage, what, bytes, _) -> told.add(new Told(stage, what, bytes));
        try (DataLoader loader = kept.loader(6).listener(listener).build()) {
          assertEquals(3, loader.steps());
          assertEquals(3, of(List.copyOf(told), Stage.DECODE).size());
        }
      }
    }
  }

  @Test
  void eachSplitAndEachGroupIsToldOfOnce() throws Exception {
    try (MemFolder files = MemFolder.of(Ids.file("a.mem", true, 0, 10, 20, 30))) {
      List<Told> told =
          tellOf(files.open().loader(6).epochs(2).cache(MemoryCache.none()).threads(1));
      assertEquals(6, of(told, Stage.FETCH).size());
      assertEquals(6, of(told, Stage.DECODE).size());
      assertEquals(2 * 60 * 8, of(told, Stage.DECODE).stream().mapToLong(Told::bytes).sum());
      assertEquals(12, told.size());
      List<Told> shuffled = tellOf(files.open().loader(6).shuffle(1).window(6).threads(1));
      assertEquals(
          List.of("epoch 0, step 0", "epoch 0, step 1"),
          of(shuffled, Stage.GATHER).stream().limit(2).map(Told::what).toList());
      assertEquals(
          List.of("a.mem, split 0", "a.mem, split 1", "a.mem, split 2"),
          of(told, Stage.FETCH).stream().map(Told::what).distinct().sorted().toList());
    }
  }

  @Test
  void viewsInFileOrderPassNoStage() throws Exception {
    try (MemFolder files = MemFolder.of(Ids.file("a.mem", false, 0, 10, 20))) {
      assertEquals(List.of(), tellOf(files.open().loader(6).epochs(2)));
    }
  }

  @Test
  void aStreamIsFetched() {
    MemStream stream = new MemStream(Ids.SCHEMA, List.of(Ids.batch(0, 4), Ids.batch(4, 3)));
    List<Told> told = tellOf(Dataset.of(stream).loader(2));
    assertEquals(2, told.size());
    assertEquals(7 * 8, of(told, Stage.FETCH).stream().mapToLong(Told::bytes).sum());
  }

  @Test
  void aWaitIsToldOfByTheThreadThatHasWaited() throws Exception {
    Thread consumer = Thread.currentThread();
    MemFile file = Ids.file("a.mem", true, 0, 5);
    file.probe((point, _) -> awaitThatItWaits(consumer, point));
    List<Thread> waiters = new ArrayList<>();
    LoaderListener listener =
        (stage, _, _, nanos) -> {
          if (stage == Stage.WAIT && nanos > 0) {
            waiters.add(Thread.currentThread());
          }
        };
    try (MemFolder files = MemFolder.of(file);
        DataLoader loader = files.open().loader(5).listener(listener).build()) {
      Iterator<Batch> batches = loader.iterator();
      Ids.check(batches.next());
    }
    assertEquals(List.of(consumer), waiters);
  }

  /// Decodes nothing before the consumer waits, if only in a close.
  private static void awaitThatItWaits(Thread consumer, Point point) {
    while (point == Point.ADVANCE && !WAITING.contains(consumer.getState())) {
      Thread.onSpinWait();
    }
  }

  @Test
  void whatAListenerThrowsStopsTheLoader() throws Exception {
    for (Stage at : Stage.values()) {
      for (boolean isFar : new boolean[] {true, false}) {
        RuntimeException failure = new UnsupportedOperationException("of the listener");
        LoaderListener listener =
            (stage, _, _, _) -> {
              if (stage == at) {
                throw failure;
              }
            };
        MemFile file = Ids.file("a.mem", true, 0, 5, 5, 5);
        Thread consumer = Thread.currentThread();
        file.probe((point, _) -> awaitThatItWaits(consumer, point));
        try (MemFolder files = MemFolder.of(file)) {
          Dataset dataset = isFar ? files.open() : files.openNear();
          DataLoader.Builder options = dataset.loader(2).shuffle(3).map(_ -> {});
          try (DataLoader loader = options.listener(listener).build()) {
            Iterator<Batch> batches = loader.iterator();
            assertSame(failure, assertThrows(RuntimeException.class, batches::next), at.name());
            assertThrows(IllegalStateException.class, batches::next, at.name());
          }
          assertEquals(0, file.openIterators(), at.name());
        }
      }
    }
  }

  @Test
  void whatAListenerThrowsStopsAStream() {
    Thread consumer = Thread.currentThread();
    RuntimeException failure = new UnsupportedOperationException("of the listener");
    for (Stage at : List.of(Stage.FETCH, Stage.WAIT)) {
      MemStream stream =
          new MemStream(
              Ids.SCHEMA,
              List.of(Ids.batch(0, 4), Ids.batch(4, 4)),
              _ -> awaitThatItWaits(consumer, Point.ADVANCE));
      LoaderListener listener =
          (stage, _, _, _) -> {
            if (stage == at) {
              throw failure;
            }
          };
      try (DataLoader loader = Dataset.of(stream).loader(2).listener(listener).build()) {
        Iterator<Batch> batches = loader.iterator();
        assertSame(failure, assertThrows(RuntimeException.class, batches::next), at.name());
        assertThrows(RuntimeException.class, batches::hasNext, at.name());
        assertThrows(RuntimeException.class, batches::next, at.name());
      }
    }
  }

  @Test
  void theFlightRecorderHasTheSameStages() throws Exception {
    Path file = folder.resolve("events.jfr");
    List<Told> told;
    try (MemFolder files = MemFolder.of(Ids.file("a.mem", true, 0, 10, 20, 30));
        Recording recording = new Recording()) {
      recording.start();
      told = tellOf(files.open().loader(6).shuffle(1).window(6));
      recording.dump(file);
    }
    for (Stage stage : Stage.values()) {
      String name =
          "zenith." + stage.name().charAt(0) + stage.name().substring(1).toLowerCase(Locale.ROOT);
      List<RecordedEvent> events =
          RecordingFile.readAllEvents(file).stream()
              .filter(event -> event.getEventType().getName().equals(name))
              .toList();
      if (stage == Stage.WAIT) {
        assertTrue(events.stream().allMatch(event -> event.getString("what").isEmpty()));
      } else {
        assertEquals(
            of(told, stage).stream().map(Told::toString).sorted().toList(),
            events.stream()
                .map(event -> new Told(stage, event.getString("what"), event.getLong("bytes")))
                .map(Told::toString)
                .sorted()
                .toList());
      }
    }
  }
}
