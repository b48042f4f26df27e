package io.zenith.internal.layout;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;

/// Offsets or sizes of a column that is being copied, of the width of its type.
public final class NewOffsets {
  private final Node column;
  private final long rows;
  private final boolean wide;
  private final MemorySegment segment;

  /// Offsets of 32 bits do not reach.
  public static final class TooLongException extends IllegalStateException {
    private static final long serialVersionUID = 1;

    private TooLongException(String message) {
      super(message);
    }
  }

  /// Memory for the offsets, which holds anything at first.
  ///
  /// @param column what is copied, for its type and its name
  /// @param rows how many rows the copy has
  /// @param number how many offsets
  public NewOffsets(Node column, long rows, long number, SegmentAllocator memory) {
    this.column = column;
    this.rows = rows;
    this.wide = column.wide;
    this.segment = memory.allocate(number << (wide ? 3 : 2), 64);
  }

  public void set(long at, long offset) {
    if (wide) {
      segment.set(Layouts.LONG, at << 3, offset);
    } else if (offset <= Integer.MAX_VALUE) {
      segment.set(Layouts.INT, at << 2, (int) offset);
    } else {
      throw new TooLongException(
          column.where() + ": " + rows + " rows hold more than 2 GiB; make the batch smaller");
    }
  }

  public MemorySegment segment() {
    return segment;
  }
}
