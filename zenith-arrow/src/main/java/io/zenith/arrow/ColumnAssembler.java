package io.zenith.arrow;

import io.zenith.spi.ArrayData;
import io.zenith.spi.DictionaryData;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Puts verified columns of one batch together from their buffers.
///
/// @param header the batch
/// @param body its buffers
/// @param decoder decompresses them, if they are compressed
/// @param dictionaries the dictionaries that its columns need, by id
record ColumnAssembler(
    BatchHeader header,
    Body body,
    Optional<BodyDecoder> decoder,
    Map<Long, DictionaryData> dictionaries) {

  /// Puts some columns together.
  List<ArrayData> columns(List<ColumnLayout> layouts) {
    List<ArrayData> columns = new ArrayList<>(layouts.size());
    for (ColumnLayout layout : layouts) {
      columns.add(column(layout));
    }
    return columns;
  }

  private ArrayData column(ColumnLayout layout) {
    return new ArrayData(
        layout.type(),
        header.length(layout.node()),
        header.nullCount(layout.node()),
        buffers(layout),
        columns(layout.children()),
        layout.dictionary().isPresent()
            ? Optional.ofNullable(dictionaries.get(layout.dictionary().getAsLong()))
            : Optional.empty());
  }

  /// Validity first, also where the type has none.
  private List<MemorySegment> buffers(ColumnLayout layout) {
    int next = header.firstBuffer(layout.node());
    int end = header.firstBuffer(layout.node() + 1);
    List<MemorySegment> buffers = new ArrayList<>(1 + end - next);
    if (header.hasValidity(layout)) {
      // Where nothing is null the bitmap says nothing, and the format allows it to be left out.
      buffers.add(header.nullCount(layout.node()) == 0 ? MemorySegment.NULL : buffer(layout, next));
      next++;
    } else {
      buffers.add(MemorySegment.NULL);
    }
    for (; next < end; next++) {
      buffers.add(buffer(layout, next));
    }
    return buffers;
  }

  private MemorySegment buffer(ColumnLayout layout, int index) {
    MemorySegment stored = body.slice(header.bufferOffset(index), header.bufferLength(index));
    return decoder.isPresent() ? decoder.get().decode(layout, index, stored) : stored;
  }
}
