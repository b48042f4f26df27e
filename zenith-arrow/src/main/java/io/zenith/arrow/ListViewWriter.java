package io.zenith.arrow;

import io.zenith.spi.ArrayData;
import java.lang.foreign.MemorySegment;

/// Puts offsets and sizes of list views into a body.
///
/// The elements from the first to the last that is used are written as they are, or, where few of
/// them are used, list by list.
///
/// @param width bytes an offset
record ListViewWriter(WrittenBody body, WriterMemory memory, int width) {

  /// Adds both buffers.
  ///
  /// @return the elements
  Spans add(ArrayData data, Spans rows) {
    MemorySegment offsets = local(data.buffers().get(1), rows);
    MemorySegment sizes = local(data.buffers().get(2), rows);
    MemorySegment newOffsets = memory.allocate(rows.count() * width);
    MemorySegment newSizes = memory.allocate(rows.count() * width);
    MemorySegment validity = data.nullCount() == 0 ? MemorySegment.NULL : data.buffers().getFirst();
    long used = 0;
    long first = Long.MAX_VALUE;
    long end = 0;
    long at = 0;
    for (Span span : rows.list()) {
      for (long row = span.from(); row < span.end(); row++, at++) {
        boolean isNull = validity.byteSize() > 0 && !Bits.get(validity, row);
        long size = isNull ? 0 : Numbers.get(sizes, width, at);
        Numbers.set(newSizes, width, at, size);
        if (size > 0) {
          long offset = Numbers.get(offsets, width, at);
          used += size;
          first = Math.min(first, offset);
          end = Math.max(end, offset + size);
        }
      }
    }
    Spans elements = new Spans();
    boolean each = used > 0 && Gather.isSparse(used, end - first);
    if (!each && used > 0) {
      elements.add(first, end - first);
    }
    for (long i = 0; i < at; i++) {
      long size = Numbers.get(newSizes, width, i);
      long offset = size == 0 ? 0 : Numbers.get(offsets, width, i);
      long place = size == 0 ? 0 : each ? elements.count() : offset - first;
      if (each) {
        elements.add(offset, size);
      }
      Numbers.set(newOffsets, width, i, place);
    }
    body.buffer(newOffsets);
    body.buffer(newSizes);
    return elements;
  }

  private MemorySegment local(MemorySegment numbers, Spans rows) {
    return memory.local(Gather.fixed(numbers, width, rows, memory));
  }
}
