package io.zenith.internal.layout;

import java.lang.foreign.MemorySegment;

/// Says which ranges of a buffer are UTF-8, each at once, after one pass over the buffer.
///
/// A range is UTF-8 if it begins and ends between characters and no fault lies in it: whether a
/// byte begins a character depends on the next three bytes only, so a pass from the start of the
/// buffer finds the same faults as one from the start of the range.
final class TextRanges {
  /// Views count 31 bits from an offset of 31 bits.
  private static final long MOST_BYTES = 1L << 32;

  private final MemorySegment bytes;

  /// A bit for each byte that neither begins a character nor is in one.
  private final long[] faults;

  /// How many faults lie before each 64 bytes. It may wrap: differences do not.
  private final int[] before;

  TextRanges(MemorySegment buffer) {
    this.bytes = buffer.asSlice(0, Math.min(buffer.byteSize(), MOST_BYTES));
    long size = bytes.byteSize();
    this.faults = new long[Math.toIntExact((size >> 6) + 1)];
    this.before = new int[faults.length];
    for (long at = Utf8.firstInvalid(bytes, 0, size);
        at >= 0;
        at = Utf8.firstInvalid(bytes, at + 1, size)) {
      faults[(int) (at >> 6)] |= 1L << at;
    }
    for (int word = 1; word < faults.length; word++) {
      before[word] = before[word - 1] + Long.bitCount(faults[word - 1]);
    }
  }

  boolean isText(long from, long to) {
    return from == to
        || (faultsBefore(from) == faultsBefore(to) && !isInside(from) && !isInside(to));
  }

  private int faultsBefore(long at) {
    int word = (int) (at >> 6);
    return before[word] + Long.bitCount(faults[word] & ((1L << at) - 1));
  }

  /// Whether a byte continues a character, and is no stray one.
  private boolean isInside(long at) {
    return at < bytes.byteSize()
        && Utf8.isContinuation(bytes.get(Layouts.BYTE, at))
        && (faults[(int) (at >> 6)] >> at & 1) == 0;
  }
}
