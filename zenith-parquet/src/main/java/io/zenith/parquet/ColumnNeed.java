package io.zenith.parquet;

import io.zenith.schema.DataType;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

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

  /// What a value takes that is looked up in a dictionary which is delivered: two offsets, while
  /// they grow, and its part of the table of words.
  private static final long LOOK_UP_BYTES = 48;

  /// What is looked up at a time.
  private static final long LOOK_UP_BATCH = (IndexReader.BATCH + 1L) * Integer.BYTES;

  /// How large the pages of a part of a row group are, as far as known. Most writers end them at 1
  /// MiB.
  private static final long PAGE_BYTES = 4 << 20;

  /// Of one column.
  ///
  /// @param rows how many are read of the row group
  /// @param isMapped whether nothing is fetched
  static ColumnNeed of(
      Shape shape, RowGroup rowGroup, List<Shape.Leaf> leaves, long rows, boolean isMapped) {
    long kept = 0;
    long made = made(shape, rowGroup, leaves, rows);
    long scratch = 0;
    long fetched = 0;
    for (int number : shape.leaves()) {
      Shape.Leaf leaf = leaves.get(number);
      ColumnChunk chunk = rowGroup.chunks().get(number);
      ChunkShare share = share(leaf, chunk, rowGroup, rows);
      kept = add(kept, kept(leaf, !(shape instanceof Shape.Leaf), share));
      made = add(made, add(changed(leaf, share), spread(shape, leaves, rows, share.values())));
      scratch = Math.max(scratch, scratch(leaf, share, isMapped));
      fetched = add(fetched, isMapped ? 0 : fetched(share));
    }
    return new ColumnNeed(kept, made, scratch, fetched);
  }

  private static ChunkShare share(
      Shape.Leaf leaf, ColumnChunk chunk, RowGroup rowGroup, long rows) {
    return new ChunkShare(chunk, leaf.levels().repetition() > 0, rows, rowGroup.rows());
  }

  private static boolean isKeptDictionary(Shape.Leaf leaf) {
    return leaf.field().type() instanceof DataType.Dictionary;
  }

  /// With what lies between chunks, and the index of pages.
  private static long fetched(ChunkShare share) {
    long index =
        share.isAll() ? 0 : share.chunk().summary().offsetIndex().map(IndexPlace::length).orElse(0);
    long pages = share.fetched(PAGE_BYTES);
    long between = Math.min(pages, ByteSpans.MOST_GAP);
    return add(pages, between + 2 * Math.max(0, index) + 2 * SLACK);
  }

  private static long bits(long values) {
    return Bitmaps.bytes(values) + SLACK;
  }

  private static long kept(Shape.Leaf leaf, boolean isNested, ChunkShare share) {
    long values = share.values();
    long kept = 0;
    if (leaf.levels().repetition() > 0) {
      kept = add(kept, add(values, SLACK));
    }
    if (leaf.levels().definition() > 0) {
      // Twice, since levels may be packed in another way than they are read.
      kept = add(kept, add(2 * bits(values), isNested ? add(values, SLACK) : 0));
    }
    LeafType type = leaf.type();
    if (isKeptDictionary(leaf)) {
      long uncompressed = share.chunk().uncompressed();
      kept = add(kept, add(times(values, Integer.BYTES), add(uncompressed, LOOK_UP_BATCH)));
      if (!share.chunk().hasOnlyWords()) {
        kept = add(kept, add(times(values, LOOK_UP_BYTES), uncompressed));
      }
      return add(kept, 10 * SLACK);
    }
    return add(
        kept,
        switch (type.stored()) {
          case BITS -> bits(values);
          case FIXED -> add(times(values, type.width()), SLACK);
          case BYTES -> add(times(values + 1, Integer.BYTES), add(share.text(), 2 * SLACK));
        });
  }

  /// What values take in another form.
  private static long changed(Shape.Leaf leaf, ChunkShare share) {
    LeafType type = leaf.type();
    boolean isKept = isKeptDictionary(leaf);
    // A word of a dictionary takes four bytes or more.
    long values = isKept ? share.chunk().uncompressed() / Integer.BYTES : share.values();
    long width =
        switch (type.change()) {
          case NONE, NULLS -> 0;
          case NARROW, WIDEN, BIG_ENDIAN -> Widths.of(type.type());
          case INT96_MICROS, INT96_NANOS, LARGE -> Long.BYTES;
          case VIEWS -> Views.BYTES;
        };
    long changed = width == 0 ? 0 : add(times(values + 1, width), SLACK);
    long index = isKept ? Widths.of(leaf.field().type()) : Integer.BYTES;
    return index == Integer.BYTES
        ? changed
        : add(changed, add(times(share.values(), index), SLACK));
  }

  private static long scratch(Shape.Leaf leaf, ChunkShare share, boolean isMapped) {
    ColumnChunk chunk = share.chunk();
    long most = share.isAll() ? Long.MAX_VALUE : PAGE_BYTES;
    long stored = Math.min(most, chunk.size());
    long plain = Math.min(most, chunk.uncompressed());
    boolean isEncrypted = chunk.encryption().isPresent();
    return new PageMemory.Sizes(
            stored,
            Math.max(chunk.codec().isNone() ? 0 : plain, isEncrypted ? stored : 0),
            isKeptDictionary(leaf) ? 0 : PageMemory.Sizes.words(plain))
        .bytes(!isMapped && !isEncrypted);
  }

  /// What fixed-size lists take that are moved apart, at most.
  ///
  /// @param places how many places there may be for this shape
  /// @param values how many values the leaf has
  private static long spread(Shape shape, List<Shape.Leaf> leaves, long places, long values) {
    return switch (shape) {
      case Shape.Leaf _ -> 0;
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
  private static int widest(Shape shape, List<Shape.Leaf> leaves) {
    return switch (shape) {
      case Shape.Leaf leaf -> Widths.of(leaves.get(leaf.firstLeaf()).field().type());
      case Shape.Struct struct ->
          struct.children().stream().mapToInt(child -> widest(child, leaves)).max().orElse(0);
      // Offsets and sizes; what is in other lists stays where it is.
      case Shape.Lists list ->
          list.field().type() instanceof DataType.FixedSizeList
              ? widest(list.element(), leaves)
              : 2 * Widths.of(list.field().type());
    };
  }

  /// What the lists and structs of a column take: bits and offsets, as they are found, and wider
  /// ones and sizes.
  private static long made(Shape shape, RowGroup rowGroup, List<Shape.Leaf> leaves, long rows) {
    int leaf = shape.firstLeaf();
    long places = share(leaves.get(leaf), rowGroup.chunks().get(leaf), rowGroup, rows).values();
    return switch (shape) {
      case Shape.Leaf _ -> 0;
      case Shape.Struct struct -> {
        long made = struct.field().nullable() ? bits(places) : 0;
        for (Shape child : struct.children()) {
          made = add(made, made(child, rowGroup, leaves, rows));
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
        long made = add(times(places + 1, offsets), bits(places) + 4 * SLACK);
        yield add(made, made(list.element(), rowGroup, leaves, rows));
      }
    };
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
