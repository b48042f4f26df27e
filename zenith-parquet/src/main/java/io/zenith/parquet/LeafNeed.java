package io.zenith.parquet;

import static io.zenith.parquet.ColumnNeed.SLACK;
import static io.zenith.parquet.ColumnNeed.add;
import static io.zenith.parquet.ColumnNeed.bits;
import static io.zenith.parquet.ColumnNeed.times;

import io.zenith.schema.DataType;

/// The memory that some rows of a leaf take at most, in bytes.
///
/// @param width bytes of a place for a value, or of its offset
/// @param values how many places for values there are
/// @param kept for values, and for the levels that they are put together by
/// @param changed for values in another form, when all columns are read
/// @param scratch for pages and a dictionary, while the leaf is read
/// @param fetched from the file, if it has no mapping
record LeafNeed(int width, long values, long kept, long changed, long scratch, long fetched) {
  /// What a value takes that is looked up in a dictionary which is delivered: two offsets, while
  /// they grow, and its part of the table of words.
  private static final long LOOK_UP_BYTES = 48;

  /// What is looked up at a time.
  private static final long LOOK_UP_BATCH = (IndexReader.BATCH + 1L) * Integer.BYTES;

  /// How large the pages of a part of a row group are, as far as known. Most writers end them at 1
  /// MiB.
  private static final long PAGE_BYTES = 4 << 20;

  /// Of one leaf.
  ///
  /// @param isNested whether it is a part of a column
  /// @param rows how many are read of the row group
  /// @param isMapped whether nothing is fetched
  static LeafNeed of(
      Shape.Leaf leaf, boolean isNested, RowGroup rowGroup, long rows, boolean isMapped) {
    ColumnChunk chunk = rowGroup.chunks().get(leaf.firstLeaf());
    ChunkShare share = new ChunkShare(chunk, leaf.levels().repetition() > 0, rows, rowGroup.rows());
    return new LeafNeed(
        Widths.of(leaf.field().type()),
        share.values(),
        kept(leaf, isNested, share),
        changed(leaf, share),
        scratch(leaf, share, isMapped),
        isMapped ? 0 : fetched(share));
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
}
