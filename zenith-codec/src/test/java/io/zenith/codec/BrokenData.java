package io.zenith.codec;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/// Data that may be broken: it is refused, or gives what others make of it, and never a byte
/// outside the target.
final class BrokenData {
  private BrokenData() {}

  /// Decompresses data into a target of some size: every other length from a mapping.
  ///
  /// @return whether it was accepted: then the bytes are those that other decoders give
  static boolean isRead(Decompressor codec, int size, byte... broken) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment source =
          broken.length % 2 == 0
              ? Samples.inMemory(arena, broken)
              : Samples.inMapping(arena, broken);
      Guarded target = new Guarded(arena, size);
      try {
        codec.decompress(source, target.inner());
        compareWithOthers(codec, Samples.toArray(target.inner()), broken);
        return true;
      } catch (CorruptDataException e) {
        assertTrue(e.offset() >= 0 && e.offset() <= broken.length, e.getMessage());
        return false;
      } finally {
        target.verify();
      }
    }
  }

  /// What they accept too must be the same bytes.
  private static void compareWithOthers(Decompressor codec, byte[] ours, byte... broken) {
    byte[] theirs;
    try {
      theirs = Others.decompress(codec, ours.length, broken);
    } catch (RuntimeException _) {
      return;
    }
    assertArrayEquals(theirs, ours);
  }
}
