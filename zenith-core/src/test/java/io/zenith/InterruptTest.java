package io.zenith;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.testkit.MemFile;
import io.zenith.testkit.MemFile.Point;
import io.zenith.testkit.MemFolder;
import io.zenith.testkit.RawFormat;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InterruptTest {

  @Test
  void aWaitingConsumerKeepsItsFlagAndLosesNoRowsSilently() throws Exception {
    CountDownLatch first = new CountDownLatch(1);
    CountDownLatch waiting = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    MemFile file = Ids.file("a.mem", true, 0, 4, 4, 4);
    try (MemFolder folder = MemFolder.of(file);
        DataLoader loader = folder.open().loader(3).build()) {
      file.probe((point, split) -> {
        if (point == Point.READ && split == 1) {
          waiting.countDown();
          await(goOn);
        }
      });
      FutureTask<Void> consumer =
          new FutureTask<>(() -> {
            readInterrupted(loader.iterator(), first, goOn);
            return null;
          });
      Thread thread = Thread.ofPlatform().daemon().start(consumer);
      assertTrue(first.await(30, TimeUnit.SECONDS) && waiting.await(30, TimeUnit.SECONDS));
      Thread.sleep(20);
      thread.interrupt();
      consumer.get(30, TimeUnit.SECONDS);
    }
    assertEquals(0, file.openSources() + file.openIterators());
  }

  /// The second batch has a row that was copied already when the interrupt comes: whoever goes on
  /// gets the right batch or an exception, and never a wrong batch.
  private static void readInterrupted(
      Iterator<Batch> batches, CountDownLatch first, CountDownLatch goOn) {
    Ids.check(batches.next());
    first.countDown();
    UncheckedIOException interrupted = assertThrows(UncheckedIOException.class, batches::next);
    assertInstanceOf(InterruptedIOException.class, interrupted.getCause());
    assertInstanceOf(InterruptedException.class, interrupted.getCause().getCause());
    assertTrue(Thread.interrupted(), "the flag is kept");
    goOn.countDown();
    IllegalStateException ended = assertThrows(IllegalStateException.class, batches::next);
    assertEquals("reading failed at step 1; build a new loader", ended.getMessage());
    assertEquals(interrupted, ended.getCause());
    assertFalse(Thread.interrupted());
  }

  private static void await(CountDownLatch latch) throws InterruptedIOException {
    try {
      latch.await();
    } catch (InterruptedException e) {
      InterruptedIOException interrupted = new InterruptedIOException();
      interrupted.initCause(e);
      throw interrupted;
    }
  }

  @Test
  void filesOnDiskAreOpenedThroughAnInterruptSinceNobodyWaits(@TempDir Path root) throws Exception {
    Path first = RawFormat.write(root.resolve("a.raw"), 0, 4);
    Path second = RawFormat.write(root.resolve("b.raw"), 4, 4);
    try (DataLoader loader = Dataset.open(first.toString(), second.toString()).loader(3).build()) {
      int rows = 0;
      for (Batch batch : loader) {
        Thread.currentThread().interrupt();
        rows += batch.rows();
      }
      assertEquals(8, rows);
      assertTrue(Thread.interrupted());
    }
  }

  @Test
  void aMappedFileIsReadThroughAnInterruptSinceNobodyWaits() throws Exception {
    try (MemFolder folder = MemFolder.of(Ids.file("a.mem", false, 0, 4, 4));
        DataLoader loader = folder.open().loader(3).build()) {
      Thread.currentThread().interrupt();
      int rows = 0;
      for (Batch batch : loader) {
        Ids.check(batch);
        rows += batch.rows();
      }
      assertEquals(8, rows);
      assertTrue(Thread.interrupted());
    }
  }
}
