package io.zenith.parquet;

import io.zenith.arrow.schema.Place;
import io.zenith.parquet.LeafType.Stored;
import io.zenith.spi.ArrayData;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Makes a column of bounds, each of which is a sound value of its leaf, or not known.
///
/// @param type of the values, in which dictionaries have no part
/// @param memory for what is made
/// @param place the column
record BoundColumn(LeafType type, SegmentAllocator memory, Place place) {

  /// The column, in which bounds that are not known are null.
  ArrayData of(List<Optional<MemorySegment>> bounds) {
    int count = bounds.size();
    long bytes =
        switch (type.stored()) {
          case FIXED -> (long) count * type.width();
          case BITS -> Bitmaps.bytes(count);
          case BYTES ->
              bounds.stream().flatMap(Optional::stream).mapToLong(b -> b.byteSize()).sum();
        };
    MemorySegment values = cleared(bytes);
    MemorySegment validity = cleared(Bitmaps.bytes(count));
    MemorySegment offsets = cleared(type.stored() == Stored.BYTES ? (count + 1L) * 4 : 0);
    long end = 0;
    int nulls = 0;
    for (int i = 0; i < count; i++) {
      if (bounds.get(i).isPresent()) {
        MemorySegment bound = bounds.get(i).get();
        switch (type.stored()) {
          case FIXED -> MemorySegment.copy(bound, 0, values, (long) i * type.width(), type.width());
          case BITS -> Bitmaps.set(values, i, bound.get(Numbers.BYTE, 0) != 0);
          case BYTES -> {
            MemorySegment.copy(bound, 0, values, end, bound.byteSize());
            end += bound.byteSize();
          }
        }
        Bitmaps.set(validity, i, true);
      } else {
        nulls++;
      }
      if (type.stored() == Stored.BYTES) {
        offsets.set(Numbers.INT, (i + 1L) * Integer.BYTES, Math.toIntExact(end));
      }
    }
    List<MemorySegment> stored =
        type.stored() == Stored.BYTES ? List.of(offsets, values) : List.of(values);
    List<MemorySegment> buffers = new ArrayList<>();
    buffers.add(nulls > 0 ? validity : MemorySegment.NULL);
    buffers.addAll(new Changes(type, place).apply(stored, count, buffers.getFirst(), memory));
    return new ArrayData(type.type(), count, nulls, buffers, List.of(), Optional.empty());
  }

  private MemorySegment cleared(long bytes) {
    return memory.allocate(bytes, Long.BYTES).fill((byte) 0);
  }
}
