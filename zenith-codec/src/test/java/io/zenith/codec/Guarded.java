package io.zenith.codec;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/// A target between guards, which tell when someone writes outside.
final class Guarded {
  private static final int GUARD = 256;
  private static final byte MARK = 0x5C;

  private final MemorySegment whole;
  private final MemorySegment guard;
  private final long size;

  Guarded(Arena arena, long size) {
    this.size = size;
    whole = arena.allocate(size + 2 * GUARD, 1).fill(MARK);
    guard = arena.allocate(GUARD, 1).fill(MARK);
  }

  MemorySegment inner() {
    return whole.asSlice(GUARD, size);
  }

  void verify() {
    assertEquals(-1, whole.asSlice(0, GUARD).mismatch(guard), "written before the target");
    assertEquals(-1, whole.asSlice(GUARD + size).mismatch(guard), "written behind the target");
  }
}
