package io.zenith.internal.storage;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.error.MalformedDataException;
import io.zenith.spi.InputFile;
import io.zenith.spi.Storage;
import io.zenith.spi.StoredFile;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalFileTest {
  private final Storage storage = new LocalStorage();
  private final Arena arena = Arena.ofShared();

  @TempDir private Path root;
  private Path path;
  private StoredFile file;

  @BeforeEach
  void create() throws IOException {
    path = Files.write(root.resolve("a.bin"), new byte[] {1, 2, 3, 4, 5});
    file = storage.list(path.toUri()).getFirst();
  }

  @AfterEach
  void unmap() {
    if (arena.scope().isAlive()) {
      arena.close();
    }
  }

  @Test
  void aFileIsMappedAndReadAnywhereInside() throws Exception {
    InputFile input = storage.open(file, arena);
    MemorySegment mapping = input.mapping().orElseThrow();
    assertArrayEquals(new byte[] {1, 2, 3, 4, 5}, mapping.toArray(ValueLayout.JAVA_BYTE));
    assertTrue(mapping.isReadOnly() && mapping.isMapped());
    assertEquals(file, input.file());
    assertEquals("a.bin", file.name());
    assertEquals(path.toString(), file.toString());
    byte[] two = new byte[2];
    input.read(3, MemorySegment.ofArray(two));
    assertArrayEquals(new byte[] {4, 5}, two);
    input.read(5, MemorySegment.ofArray(new byte[0]));
    arena.close();
    assertThrows(IllegalStateException.class, () -> mapping.get(ValueLayout.JAVA_BYTE, 0));
  }

  @Test
  void readingBeyondTheEndNamesThePlace() throws Exception {
    InputFile input = storage.open(file, arena);
    for (long offset : new long[] {4, 5, 6, -1, Long.MAX_VALUE, Long.MIN_VALUE}) {
      MemorySegment two = MemorySegment.ofArray(new byte[2]);
      String message =
          assertThrows(MalformedDataException.class, () -> input.read(offset, two)).getMessage();
      assertEquals(
          path + ": found the end of the file at 5, expected 2 bytes at offset " + offset, message);
    }
  }

  @Test
  void anEmptyFileHasAnEmptyMapping() throws Exception {
    Path empty = Files.createFile(root.resolve("empty.bin"));
    StoredFile stored = storage.list(empty.toUri()).getFirst();
    assertEquals(0, storage.open(stored, arena).mapping().orElseThrow().byteSize());
  }

  @Test
  void noDescriptorStaysOpenSoThatAnInterruptClosesNothing() throws Exception {
    InputFile input = storage.open(file, arena);
    Thread.currentThread().interrupt();
    byte[] all = new byte[5];
    input.read(0, MemorySegment.ofArray(all));
    assertTrue(Thread.interrupted());
    assertArrayEquals(new byte[] {1, 2, 3, 4, 5}, all);
    input.verifyUnchanged();
  }

  @Test
  void aFileThatChangedSinceItWasListedIsNotOpened() throws Exception {
    Files.write(path, new byte[] {1, 2, 3});
    assertChangedBeforeOpening("it had 5 bytes, now 3");
    Files.write(path, new byte[] {1, 2, 3, 4, 5});
    Files.setLastModifiedTime(path, FileTime.fromMillis(12345));
    assertChangedBeforeOpening("it had 5 bytes, now 5");
  }

  @Test
  void aFileThatWasReplacedSinceItWasListedIsNotOpened() throws Exception {
    Path other = Files.write(root.resolve("b.bin"), new byte[] {9, 9, 9, 9, 9});
    Files.setLastModifiedTime(other, Files.getLastModifiedTime(path));
    Files.move(other, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    assertChangedBeforeOpening("it had 5 bytes, now 5");
    Files.delete(path);
    assertThrows(IOException.class, () -> storage.open(file, arena));
  }

  private void assertChangedBeforeOpening(String sizes) {
    String message = assertThrows(IOException.class, () -> storage.open(file, arena)).getMessage();
    assertEquals(
        path + " changed since the dataset was opened: " + sizes + "; open the dataset again",
        message);
  }

  @Test
  void aChangeInPlaceIsNoticedAtTheNextCheck() throws Exception {
    InputFile input = storage.open(file, arena);
    input.verifyUnchanged();
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE)) {
      channel.truncate(2);
    }
    String message =
        assertThrows(MalformedDataException.class, input::verifyUnchanged).getMessage();
    assertTrue(
        message.startsWith(path + ": found the file changed while it is read: 2 bytes of "),
        message);
    assertTrue(message.endsWith("expected 5 bytes, untouched"), message);
  }

  @Test
  void aTouchIsAChange() throws Exception {
    InputFile input = storage.open(file, arena);
    Files.setLastModifiedTime(path, FileTime.fromMillis(12345));
    assertThrows(MalformedDataException.class, input::verifyUnchanged);
  }

  @Test
  void aFileReplacedByAnotherKeepsItsOldContentToTheEnd() throws Exception {
    InputFile input = storage.open(file, arena);
    Path other = Files.write(root.resolve("b.bin"), new byte[100]);
    Files.move(other, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    input.verifyUnchanged();
    Files.delete(path);
    input.verifyUnchanged();
    assertEquals(5, input.mapping().orElseThrow().get(ValueLayout.JAVA_BYTE, 4));
    assertFalse(Files.exists(path));
  }
}
