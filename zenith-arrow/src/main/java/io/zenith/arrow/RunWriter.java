package io.zenith.arrow;

import io.zenith.spi.ArrayData;
import java.lang.foreign.MemorySegment;

/// Puts the runs that some rows are in into a body, cut to the rows.
///
/// @param width bytes an end
record RunWriter(WrittenBody body, WriterMemory memory, int width) {

  /// Adds the run ends as a child column.
  ///
  /// @return the values of the runs
  Spans add(ArrayData data, Spans rows) {
    ArrayData child = data.children().getFirst();
    MemorySegment ends = child.buffers().get(1);
    Spans values = new Spans();
    long runs = 0;
    for (Span span : rows.list()) {
      long first = find(child, width, span.from());
      long last = find(child, width, span.end() - 1);
      values.add(first, last - first + 1);
      runs += last - first + 1;
    }
    MemorySegment cut = memory.allocate(runs * width);
    long at = 0;
    long before = 0;
    for (Span span : rows.list()) {
      for (long run = find(child, width, span.from()), end = 0; end < span.end(); run++) {
        end = Math.min(span.end(), Numbers.get(ends, width, run));
        Numbers.set(cut, width, at++, before + end - span.from());
      }
      before += span.count();
    }
    requireFit(before);
    body.node(runs, 0);
    body.buffer(MemorySegment.NULL);
    body.buffer(cut);
    return values;
  }

  /// The first run that ends behind a row.
  static long find(ArrayData runs, int width, long row) {
    MemorySegment ends = runs.buffers().get(1);
    long low = 0;
    long high = runs.length() - 1;
    while (low < high) {
      long middle = (low + high) >>> 1;
      if (Numbers.get(ends, width, middle) <= row) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private void requireFit(long rows) {
    if (rows > Long.MAX_VALUE >> (64 - 8 * width)) {
      throw new IllegalStateException(
          rows + " rows are more than run ends of " + 8 * width + " bits can count");
    }
  }
}
