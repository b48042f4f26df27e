package io.zenith;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.internal.layout.Layouts;
import io.zenith.spi.Hold;
import io.zenith.spi.RecordBatch;
import io.zenith.testkit.LeakCheck;
import io.zenith.testkit.MemFile;
import io.zenith.testkit.MemFolder;
import io.zenith.testkit.RawFormat;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Memory of batches that someone keeps beyond the step and the loader.
final class HoldTest {
  @TempDir private Path folder;

  private static long first(RecordBatch rows) {
    MemorySegment values = rows.columns().getFirst().buffers().get(1);
    return values.get(Layouts.LONG, 8 * rows.fromRow());
  }

  @Test
  void aMappedFileIsReadableUntilTheLastHoldIsClosed() throws Exception {
    String file = RawFormat.write(folder.resolve("a.raw"), 0, 10).toString();
    LeakCheck before = LeakCheck.snapshot();
    DataLoader loader = Dataset.open(file).loader(4).build();
    Iterator<Batch> batches = loader.iterator();
    Batch batch = batches.next();
    Hold one = batch.hold().orElseThrow();
    Hold two = batch.hold().orElseThrow();
    RecordBatch rows = batch.recordBatch();
    batches.next();
    loader.close();
    loader.close();
    assertThrows(IllegalStateException.class, batch::recordBatch);
    assertEquals(0, first(rows));
    one.close();
    one.close();
    assertEquals(0, first(rows));
    assertFalse(before.leaks(Duration.ZERO).isEmpty());
    two.close();
    assertEquals(List.of(), before.leaks(Duration.ZERO));
    assertThrows(IllegalStateException.class, () -> first(rows));
  }

  @Test
  void aSourceIsClosedWithTheLastHold() throws IOException {
    MemFile file = Ids.file("a.mem", false, 0, 10);
    try (MemFolder folder = MemFolder.of(file)) {
      DataLoader loader = folder.open().loader(10).build();
      Hold hold = loader.iterator().next().hold().orElseThrow();
      loader.close();
      assertEquals(1, file.openSources());
      hold.close();
      assertEquals(0, file.openSources());
    }
  }

  @Test
  void aHoldThatIsClosedBeforeTheLoaderChangesNothing() throws IOException {
    MemFile file = Ids.file("a.mem", false, 0, 10);
    try (MemFolder folder = MemFolder.of(file);
        DataLoader loader = folder.open().loader(5).build()) {
      Iterator<Batch> batches = loader.iterator();
      batches.next().hold().orElseThrow().close();
      assertEquals(1, file.openSources());
      assertEquals(5, batches.next().longs("id").get(0));
    }
    assertEquals(0, file.openSources());
  }

  @Test
  void memoryThatIsUsedAgainCannotBeHeld() throws IOException {
    try (MemFolder folder = MemFolder.of(Ids.file("a.mem", true, 0, 10));
        DataLoader loader = folder.open().loader(10).build()) {
      assertTrue(loader.iterator().next().hold().isEmpty(), "decoded");
    }
    try (MemFolder folder = MemFolder.of(Ids.file("a.mem", false, 0, 5, 5));
        DataLoader loader = folder.open().loader(10).build()) {
      assertTrue(loader.iterator().next().hold().isEmpty(), "of two record batches");
    }
  }

  @Test
  void viewsAmongFilesThatAreDecodedCanBeHeld() throws IOException {
    try (MemFolder folder =
            MemFolder.of(Ids.file("a.mem", false, 0, 5), Ids.file("b.mem", true, 5, 5));
        DataLoader loader = folder.open().loader(5).build()) {
      Iterator<Batch> batches = loader.iterator();
      Hold hold = batches.next().hold().orElseThrow();
      assertTrue(batches.next().hold().isEmpty());
      hold.close();
    }
  }

  @Test
  void aReleasedBatchCannotBeHeld() throws IOException {
    try (MemFolder folder = MemFolder.of(Ids.file("a.mem", false, 0, 10))) {
      DataLoader loader = folder.open().loader(5).build();
      Iterator<Batch> batches = loader.iterator();
      Batch first = batches.next();
      Batch second = batches.next();
      assertThrows(IllegalStateException.class, first::hold);
      loader.close();
      assertThrows(IllegalStateException.class, second::hold);
    }
  }

  @Test
  void aCopyIsHeldByReferringToIt() throws IOException {
    try (MemFolder folder = MemFolder.of(Ids.file("a.mem", false, 0, 10));
        DataLoader loader = folder.open().loader(5).build()) {
      Batch copy = loader.iterator().next().copy();
      copy.hold().orElseThrow().close();
      assertEquals(4, copy.longs("id").get(4));
    }
    try (MemFolder folder = MemFolder.of(Ids.file("a.mem", false, 0, 10))) {
      assertTrue(folder.open().rows(3, 2).hold().isPresent());
    }
  }

  /// More groups than stay open: those that are held are not closed when their turn comes.
  @Test
  void filesThatMakeRoomForOthersStayWhileTheyAreHeld() throws IOException {
    MemFile[] files = new MemFile[64 * 64 + 200];
    for (int i = 0; i < files.length; i++) {
      files[i] = Ids.file(String.format("%05d.mem", i), false, i, 1);
    }
    try (MemFolder folder = MemFolder.of(files)) {
      DataLoader loader = folder.open().loader(1).build();
      Iterator<Batch> batches = loader.iterator();
      Hold hold = batches.next().hold().orElseThrow();
      batches.forEachRemaining(_ -> {});
      assertEquals(1, files[0].openSources());
      hold.close();
      assertEquals(0, files[0].openSources());
      loader.close();
    }
    for (MemFile file : files) {
      assertEquals(0, file.openSources());
    }
  }

  @Test
  void closingAndHoldingAtTheSameTimeLeaksNothing() throws Exception {
    for (int i = 0; i < 200; i++) {
      MemFile file = Ids.file("a.mem", false, 0, 10);
      try (MemFolder folder = MemFolder.of(file)) {
        DataLoader loader = folder.open().loader(10).build();
        Batch batch = loader.iterator().next();
        CountDownLatch ready = new CountDownLatch(1);
        Thread closer =
            Thread.ofPlatform()
                .start(() -> {
                  ready.countDown();
                  loader.close();
                });
        ready.await();
        try {
          Hold hold = batch.hold().orElseThrow();
          assertEquals(1, file.openSources());
          hold.close();
        } catch (IllegalStateException _) {
          // the close was first
        }
        closer.join();
        assertEquals(0, file.openSources());
      }
    }
  }
}
