package io.zenith.internal.cache;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// An entry is read as it was written, or not at all.
class EntryTest {
  private static final CacheKey KEY = new CacheKey("a key of some text");

  @TempDir private Path folder;

  private static Content content(int... sizes) {
    Random random = new Random(1);
    List<MemorySegment> parts =
        Arrays.stream(sizes)
            .mapToObj(size -> {
              byte[] bytes = new byte[size];
              random.nextBytes(bytes);
              return MemorySegment.ofArray(bytes);
            })
            .toList();
    return new Content(parts, new byte[] {1, 2, 3, 4, 5});
  }

  private Path write(Content content, CacheKey key) throws IOException {
    Path file = folder.resolve(key.name());
    Files.deleteIfExists(file);
    try (EntryWriter writer = EntryWriter.create(file, content.size(key))) {
      writer.write(content, key);
    }
    return file;
  }

  @Test
  void whatWasWrittenIsRead() throws Exception {
    for (int[] sizes :
        new int[][] {{}, {0}, {1}, {64, 0, 65}, {CopyBuffer.SIZE + 1, 3, 3 * CopyBuffer.SIZE}}) {
      Content content = content(sizes);
      Path file = write(content, KEY);
      assertEquals(content.size(KEY), Files.size(file));
      EntryReader.check(file);
      try (Arena arena = Arena.ofConfined()) {
        StoredEntry read = EntryReader.read(file, KEY, arena);
        assertArrayEquals(content.structure(), read.structure());
        long at = 0;
        for (MemorySegment part : content.parts()) {
          MemorySegment kept = read.kept().asSlice(at, part.byteSize());
          assertArrayEquals(
              part.toArray(ValueLayout.JAVA_BYTE), kept.toArray(ValueLayout.JAVA_BYTE));
          at += Content.aligned(part.byteSize());
        }
        assertEquals(at, read.kept().byteSize());
      }
    }
  }

  @Test
  void everyFlippedBitIsNoticed() throws Exception {
    Path file = write(content(70, 9), KEY);
    byte[] bytes = Files.readAllBytes(file);
    for (int bit = 0; bit < bytes.length * Byte.SIZE; bit++) {
      bytes[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
      assertBad(file, bytes, "bit " + bit);
      bytes[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
    }
  }

  @Test
  void everyOtherLengthIsNoticed() throws Exception {
    Path file = write(content(70, 9), KEY);
    byte[] bytes = Files.readAllBytes(file);
    for (int length = 0; length < bytes.length + 70; length++) {
      if (length != bytes.length) {
        assertBad(file, Arrays.copyOf(bytes, length), length + " bytes");
      }
    }
  }

  private static void assertBad(Path file, byte[] bytes, String what) throws IOException {
    Files.write(file, bytes);
    try (Arena arena = Arena.ofConfined()) {
      assertThrows(BadEntryException.class, () -> EntryReader.read(file, KEY, arena), what);
    }
    assertThrows(BadEntryException.class, () -> EntryReader.check(file), what);
  }

  @Test
  void anEntryOfAnotherKeyIsNoticed() throws Exception {
    Path other = write(content(70), new CacheKey("another key of text"));
    Path file = folder.resolve(KEY.name());
    Files.move(other, file);
    try (Arena arena = Arena.ofConfined()) {
      assertEquals(
          "an entry of another key",
          assertThrows(BadEntryException.class, () -> EntryReader.read(file, KEY, arena))
              .getMessage());
    }
    assertThrows(BadEntryException.class, () -> EntryReader.check(file));
  }

  @Test
  void aLinkIsNotFollowed() throws Exception {
    Path file = write(content(70), KEY);
    Path link = folder.resolve("link");
    Files.createSymbolicLink(link, file);
    try (Arena arena = Arena.ofConfined()) {
      IOException refused =
          assertThrows(IOException.class, () -> EntryReader.read(link, KEY, arena));
      assertTrue(!(refused instanceof NoSuchFileException), refused.toString());
    }
  }
}
