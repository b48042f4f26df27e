package io.zenith.internal.layout;

import java.lang.foreign.MemorySegment;

/// Puts numeric columns side by side into one row-major block of floats.
public final class Stack {
  /// Rows at a time: a block of one column (4 KB) and its part of the target stay in the first
  /// cache.
  private static final int BLOCK = 1024;

  private Stack() {}

  /// Writes column after column, a block of rows at a time.
  ///
  /// @param nodes the columns, all numeric
  /// @param target memory for `range.count * nodes.length` floats
  public static void write(Range range, Node[] nodes, MemorySegment target) {
    float[] block = new float[Math.min(range.count, BLOCK)];
    for (long from = 0; from < range.count; from += BLOCK) {
      int rows = (int) Math.min(BLOCK, range.count - from);
      for (int column = 0; column < nodes.length; column++) {
        Floats.copy(nodes[column], range.start + from, rows, block, 0);
        scatter(block, rows, target, from * nodes.length + column, nodes.length);
      }
    }
  }

  private static void scatter(float[] block, int rows, MemorySegment target, long at, int width) {
    for (int row = 0; row < rows; row++) {
      target.set(Layouts.FLOAT, (at + (long) row * width) << 2, block[row]);
    }
  }

  /// Overwrites the places of nulls.
  public static void fill(Range range, Node[] nodes, MemorySegment target, float fill) {
    for (int column = 0; column < nodes.length; column++) {
      long first = column;
      Nulls.forEach(
          nodes[column],
          range.start,
          range.count,
          row -> target.set(Layouts.FLOAT, (first + (long) row * nodes.length) << 2, fill));
    }
  }
}
