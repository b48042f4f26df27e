package io.zenith.spi;

import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.testkit.FaultyFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WriteBackTest {
  private static final int PIECE = (int) WriteBack.EVERY_BYTES;

  @TempDir private Path folder;

  private static int write(WriteBack file, int bytes) throws IOException {
    return file.write(ByteBuffer.allocateDirect(bytes));
  }

  private WriteBack open(FaultyFiles files) throws IOException {
    Path path = files.path(folder.resolve("written"));
    return new WriteBack(FileChannel.open(path, CREATE_NEW, WRITE));
  }

  @Test
  void smallFilesAreBroughtToTheDiskOnce() throws IOException {
    FaultyFiles files = FaultyFiles.of(folder, Integer.MAX_VALUE, false);
    try (WriteBack file = open(files)) {
      write(file, PIECE - 1);
      file.force();
      assertEquals(3, files.calls(), "open, write, fsync");
    }
  }

  @Test
  void largeOnesMeanwhile() throws IOException {
    FaultyFiles files = FaultyFiles.of(folder, Integer.MAX_VALUE, false);
    try (WriteBack file = open(files)) {
      for (int i = 0; i < 6; i++) {
        assertEquals(PIECE, write(file, PIECE));
      }
      file.force();
      assertTrue(files.calls() >= 9, "open, six writes, an early fsync at least, a last one");
      assertTrue(files.calls() <= 14, "open, six writes, an fsync for each at most, a last one");
    }
  }

  /// The system tells of a bad disk once: the last fsync finds nothing to complain of.
  @Test
  void failureOfAnEarlyRequestIsThrownAtTheEnd() throws IOException {
    FaultyFiles files = FaultyFiles.of(folder, 2, false);
    try (WriteBack file = open(files)) {
      write(file, PIECE);
      IOException thrown = assertThrows(IOException.class, file::force);
      assertTrue(thrown.getMessage().endsWith("call 2, fsync"), thrown.getMessage());
    }
  }

  @Test
  void failureOfAnEarlyRequestIsThrownToTheNext() throws IOException {
    FaultyFiles files = FaultyFiles.of(folder, 2, false);
    try (WriteBack file = open(files)) {
      write(file, PIECE);
      while (files.calls() < 3) {
        Thread.onSpinWait();
      }
      IOException thrown =
          assertThrows(
              IOException.class,
              () -> {
                for (int i = 0; i < 100; i++) {
                  write(file, PIECE);
                }
              });
      assertTrue(thrown.getMessage().endsWith("fsync"), thrown.getMessage());
    }
  }

  @Test
  void interruptEndsTheWaitForTheDisk() throws IOException {
    try (WriteBack file = open(FaultyFiles.of(folder, Integer.MAX_VALUE, false))) {
      write(file, PIECE);
      Thread.currentThread().interrupt();
      assertThrows(ClosedByInterruptException.class, file::force);
      assertTrue(Thread.interrupted());
    }
  }
}
