package io.zenith.parquet;

import io.zenith.arrow.schema.Place;
import io.zenith.schema.DataType;
import io.zenith.spi.ArrayData;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.util.List;
import java.util.Optional;

/// Lists that were found, and their layout in each of the types that they may have.
///
/// @param lists how many
/// @param nulls how many are null
/// @param present which are not
/// @param offsets where the elements of each begin, and the last one's end
/// @param element the elements
/// @param memory for what is made
record ListLayout(
    long lists,
    long nulls,
    MemorySegment present,
    MemorySegment offsets,
    ArrayData element,
    SegmentAllocator memory) {

  /// Lays them out.
  ///
  /// @param list the type
  /// @param place the column
  ArrayData of(Shape.Lists list, Place place) {
    boolean mayBeNull = list.field().nullable() && nulls > 0;
    MemorySegment validity = mayBeNull ? Bitmaps.first(present, lists) : MemorySegment.NULL;
    DataType type = list.field().type();
    List<MemorySegment> buffers =
        switch (type) {
          case DataType.LargeList _ -> List.of(validity, wide(offsets, lists + 1));
          case DataType.ListView _ -> List.of(validity, offsets, sizes());
          case DataType.LargeListView _ ->
              List.of(validity, wide(offsets, lists), wide(sizes(), lists));
          case DataType.FixedSizeList _ -> List.of(validity);
          default -> List.of(validity, offsets);
        };
    ArrayData elements =
        type instanceof DataType.FixedSizeList(_, int size) ? fixed(size, place) : element;
    return new ArrayData(
        type, lists, mayBeNull ? nulls : 0, buffers, List.of(elements), Optional.empty());
  }

  private MemorySegment wide(MemorySegment numbers, long count) {
    return Offsets.widen(numbers, count, memory);
  }

  private MemorySegment sizes() {
    return Offsets.sizes(offsets, lists, memory);
  }

  private ArrayData fixed(int size, Place place) {
    for (long list = 0; list < lists; list++) {
      int found = Offsets.size(offsets, list);
      if (found != size && (found != 0 || Bitmaps.get(present, list))) {
        throw place.malformed(
            "a list of " + found + " elements", size + ", as " + ArrowSchemaReader.KEY + " says");
      }
    }
    return nulls == 0 ? element : new FixedSlots(present, lists, memory).spread(element, size);
  }
}
