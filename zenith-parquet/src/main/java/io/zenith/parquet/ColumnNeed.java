package io.zenith.parquet;

import io.zenith.schema.DataType;
import java.util.List;

/// The memory that a column of a row group takes at most, in bytes.
///
/// @param decoded for its values, and for what is fetched of it
/// @param scratch for pages, which all columns of a read share
record ColumnNeed(long decoded, long scratch) {
  /// For the alignment of the buffers of a leaf, or of a group.
  private static final long SLACK = 64;

  /// What text takes more than it is stored in, where the file does not say it: words of a
  /// dictionary are stored once and delivered again and again.
  private static final long WORD_BYTES = 32;

  /// What a value of a dictionary takes more: two offsets, an index of another width, and its part
  /// of the table where words are looked up.
  private static final long KEPT_BYTES = 48;

  /// Of one column.
  ///
  /// @param isMapped whether nothing is fetched
  static ColumnNeed of(Shape shape, RowGroup rowGroup, List<Shape.Leaf> leaves, boolean isMapped) {
    long decoded = 0;
    long scratch = 0;
    long around = around(shape);
    for (int number : shape.leaves()) {
      ColumnChunk chunk = rowGroup.chunks().get(number);
      LeafType type = leaves.get(number).type();
      boolean isKept = leaves.get(number).field().type() instanceof DataType.Dictionary;
      // Values, levels and bits; offsets and bits of each list and struct around.
      long width = 3 + type.width() + around + changedWidth(type) + (isKept ? KEPT_BYTES : 0);
      decoded = add(decoded, add(times(chunk.values(), width), (around + 1) * SLACK));
      decoded = add(decoded, spread(shape, rowGroup.rows(), chunk.values()));
      if (type.stored() == LeafType.Stored.BYTES) {
        long text =
            isKept
                ? times(chunk.uncompressed(), 2)
                : chunk.text().orElse(add(chunk.uncompressed(), times(chunk.values(), WORD_BYTES)));
        decoded = add(decoded, add(times(chunk.values(), Integer.BYTES), text));
      }
      // A dictionary stays while its column is read.
      decoded = add(decoded, times(chunk.uncompressed(), 2));
      decoded = add(decoded, isMapped ? 0 : chunk.size());
      long page =
          chunk.encryption().isPresent()
              ? Math.max(chunk.uncompressed(), chunk.size())
              : chunk.uncompressed();
      scratch = Math.max(scratch, add(page, chunk.size()));
    }
    return new ColumnNeed(add(decoded, SLACK * 16), add(scratch, SLACK));
  }

  private static long changedWidth(LeafType type) {
    return type.change() == LeafType.Change.NONE ? 0 : 32;
  }

  /// What fixed-size lists take that are moved apart, at most.
  ///
  /// @param places how many places there may be for this shape
  /// @param values how many values the leaf has
  private static long spread(Shape shape, long places, long values) {
    return switch (shape) {
      case Shape.Leaf _ -> 0;
      case Shape.Struct struct ->
          struct.children().stream()
              .mapToLong(child -> spread(child, places, values))
              .max()
              .orElse(0);
      case Shape.Lists list when list.field().type() instanceof DataType.FixedSizeList fixed -> {
        long slots = times(places, fixed.size());
        yield add(times(slots, 1L + widest(list.element())), spread(list.element(), slots, values));
      }
      case Shape.Lists list -> spread(list.element(), values, values);
    };
  }

  /// Bytes of a place in any buffer of a shape.
  private static int widest(Shape shape) {
    int own = Widths.of(shape.field().type());
    return switch (shape) {
      case Shape.Leaf _ -> own;
      case Shape.Struct struct ->
          struct.children().stream().mapToInt(ColumnNeed::widest).max().orElse(own);
      // Offsets and sizes; what is in other lists stays where it is.
      case Shape.Lists list ->
          list.field().type() instanceof DataType.FixedSizeList ? widest(list.element()) : 2 * own;
    };
  }

  /// Bytes of the lists and structs around a value: bits and offsets, as they are found, and wider
  /// ones and sizes.
  private static long around(Shape shape) {
    return switch (shape) {
      case Shape.Leaf _ -> 0;
      case Shape.Struct struct ->
          1 + struct.children().stream().mapToLong(ColumnNeed::around).max().orElse(0);
      case Shape.Lists list -> {
        boolean isChanged =
            switch (list.field().type()) {
              case DataType.LargeList _, DataType.ListView _, DataType.LargeListView _ -> true;
              default -> false;
            };
        yield 1
            + Integer.BYTES
            + (isChanged ? 2 * Long.BYTES + Integer.BYTES : 0)
            + around(list.element());
      }
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
