package io.zenith.parquet;

import java.util.List;

/// The memory that a column of a row group takes at most, in bytes.
///
/// @param decoded for its values, and for what is fetched of it
/// @param scratch for pages, which all columns of a read share
record ColumnNeed(long decoded, long scratch) {
  /// For the alignment of each buffer.
  private static final long SLACK = 64;

  /// What text takes more than it is stored in, where the file does not say it: words of a
  /// dictionary are stored once and delivered again and again.
  private static final long WORD_BYTES = 32;

  /// Of one column.
  ///
  /// @param isMapped whether nothing is fetched
  static ColumnNeed of(Shape shape, RowGroup rowGroup, List<Shape.Leaf> leaves, boolean isMapped) {
    long decoded = 0;
    long scratch = 0;
    int depth = depth(shape);
    for (int number : shape.leaves()) {
      ColumnChunk chunk = rowGroup.chunks().get(number);
      LeafType type = leaves.get(number).type();
      // Values, levels and bits; offsets and bits of each list and struct around.
      long width = 2 + type.width() + 5L * depth + changedWidth(type);
      decoded = add(decoded, times(chunk.values() + SLACK, width));
      if (type.stored() == LeafType.Stored.BYTES) {
        long text =
            chunk.text().isPresent()
                ? chunk.text().getAsLong()
                : add(chunk.uncompressed(), times(chunk.values(), WORD_BYTES));
        decoded = add(decoded, add(times(chunk.values(), Integer.BYTES), text));
      }
      // A dictionary stays while its column is read.
      decoded = add(decoded, times(chunk.uncompressed(), 2));
      decoded = add(decoded, isMapped ? 0 : chunk.size());
      scratch = Math.max(scratch, add(chunk.uncompressed(), chunk.size()));
    }
    return new ColumnNeed(add(decoded, SLACK * 16), add(scratch, SLACK));
  }

  private static long changedWidth(LeafType type) {
    return type.change() == LeafType.Change.NONE ? 0 : 32;
  }

  private static int depth(Shape shape) {
    return switch (shape) {
      case Shape.Leaf _ -> 0;
      case Shape.Struct struct ->
          1 + struct.children().stream().mapToInt(ColumnNeed::depth).max().orElse(0);
      case Shape.Lists list -> 1 + depth(list.element());
    };
  }

  /// The sum, or the largest number if it is more.
  static long add(long left, long right) {
    return left > Long.MAX_VALUE - right ? Long.MAX_VALUE : left + right;
  }

  private static long times(long left, long right) {
    return right > 0 && left > Long.MAX_VALUE / right ? Long.MAX_VALUE : left * right;
  }
}
