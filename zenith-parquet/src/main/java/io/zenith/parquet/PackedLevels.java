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

  /// How many bytes so many levels take.
  static long bytes(long count, int bits) {
    return (count * bits + 7) / 8;
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
