package io.zenith.parquet;

import java.lang.foreign.MemorySegment;

/// Reads levels in the deprecated encoding BIT_PACKED, which old writers have in pages V1: each is
/// in so many bits behind those of the one before it, the first one in the highest bits of the
/// first byte.
///
/// The source: Apache Parquet, `Encodings.md`, "Bit-packed".
///
/// @param bytes all of them
/// @param bits of a level, 1 to 8
record PackedLevels(MemorySegment bytes, int bits) {
  /// Of a number of 32 bits, 7 in a byte.
  private static final int MOST_HEAD_BYTES = 5;

  /// How many bytes so many levels take.
  static long bytes(long count, int bits) {
    return (count * bits + 7) / 8;
  }

  /// How many bytes so many levels take as a run at most.
  static long runBytes(int count, int bits) {
    return MOST_HEAD_BYTES + (long) Math.ceilDiv(count, Byte.SIZE) * bits;
  }

  /// The levels as the one run of packs that they would be today: the first one in the lowest bits.
  ///
  /// @param run memory for it
  /// @return the part of this that was written
  MemorySegment asRun(int count, MemorySegment run) {
    int packs = Math.ceilDiv(count, Byte.SIZE);
    long at = 0;
    int head = packs << 1 | 1;
    for (; head >>> 7 != 0; head >>>= 7) {
      run.set(Numbers.BYTE, at++, (byte) (head | 0x80));
    }
    run.set(Numbers.BYTE, at++, (byte) head);
    MemorySegment target = run.asSlice(at, (long) packs * bits).fill((byte) 0);
    for (long level = 0; level < count; level++) {
      int value = get(level);
      for (long bit = 0; bit < bits; bit++) {
        if ((value >>> bit & 1) != 0) {
          Bitmaps.set(target, level * bits + bit, true);
        }
      }
    }
    return run.asSlice(0, at + target.byteSize());
  }

  /// A level.
  int get(long place) {
    long bit = place * bits;
    long first = bit >>> 3;
    int pair = (bytes.get(Numbers.BYTE, first) & 0xFF) << 8;
    if (first + 1 < bytes.byteSize()) {
      pair |= bytes.get(Numbers.BYTE, first + 1) & 0xFF;
    }
    return (pair >>> (16 - (bit & 7) - bits)) & ((1 << bits) - 1);
  }
}
