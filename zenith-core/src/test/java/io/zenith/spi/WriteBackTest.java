package io.zenith.spi;

import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.testkit.FaultyFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WriteBackTest {
  private static final int PIECE = WriteBack.EVERY_BYTES;

  /// Of the calls for one piece: open, write; and beside it open, fsync.
  private static final int EARLY_FSYNC = 3;

  @TempDir private Path folder;

  private final ByteBuffer piece = ByteBuffer.allocateDirect(PIECE);

  private FaultyFiles sound() {
    return FaultyFiles.of(folder, Integer.MAX_VALUE, false);
  }

  private WriteBack open(FaultyFiles files) throws IOException {
    Path path = files.path(folder.resolve("written"));
    return new WriteBack(path, FileChannel.open(path, CREATE_NEW, WRITE));
  }

  private void writePiece(WriteBack file) throws IOException {
    assertEquals(PIECE, file.write(piece.clear()));
  }

  private static void hold(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void smallFilesAreBroughtToTheDiskOnce() throws IOException {
    FaultyFiles files = sound();
    try (WriteBack file = open(files)) {
      file.write(ByteBuffer.allocateDirect(PIECE - 1));
      file.force();
      assertEquals(3, files.calls(), "open, write, fsync");
    }
  }

  @Test
  void largeOnesMeanwhileByOneRequestAtATime() throws IOException {
    FaultyFiles files = sound();
    AtomicInteger requests = new AtomicInteger();
    CountDownLatch slow = new CountDownLatch(1);
    files.beforeFsync(() -> {
      requests.incrementAndGet();
      hold(slow);
    });
    try (WriteBack file = open(files)) {
      for (int i = 0; i < 4; i++) {
        writePiece(file);
      }
      assertTrue(requests.get() <= 1, requests.get() + " at a time");
      slow.countDown();
      file.force();
      assertEquals(2, requests.get(), "one meanwhile, one at the end");
    }
  }

  @Test
  void piecesOfALargeBufferAreWrittenOneByOne() throws IOException {
    FaultyFiles files = sound();
    ByteBuffer large = ByteBuffer.allocateDirect(2 * PIECE + 1);
    try (WriteBack file = open(files)) {
      assertEquals(PIECE, file.write(large));
      assertEquals(PIECE, file.write(large));
      assertEquals(1, file.write(large));
      assertFalse(large.hasRemaining());
    }
  }

  @Test
  void failureOfAnEarlyRequestIsThrownAtTheEnd() throws IOException {
    FaultyFiles files = FaultyFiles.of(folder, EARLY_FSYNC, false);
    try (WriteBack file = open(files)) {
      writePiece(file);
      IOException thrown = assertThrows(IOException.class, file::force);
      assertEquals("Input/output error in call 3, fsync", thrown.getMessage());
      assertThrows(IOException.class, file::force, "no second attempt");
      assertFalse(file.isOpen());
    }
  }

  @Test
  void failureOfAnEarlyRequestIsThrownToTheNext() throws Exception {
    FaultyFiles files = FaultyFiles.of(folder, EARLY_FSYNC, false);
    try (WriteBack file = open(files)) {
      IOException thrown =
          assertThrows(
              IOException.class,
              () -> {
                for (int i = 0; i < 20; i++) {
                  writePiece(file);
                  Thread.sleep(20);
                }
              });
      assertEquals("Input/output error in call 3, fsync", thrown.getMessage());
    }
  }

  @Test
  void interruptedWriterDoesNotWaitForTheDisk() throws IOException {
    FaultyFiles files = sound();
    CountDownLatch stuck = new CountDownLatch(1);
    files.beforeFsync(() -> hold(stuck));
    try (WriteBack file = open(files)) {
      writePiece(file);
      Thread.currentThread().interrupt();
      assertThrows(ClosedByInterruptException.class, file::force);
      assertTrue(Thread.interrupted());
      assertFalse(file.isOpen());
    } finally {
      stuck.countDown();
    }
  }

  @Test
  void closeDoesNotWaitForTheDisk() throws IOException {
    FaultyFiles files = sound();
    CountDownLatch stuck = new CountDownLatch(1);
    files.beforeFsync(() -> hold(stuck));
    WriteBack file = open(files);
    writePiece(file);
    file.close();
    assertEquals(1, stuck.getCount(), "still there");
    stuck.countDown();
  }

  /// The last request finds nothing to complain of.
  @Test
  void fileWhoseEarlyRequestFailedDoesNotAppear() throws IOException {
    AtomicInteger requests = new AtomicInteger();
    FaultyFiles files = sound();
    files.beforeFsync(() -> {
      if (requests.getAndIncrement() == 0) {
        throw new IllegalStateException("a bad disk");
      }
    });
    Path target = folder.resolve("new");
    try (NewFile file = NewFile.create(files.path(target), false)) {
      assertEquals(PIECE, file.channel().write(piece.clear()));
      FileSystemException thrown = assertThrows(FileSystemException.class, file::publish);
      assertEquals(target.toString(), thrown.getFile());
      assertTrue(thrown.getMessage().contains("a bad disk"), thrown.getMessage());
    }
    assertArrayEquals(new String[0], folder.toFile().list());
  }
}
