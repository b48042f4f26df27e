package io.zenith.arrow;

import io.zenith.spi.ArrayData;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/// Puts text or binary views into a body. Views of nulls, which may hold anything, become empty.
///
/// A data buffer of which at least half is used is written as it is; the values in others are
/// brought together in one buffer.
final class ViewWriter {
  private static final int VIEW = 16;
  private static final int MOST_INLINE = 12;
  private static final int BUFFER = 8;
  private static final int OFFSET = 12;

  /// A view counts bytes in 31 bits: what goes beyond this stays in the buffer where it is.
  private static final long MOST_GATHERED = 1 << 30;

  private final WrittenBody body;
  private final WriterMemory memory;

  ViewWriter(WrittenBody body, WriterMemory memory) {
    this.body = body;
    this.memory = memory;
  }

  /// Adds views and data.
  void add(ArrayData data, Spans rows) {
    List<MemorySegment> buffers = data.buffers().subList(2, data.buffers().size());
    MemorySegment views = memory.allocate(rows.count() * VIEW);
    views.copyFrom(Gather.fixed(data.buffers().get(1), VIEW, rows, memory));
    long[] used = new long[buffers.size()];
    clearNulls(data, rows, views);
    for (long at = 0; at < views.byteSize(); at += VIEW) {
      if (length(views, at) > MOST_INLINE) {
        used[views.get(Numbers.INT, at + BUFFER)] += length(views, at);
      }
    }
    List<MemorySegment> kept = new ArrayList<>();
    int[] places = new int[used.length];
    long gathered = 0;
    for (int i = 0; i < used.length; i++) {
      places[i] = -1;
      boolean gather = Gather.isSparse(used[i], buffers.get(i).byteSize());
      if (gather && gathered + used[i] <= MOST_GATHERED) {
        gathered += used[i];
      } else if (used[i] > 0) {
        places[i] = kept.size();
        kept.add(buffers.get(i));
      }
    }
    MemorySegment target = memory.allocate(gathered);
    long end = 0;
    for (long at = 0; at < views.byteSize(); at += VIEW) {
      int length = length(views, at);
      if (length > MOST_INLINE) {
        int buffer = views.get(Numbers.INT, at + BUFFER);
        int place = places[buffer];
        if (place < 0) {
          int offset = views.get(Numbers.INT, at + OFFSET);
          MemorySegment.copy(buffers.get(buffer), offset, target, end, length);
          place = kept.size();
          views.set(Numbers.INT, at + OFFSET, (int) end);
          end += length;
        }
        views.set(Numbers.INT, at + BUFFER, place);
      }
    }
    if (gathered > 0) {
      kept.add(target);
    }
    body.buffer(views);
    kept.forEach(body::buffer);
    body.variadicCount(kept.size());
  }

  private static int length(MemorySegment views, long at) {
    return views.get(Numbers.INT, at);
  }

  private static void clearNulls(ArrayData data, Spans rows, MemorySegment views) {
    MemorySegment validity = data.buffers().getFirst();
    if (data.nullCount() == 0 || validity.byteSize() == 0) {
      return;
    }
    long at = 0;
    for (Span span : rows.list()) {
      for (long row = span.from(); row < span.end(); row++, at += VIEW) {
        if (!Bits.get(validity, row)) {
          views.asSlice(at, VIEW).fill((byte) 0);
        }
      }
    }
  }
}
