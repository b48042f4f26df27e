package io.zenith;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.testkit.LeakCheck;
import io.zenith.testkit.MemFile;
import io.zenith.testkit.MemFile.Point;
import io.zenith.testkit.MemFolder;
import io.zenith.testkit.Property;
import java.io.InterruptedIOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/// Closing is safe at any time, from any thread, twice, and ends at once.
class CloseTest {
  private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(1);

  /// Closes, and fails if it takes a second.
  private static void close(DataLoader loader) {
    long start = System.nanoTime();
    loader.close();
    long took = System.nanoTime() - start;
    assertTrue(took < LIMIT_NANOS, () -> "close took " + Duration.ofNanos(took));
  }

  private static <T> Future<T> start(java.util.concurrent.Callable<T> body) {
    FutureTask<T> task = new FutureTask<>(body);
    Thread.ofPlatform().daemon().start(task);
    return task;
  }

  private static <T> T get(Future<T> task) throws Exception {
    return task.get(30, TimeUnit.SECONDS);
  }

  /// A fetch that never ends, but for an interrupt, as a stalled connection.
  private static void stall(CountDownLatch reached) throws InterruptedIOException {
    reached.countDown();
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      InterruptedIOException interrupted = new InterruptedIOException("stalled");
      interrupted.initCause(e);
      throw interrupted;
    }
  }

  /// A segment that native code is at work on cannot be freed: the close says so, and the next one
  /// does it.
  @Test
  void whatNativeCodeHoldsIsFreedByTheNextClose() throws Exception {
    for (boolean decoding : List.of(true, false)) {
      try (MemFolder folder = MemFolder.of(Ids.file("a.mem", decoding, 0, 50_000))) {
        DataLoader loader = folder.open().loader(50_000).build();
        MemorySegment ids = loader.iterator().next().longs("id").segment();
        Pipe pipe = Pipe.open();
        Future<Integer> writer =
            start(() -> {
              try (Pipe.SinkChannel sink = pipe.sink()) {
                return sink.write(ids.asByteBuffer());
              }
            });
        ByteBuffer read = ByteBuffer.allocate(1 << 10);
        pipe.source().read(read); // the pipe holds 64 KB, so the writer is at work from here on
        assertThrows(IllegalStateException.class, loader::close);
        while (pipe.source().read(read.clear()) >= 0) {}
        assertEquals(400_000, get(writer));
        pipe.source().close();
        loader.close();
      }
    }
  }

  @Test
  void aConsumerThatWaitsIsToldThatTheLoaderIsClosed() throws Exception {
    CountDownLatch stalled = new CountDownLatch(1);
    MemFile file = Ids.file("a.mem", true, 0, 4, 4);
    try (MemFolder folder = MemFolder.of(file)) {
      DataLoader loader = folder.open().loader(4).build();
      file.probe((point, split) -> {
        if (point == Point.READ && split == 1) {
          stall(stalled);
        }
      });
      Iterator<Batch> batches = loader.iterator();
      Ids.check(batches.next());
      Future<IllegalStateException> consumer =
          start(() -> assertThrows(IllegalStateException.class, batches::next));
      assertTrue(stalled.await(30, TimeUnit.SECONDS));
      Thread.sleep(20);
      close(loader);
      assertEquals("the loader is closed", get(consumer).getMessage());
    }
  }

  @Test
  void aClosedLoaderRefusesEverythingAndSaysWhy() throws Exception {
    try (MemFolder folder = MemFolder.of(Ids.file("a.mem", true, 0, 4, 4))) {
      DataLoader loader = folder.open().loader(4).epochs(2).build();
      Iterator<Epoch> epochs = loader.epochs().iterator();
      Iterator<Batch> batches = epochs.next().iterator();
      Batch batch = batches.next();
      close(loader);
      assertTrue(
          assertThrows(IllegalStateException.class, () -> batch.longs("id"))
              .getMessage()
              .startsWith("this batch was released when its loader was closed"));
      String closed = "the loader is closed";
      assertEquals(closed, assertThrows(IllegalStateException.class, batches::next).getMessage());
      Epoch next = epochs.next();
      assertEquals(closed, assertThrows(IllegalStateException.class, next::iterator).getMessage());
      assertThrows(IllegalStateException.class, loader::iterator);
      assertEquals(2, loader.steps());
      assertEquals(Ids.SCHEMA, loader.schema());
    }
  }

  @Test
  void aLoaderThatWasNeverReadHasNothingToFree() throws Exception {
    LeakCheck before = LeakCheck.snapshot();
    try (MemFolder folder = MemFolder.of(Ids.file("a.mem", true, 0, 4))) {
      DataLoader loader = folder.open().loader(4).build();
      assertEquals(List.of(), before.leaks(Duration.ZERO), "held before the first read");
      close(loader);
      close(loader);
      assertThrows(IllegalStateException.class, loader::iterator);
    }
  }

  @Test
  void twoThreadsMayCloseAtOnceAndBothReturnWhenAllIsFreed() throws Exception {
    for (int round = 0; round < 50; round++) {
      try (MemFolder folder = MemFolder.of(Ids.file("a.mem", round % 2 == 0, 0, 4, 4, 4, 4, 4))) {
        DataLoader loader = folder.openNear().loader(3).build();
        Ids.check(loader.iterator().next());
        LeakCheck none = LeakCheck.snapshot();
        CountDownLatch together = new CountDownLatch(1);
        List<Future<Boolean>> closers =
            List.of(
                start(() -> closeAfter(together, loader)),
                start(() -> closeAfter(together, loader)));
        together.countDown();
        for (Future<Boolean> closer : closers) {
          assertTrue(get(closer));
        }
        assertEquals(List.of(), none.leaks(Duration.ZERO));
      }
    }
  }

  private static boolean closeAfter(CountDownLatch signal, DataLoader loader) throws Exception {
    assertTrue(signal.await(30, TimeUnit.SECONDS));
    close(loader);
    return true;
  }

  @Test
  void breakingOutOfTheLoopLeavesNothingBehindTheTryBlock() throws Exception {
    for (boolean decoding : List.of(true, false)) {
      MemFile file = Ids.file("a.mem", decoding, 0, 4, 4, 4, 4, 4);
      try (MemFolder folder = MemFolder.of(file)) {
        try (DataLoader loader = folder.openNear().loader(3).build()) {
          for (Batch batch : loader) {
            Ids.check(batch);
            if (batch.step() == 2) {
              break;
            }
          }
        }
        assertEquals(0, file.openSources() + file.openIterators());
      }
    }
  }

  @Test
  void theConsumerMayCloseInItsOwnLoop() throws Exception {
    for (boolean decoding : List.of(true, false)) {
      try (MemFolder folder = MemFolder.of(Ids.file("a.mem", decoding, 0, 4, 4))) {
        DataLoader loader = folder.open().loader(3).build();
        assertThrows(
            IllegalStateException.class,
            () -> {
              for (Batch batch : loader) {
                Ids.check(batch);
                close(loader);
              }
            });
      }
    }
  }

  @Test
  void anInterruptedThreadClosesAllTheSameAndStaysInterrupted() throws Exception {
    MemFile file = Ids.file("a.mem", true, 0, 4, 4, 4);
    try (MemFolder folder = MemFolder.of(file)) {
      DataLoader loader = folder.openNear().loader(3).build();
      file.probe((_, _) -> LockSupport.parkNanos(5_000_000));
      assertTrue(loader.iterator().hasNext());
      Thread.currentThread().interrupt();
      close(loader);
      assertTrue(Thread.interrupted());
      assertEquals(0, file.openSources() + file.openIterators());
    }
  }

  @Test
  void closeIsSafeAtThreeHundredRandomMoments() {
    Property.check(
        300,
        (random, _) -> {
          boolean decoding = random.nextInt(4) > 0;
          MemFile first = Ids.file("a.mem", decoding, 0, rows(random));
          MemFile second = Ids.file("b.mem", decoding, 1000, rows(random));
          long delays = random.nextLong();
          MemFile[] files = {first, second};
          try (MemFolder folder = MemFolder.of(files)) {
            DataLoader loader =
                folder
                    .open()
                    .loader(1 + random.nextInt(9))
                    .epochs(Integer.MAX_VALUE)
                    .prefetch(1 + random.nextInt(6))
                    .build();
            for (MemFile file : files) {
              file.probe((_, split) -> delay(new SplittableRandom(delays ^ split)));
            }
            Future<Long> consumer = start(() -> readUntilClosed(loader));
            LockSupport.parkNanos(random.nextInt(5_000_000));
            close(loader);
            close(loader);
            get(consumer);
          }
          for (MemFile file : files) {
            assertEquals(0, file.openSources(), "open sources of " + file);
            assertEquals(0, file.openIterators(), "open reads of " + file);
          }
        });
  }

  private static int[] rows(SplittableRandom random) {
    return random.ints(1 + random.nextInt(12), 1, 12).toArray();
  }

  private static void delay(SplittableRandom random) {
    if (random.nextInt(3) == 0) {
      LockSupport.parkNanos(random.nextInt(300_000));
    }
  }

  /// Reads, copies and stacks, as a training loop would.
  private static long readUntilClosed(DataLoader loader) {
    long steps = 0;
    try {
      for (Batch batch : loader) {
        batch.stack("id").toFloats();
        batch.longs("id").toArray();
        if (batch.step() % 3 == 0) {
          batch.copy();
        }
        steps++;
      }
      throw new AssertionError("all epochs were read");
    } catch (IllegalStateException e) {
      return steps;
    }
  }
}
