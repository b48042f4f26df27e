package io.zenith;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.error.UnsupportedDataException;
import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import io.zenith.schema.Schema;
import io.zenith.testkit.MemFile;
import io.zenith.testkit.MemFile.Point;
import io.zenith.testkit.MemFile.Probe;
import io.zenith.testkit.MemFolder;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/// Footers of many files, which are read at the same time.
class FootersTest {

  private static List<MemFile> files(int count) {
    List<MemFile> files = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      files.add(Ids.file(String.format("%04d.mem", i), true, 2L * i, 2));
    }
    return files;
  }

  private static MemFolder folder(List<MemFile> files) {
    return MemFolder.of(files.toArray(MemFile[]::new));
  }

  private static Probe onOpen(Probe probe) {
    return (point, split) -> {
      if (point == Point.OPEN) {
        probe.at(point, split);
      }
    };
  }

  private static void await(CountDownLatch latch) throws IOException {
    try {
      if (!latch.await(30, TimeUnit.SECONDS)) {
        throw new IOException("waited in vain");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException();
    }
  }

  @Test
  void manyFarFilesAreReadAtATime() throws Exception {
    List<MemFile> files = files(200);
    try (MemFolder folder = folder(files)) {
      Dataset dataset = folder.open();
      CountDownLatch together = new CountDownLatch(64);
      AtomicInteger most = new AtomicInteger();
      AtomicInteger open = new AtomicInteger();
      for (MemFile file : files) {
        file.probe(
            onOpen((_, _) -> {
              most.accumulateAndGet(open.incrementAndGet(), Math::max);
              together.countDown();
              await(together);
              open.decrementAndGet();
            }));
      }
      assertEquals(400, dataset.rowCount());
      assertEquals(64, most.get());
    }
    files.forEach(file -> assertEquals(0, file.openSources(), file.toString()));
  }

  @Test
  void nearFilesAreReadByAsManyThreadsAsThereAreProcessors() throws Exception {
    List<MemFile> files = files(200);
    int processors = Runtime.getRuntime().availableProcessors();
    try (MemFolder folder = folder(files)) {
      Dataset dataset = folder.openNear();
      CountDownLatch together = new CountDownLatch(Math.min(processors, 200));
      AtomicInteger most = new AtomicInteger();
      AtomicInteger open = new AtomicInteger();
      for (MemFile file : files) {
        file.probe(
            onOpen((_, _) -> {
              most.accumulateAndGet(open.incrementAndGet(), Math::max);
              together.countDown();
              await(together);
              open.decrementAndGet();
            }));
      }
      assertEquals(400, dataset.rowCount());
      assertEquals(Math.min(processors, 200), most.get());
    }
  }

  @Test
  void theFirstFileThatFailsIsNamedHoweverTheThreadsRun() throws Exception {
    for (int round = 0; round < 20; round++) {
      List<MemFile> files = files(30);
      try (MemFolder folder = folder(files)) {
        Dataset dataset = folder.open();
        CountDownLatch later = new CountDownLatch(1);
        files
            .get(7)
            .probe(
                onOpen((_, _) -> {
                  await(later);
                  throw new IOException("the seventh");
                }));
        files
            .get(20)
            .probe(
                onOpen((_, _) -> {
                  later.countDown();
                  throw new IllegalStateException("the twentieth");
                }));
        UncheckedIOException first = assertThrows(UncheckedIOException.class, dataset::rowCount);
        assertEquals("the seventh", first.getCause().getMessage());
        files.get(7).probe((_, _) -> {});
        IllegalStateException next = assertThrows(IllegalStateException.class, dataset::rowCount);
        assertEquals("the twentieth", next.getMessage());
        files.get(20).probe((_, _) -> {});
        assertEquals(60, dataset.rowCount());
      }
      files.forEach(file -> assertEquals(0, file.openSources(), file.toString()));
    }
  }

  @Test
  void aFileThatDoesNotGoWithTheOthersIsNamedBeforeOneThatFailsBehindIt() throws Exception {
    List<MemFile> files = files(30);
    MemFile other = MemFile.decoding("0004a.mem", Schema.of(Field.of("id", new DataType.Utf8())));
    files.add(other);
    try (MemFolder folder = folder(files)) {
      Dataset dataset = folder.open();
      files
          .get(5)
          .probe(
              onOpen((_, _) -> {
                throw new IOException("the fifth");
              }));
      assertTrue(
          assertThrows(UnsupportedDataException.class, dataset::rowCount)
              .getMessage()
              .contains("0004a.mem: column 'id' is utf8, but int64 in"));
    }
  }

  @Test
  void whoIsInterruptedKeepsTheFlagAndNothingStaysOpen() throws Exception {
    List<MemFile> files = files(100);
    try (MemFolder folder = folder(files)) {
      Dataset dataset = folder.open();
      CountDownLatch waiting = new CountDownLatch(1);
      CountDownLatch never = new CountDownLatch(1);
      files
          .get(50)
          .probe(
              onOpen((_, _) -> {
                waiting.countDown();
                await(never);
              }));
      FutureTask<Boolean> reader =
          new FutureTask<>(() -> {
            UncheckedIOException interrupted =
                assertThrows(UncheckedIOException.class, dataset::rowCount);
            assertInstanceOf(InterruptedIOException.class, interrupted.getCause());
            return Thread.interrupted();
          });
      Thread thread = Thread.ofPlatform().daemon().start(reader);
      assertTrue(waiting.await(30, TimeUnit.SECONDS));
      thread.interrupt();
      assertTrue(reader.get(30, TimeUnit.SECONDS));
      files.forEach(file -> assertEquals(0, file.openSources(), file.toString()));
      files.get(50).probe((_, _) -> {});
      assertEquals(200, dataset.rowCount());
    }
  }
}
