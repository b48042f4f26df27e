package io.zenith.parquet;

import io.zenith.schema.DataType;
import io.zenith.spi.ArrayData;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.util.ArrayList;
import java.util.List;

/// Moves the elements of fixed-size lists apart, so that lists that are null have room for elements
/// too: Parquet stores none for them, and in Arrow's layout they have as many as others. The room
/// is filled with zeros, and with nulls where elements have a validity.
///
/// @param present which lists are not null
/// @param lists how many lists there are
/// @param memory for what is made
record FixedSlots(MemorySegment present, long lists, SegmentAllocator memory) {

  /// Moves elements, or what is in them, apart.
  ///
  /// @param each how many of them a list has
  ArrayData spread(ArrayData data, long each) {
    long length = Math.multiplyExact(lists, each);
    boolean marksNulls =
        data.buffers().getFirst().byteSize() > 0 || data.type() instanceof DataType.Dictionary;
    List<MemorySegment> buffers = new ArrayList<>();
    buffers.add(marksNulls ? validity(data, each) : MemorySegment.NULL);
    buffers.addAll(values(data, each));
    long nulls = marksNulls ? data.nullCount() + length - data.length() : 0;
    return new ArrayData(
        data.type(), length, nulls, buffers, children(data, each), data.dictionary());
  }

  private List<ArrayData> children(ArrayData data, long each) {
    return switch (data.type()) {
      case DataType.Struct _ -> data.children().stream().map(child -> spread(child, each)).toList();
      case DataType.FixedSizeList(_, int size) ->
          List.of(spread(data.children().getFirst(), Math.multiplyExact(each, size)));
      default -> data.children();
    };
  }

  /// The buffers behind the validity.
  private List<MemorySegment> values(ArrayData data, long each) {
    List<MemorySegment> stored = data.buffers().subList(1, data.buffers().size());
    int width = Widths.of(data.type());
    return switch (data.type()) {
      case DataType.Null _, DataType.Struct _, DataType.FixedSizeList _ -> List.of();
      case DataType.Bool _ -> List.of(bits(stored.getFirst(), each));
      case DataType.Utf8 _,
          DataType.Binary _,
          DataType.LargeUtf8 _,
          DataType.LargeBinary _,
          DataType.List _,
          DataType.LargeList _,
          DataType.Map _ ->
          first(stored, offsets(stored.getFirst(), each, width));
      case DataType.ListView _, DataType.LargeListView _ ->
          List.of(blocks(stored.getFirst(), each * width), blocks(stored.getLast(), each * width));
      default -> first(stored, blocks(stored.getFirst(), each * width));
    };
  }

  /// Another first buffer, and what comes after it.
  private static List<MemorySegment> first(List<MemorySegment> stored, MemorySegment changed) {
    return stored.size() == 1 ? List.of(changed) : List.of(changed, stored.getLast());
  }

  private MemorySegment validity(ArrayData data, long each) {
    MemorySegment stored = data.buffers().getFirst();
    if (stored.byteSize() > 0) {
      return bits(stored, each);
    }
    MemorySegment all = memory.allocate(Bitmaps.bytes(data.length()), Long.BYTES);
    return bits(all.fill((byte) -1), each);
  }

  private MemorySegment bits(MemorySegment stored, long each) {
    MemorySegment bits = memory.allocate(Bitmaps.bytes(lists * each), Long.BYTES);
    bits.fill((byte) 0);
    long from = 0;
    for (long list = 0; list < lists; list++) {
      if (Bitmaps.get(present, list)) {
        Bitmaps.copy(stored, from, bits, list * each, each);
        from += each;
      }
    }
    return bits;
  }

  private MemorySegment blocks(MemorySegment stored, long bytes) {
    MemorySegment blocks = memory.allocate(Math.multiplyExact(lists, bytes), Long.BYTES);
    blocks.fill((byte) 0);
    long from = 0;
    for (long list = 0; list < lists; list++) {
      if (Bitmaps.get(present, list)) {
        MemorySegment.copy(stored, from, blocks, list * bytes, bytes);
        from += bytes;
      }
    }
    return blocks;
  }

  /// Where there is nothing, nothing is added.
  private MemorySegment offsets(MemorySegment stored, long each, int width) {
    long bytes = Math.multiplyExact(each, width);
    MemorySegment offsets =
        memory.allocate(Math.addExact(Math.multiplyExact(lists, bytes), width), Long.BYTES);
    long from = 0;
    for (long list = 0; list < lists; list++) {
      if (Bitmaps.get(present, list)) {
        MemorySegment.copy(stored, from, offsets, list * bytes, bytes);
        from += bytes;
      } else {
        for (long at = 0; at < bytes; at += width) {
          MemorySegment.copy(stored, from, offsets, list * bytes + at, width);
        }
      }
    }
    MemorySegment.copy(stored, from, offsets, lists * bytes, width);
    return offsets;
  }
}
