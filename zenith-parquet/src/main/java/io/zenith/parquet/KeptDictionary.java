package io.zenith.parquet;

import io.zenith.arrow.schema.Place;
import io.zenith.schema.DataType;
import io.zenith.spi.ArrayData;
import io.zenith.spi.DictionaryData;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.util.List;
import java.util.Optional;

/// Puts a dictionary-encoded column together.
///
/// @param type the column's type
/// @param values what becomes of the values
/// @param memory for what is made
/// @param place the column
record KeptDictionary(
    DataType.Dictionary type, LeafType values, SegmentAllocator memory, Place place) {

  /// The column.
  ///
  /// @param found indices, and the offsets and bytes of the words
  ArrayData column(ChunkReader.Found found) {
    MemorySegment indices = found.buffers().getFirst();
    List<MemorySegment> words = found.buffers().subList(1, found.buffers().size());
    int count = (int) (words.getFirst().byteSize() / Integer.BYTES) - 1;
    DataType.Int index = type.index();
    int bits = index.signed() ? index.bits() - 1 : index.bits();
    if (bits < Integer.SIZE && count > 1L << bits) {
      throw place.unsupported("a dictionary of " + count + " values with indices of " + index);
    }
    // Under a list or struct that is null a place has no index, whatever the field says.
    MemorySegment validity = found.nulls() > 0 ? found.validity() : MemorySegment.NULL;
    return new ArrayData(
        type,
        found.places(),
        found.nulls(),
        List.of(validity, indices(indices, found.places(), index.bits())),
        List.of(),
        Optional.of(DictionaryData.of(words(words, count))));
  }

  private MemorySegment indices(MemorySegment indices, int places, int bits) {
    return switch (bits) {
      case Long.SIZE -> Offsets.widen(indices, places, memory);
      case Integer.SIZE -> indices;
      default -> Changes.narrow(indices, places, bits / Byte.SIZE, memory);
    };
  }

  private ArrayData words(List<MemorySegment> words, int count) {
    List<MemorySegment> changed =
        new Changes(values, place).apply(words, count, MemorySegment.NULL, memory);
    return new ArrayData(
        type.value(),
        count,
        0,
        List.of(MemorySegment.NULL, changed.getFirst(), changed.getLast()),
        List.of(),
        Optional.empty());
  }
}
