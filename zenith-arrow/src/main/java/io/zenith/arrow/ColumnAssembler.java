package io.zenith.arrow;

import io.zenith.spi.ArrayData;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Puts verified columns of one batch together from their buffers.
///
/// @param header the batch
/// @param body its buffers
/// @param dictionaries the dictionaries that its columns need, by id
record ColumnAssembler(BatchHeader header, Body body, Map<Long, ArrayData> dictionaries) {

  /// Puts some columns together.
  List<ArrayData> columns(List<ColumnLayout> layouts) {
    List<ArrayData> columns = new ArrayList<>(layouts.size());
    for (ColumnLayout layout : layouts) {
      columns.add(column(layout));
    }
    return columns;
  }

  private ArrayData column(ColumnLayout layout) {
    long length = header.length(layout.node());
    long nullCount = header.nullCount(layout.node());
    List<MemorySegment> buffers = new ArrayList<>(layout.buffers());
    // Where nothing is null the bitmap says nothing, and the format allows it to be left out.
    buffers.add(nullCount == 0 ? MemorySegment.NULL : buffer(layout.firstBuffer()));
    for (int i = 1; i < layout.buffers(); i++) {
      buffers.add(buffer(layout.firstBuffer() + i));
    }
    return new ArrayData(
        layout.type(),
        length,
        nullCount,
        buffers,
        columns(layout.children()),
        layout.dictionary().isPresent()
            ? Optional.ofNullable(dictionaries.get(layout.dictionary().getAsLong()))
            : Optional.empty());
  }

  private MemorySegment buffer(int index) {
    return body.slice(header.bufferOffset(index), header.bufferLength(index));
  }
}
