package io.zenith;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.util.ArrayList;
import java.util.List;

/// Copies text or binary views, with their long values one after the other in as few buffers as
/// hold them: a view counts bytes in 31 bits.
final class ConcatViews {
  private final List<Concat.Part> parts;
  private final long count;
  private final SegmentAllocator memory;
  private final List<MemorySegment> data = new ArrayList<>();
  private long used;

  ConcatViews(List<Concat.Part> parts, long count, SegmentAllocator memory) {
    this.parts = parts;
    this.count = count;
    this.memory = memory;
  }

  Node build(MemorySegment validity) {
    MemorySegment views = memory.allocate(count * Views.BYTES, 64);
    allocate();
    int buffer = 0;
    long at = 0;
    for (Concat.Part part : parts) {
      for (long i = part.start(); i < part.start() + part.count(); i++, at++) {
        MemorySegment value = Views.slice(part.node(), i);
        if (value.byteSize() > Views.MOST_INLINE) {
          if (value.byteSize() > data.get(buffer).byteSize() - used) {
            buffer++;
            used = 0;
          }
          MemorySegment.copy(value, 0, data.get(buffer), used, value.byteSize());
          Views.write(views, at, value, buffer, (int) used);
          used += value.byteSize();
        } else {
          Views.write(views, at, value, 0, 0);
        }
      }
    }
    Node first = parts.getFirst().node();
    return first.like(count, Buffers.ofViews(validity, views, data), List.of(), null);
  }

  /// The buffers that the long values fill, in the order in which they will be filled.
  private void allocate() {
    for (Concat.Part part : parts) {
      for (long i = part.start(); i < part.start() + part.count(); i++) {
        int length = Views.length(part.node(), i);
        if (length > Views.MOST_INLINE) {
          if (used + length > Integer.MAX_VALUE) {
            data.add(memory.allocate(used, 64));
            used = 0;
          }
          used += length;
        }
      }
    }
    if (used > 0) {
      data.add(memory.allocate(used, 64));
    }
    used = 0;
  }
}
