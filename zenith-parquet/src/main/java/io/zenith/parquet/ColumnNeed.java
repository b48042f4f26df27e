package io.zenith.parquet;

import io.zenith.schema.DataType;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntFunction;

/// The memory that some rows of a column take at most, in bytes.
///
/// @param kept for values, and for the levels that they are put together by
/// @param made of these, when all columns are read: offsets, values in another form
/// @param scratch for pages and a dictionary, while the column is read
/// @param fetched from the file, if it has no mapping
record ColumnNeed(long kept, long made, long scratch, long fetched) {
  /// In which columns are read: first those that need much memory besides, while there is room left
  /// of those that come later.
  static final Comparator<ColumnNeed> ORDER =
      Comparator.<ColumnNeed>comparingLong(need -> need.scratch).reversed();

  /// For the alignment of a buffer, and whole words at its end.
  static final long SLACK = 16;

  /// Of one column.
  ///
  /// @param leaves what each leaf takes, by its number
  /// @param rows how many are read
  static ColumnNeed of(Shape shape, IntFunction<LeafNeed> leaves, long rows) {
    long kept = 0;
    long made = made(shape, leaves);
    long scratch = 0;
    long fetched = 0;
    for (int number : shape.leaves()) {
      LeafNeed leaf = leaves.apply(number);
      kept = add(kept, leaf.kept());
      made = add(made, add(leaf.changed(), spread(shape, leaves, rows, leaf.values())));
      scratch = Math.max(scratch, leaf.scratch());
      fetched = add(fetched, leaf.fetched());
    }
    return new ColumnNeed(kept, made, scratch, fetched);
  }

  /// Of one column.
  ///
  /// @param rows how many are read of the row group
  /// @param isMapped whether nothing is fetched
  static ColumnNeed of(
      Shape shape, RowGroup rowGroup, List<Shape.Leaf> leaves, long rows, boolean isMapped) {
    boolean isNested = !(shape instanceof Shape.Leaf);
    return of(
        shape, leaf -> LeafNeed.of(leaves.get(leaf), isNested, rowGroup, rows, isMapped), rows);
  }

  /// What bits for values take.
  static long bits(long values) {
    return Bitmaps.bytes(values) + SLACK;
  }

  /// What fixed-size lists take that are moved apart, at most.
  ///
  /// @param places how many places there may be for this shape
  /// @param values how many values the leaf has
  private static long spread(Shape shape, IntFunction<LeafNeed> leaves, long places, long values) {
    return switch (shape) {
      case Shape.Leaf _, Shape.Variant _ -> 0;
      case Shape.Struct struct ->
          struct.children().stream()
              .mapToLong(child -> spread(child, leaves, places, values))
              .max()
              .orElse(0);
      case Shape.Lists list when list.field().type() instanceof DataType.FixedSizeList fixed -> {
        long slots = times(places, fixed.size());
        yield add(
            times(slots, 1L + widest(list.element(), leaves)),
            add(8 * SLACK, spread(list.element(), leaves, slots, values)));
      }
      case Shape.Lists list -> spread(list.element(), leaves, values, values);
    };
  }

  /// Bytes of a place in any buffer of a shape.
  private static int widest(Shape shape, IntFunction<LeafNeed> leaves) {
    return switch (shape) {
      case Shape.Leaf leaf -> leaves.apply(leaf.firstLeaf()).width();
      case Shape.Struct struct ->
          struct.children().stream().mapToInt(child -> widest(child, leaves)).max().orElse(0);
      // Offsets and sizes; what is in other lists stays where it is.
      case Shape.Lists list ->
          list.field().type() instanceof DataType.FixedSizeList
              ? widest(list.element(), leaves)
              : 2 * Widths.of(list.field().type());
      case Shape.Variant _ -> Integer.BYTES;
    };
  }

  /// What the lists and structs of a column take: bits and offsets, as they are found, and wider
  /// ones and sizes.
  private static long made(Shape shape, IntFunction<LeafNeed> leaves) {
    return switch (shape) {
      case Shape.Leaf _ -> 0;
      case Shape.Struct struct -> {
        long made = struct.field().nullable() ? bits(places(shape, leaves)) : 0;
        for (Shape child : struct.children()) {
          made = add(made, made(child, leaves));
        }
        yield made;
      }
      case Shape.Lists list -> {
        long offsets =
            Integer.BYTES
                + switch (list.field().type()) {
                  case DataType.LargeList _ -> Long.BYTES;
                  case DataType.ListView _ -> Integer.BYTES;
                  case DataType.LargeListView _ -> 2L * Long.BYTES + Integer.BYTES;
                  default -> 0;
                };
        long places = places(shape, leaves);
        long made = add(times(places + 1, offsets), bits(places) + 4 * SLACK);
        yield add(made, made(list.element(), leaves));
      }
      case Shape.Variant variant ->
          add(made(variant.stored(), leaves), VariantNeed.of(variant, leaves));
    };
  }

  private static long places(Shape shape, IntFunction<LeafNeed> leaves) {
    return leaves.apply(shape.firstLeaf()).values();
  }

  /// With the memory for pages that were looked at.
  ColumnNeed with(long found) {
    return new ColumnNeed(kept, made, found, fetched);
  }

  /// What the columns of one read take together, in the order of [#ORDER]: what each keeps, and
  /// what lies behind that meanwhile.
  static long total(List<ColumnNeed> columns) {
    List<ColumnNeed> ordered = new ArrayList<>(columns);
    ordered.sort(ORDER);
    long kept = 0;
    long most = 0;
    long made = 0;
    for (ColumnNeed column : ordered) {
      kept = add(kept, column.kept);
      most = Math.max(most, add(kept, column.scratch));
      made = add(made, column.made);
    }
    return Math.max(most, add(kept, made));
  }

  /// The sum, or the largest number if it is more.
  static long add(long left, long right) {
    return left > Long.MAX_VALUE - right ? Long.MAX_VALUE : left + right;
  }

  static long times(long left, long right) {
    return right > 0 && left > Long.MAX_VALUE / right ? Long.MAX_VALUE : left * right;
  }
}
