package io.zenith.parquet;

import io.zenith.arrow.schema.Place;
import io.zenith.parquet.PageHeader.Kind;
import io.zenith.schema.DataType;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.util.List;

/// Reads the pages of a column chunk into the values of a leaf.
///
/// @param leaf the column, or a part of it
/// @param isNested whether it is a part
/// @param chunk what the footer says
/// @param pages of the chunk
/// @param place the column chunk
record ChunkReader(
    Shape.Leaf leaf, boolean isNested, ColumnChunk chunk, ChunkPages pages, Place place) {

  /// What was read of a leaf.
  ///
  /// @param places how many places for values there are
  /// @param nulls how many are of nulls
  /// @param validity which are not
  /// @param buffers the values
  /// @param levels of all values, if they are needed
  record Found(
      int places,
      int nulls,
      MemorySegment validity,
      List<MemorySegment> buffers,
      LeafLevels levels) {}

  /// Reads all pages.
  ///
  /// @param scratch where pages are decompressed
  Found read(PageMemory scratch, SegmentAllocator memory) {
    int most = (int) chunk.values();
    LevelReader levels = new LevelReader(leaf, isNested, most, memory);
    LeafValues values = values(most, memory);
    for (var next = pages.next(); next.isPresent(); next = pages.next()) {
      Page page = next.get();
      MemorySegment bytes = scratch.load(page, chunk.codec());
      if (page.header().kind() == Kind.DICTIONARY) {
        int encoding = page.header().encoding();
        if (encoding != Encodings.PLAIN && encoding != Encodings.PLAIN_DICTIONARY) {
          throw page.place().unsupported("a dictionary in " + Encodings.name(encoding));
        }
        values.dictionary(page, bytes);
      } else {
        PageBody body = PageBody.of(page, bytes, leaf.levels());
        int from = levels.places();
        int there = levels.read(page, body);
        values.add(page, body.values(), there, levels.places() - from, levels.validity(), from);
      }
    }
    return new Found(
        levels.places(),
        levels.nulls(),
        levels.present(),
        values.buffers(levels.places()),
        levels.kept());
  }

  private LeafValues values(int most, SegmentAllocator memory) {
    LeafType type = leaf.type();
    if (leaf.field().type() instanceof DataType.Dictionary) {
      return new DictionaryValues(most, memory, place);
    }
    return switch (type.stored()) {
      case BITS -> new BitValues(most, memory);
      case FIXED -> new FixedValues(type.width(), most, memory);
      case BYTES -> new BytesValues(most, chunk.text().orElse(chunk.uncompressed()), memory, place);
    };
  }
}
