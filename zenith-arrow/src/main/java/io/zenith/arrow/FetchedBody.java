package io.zenith.arrow;

import io.zenith.spi.FilePart;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// Parts of a body, copied from what has no mapping into one piece of native memory, each byte once
/// and in rising order.
///
/// Buffers that overlap or lie close together are fetched as one part, so that no more memory is
/// taken than the body is long.
final class FetchedBody implements Body {
  /// Parts begin and end at multiples of this in the body, and in the memory too.
  private static final long ALIGNMENT = 8;

  /// A gap of so many bytes is copied faster than another read is begun.
  private static final long GAP = 4096;

  private final long bodyOffset;
  private final List<FilePart> parts;

  private record Range(long offset, long end) {}

  private FetchedBody(long bodyOffset, List<FilePart> parts) {
    this.bodyOffset = bodyOffset;
    this.parts = parts;
  }

  /// How much memory a body of this length takes at most.
  static long maxBytes(long bodyLength) {
    return alignUp(bodyLength);
  }

  /// Fetches all buffers of some verified columns.
  static Body fetch(
      ByteSource source,
      long bodyOffset,
      BatchHeader header,
      List<ColumnLayout> columns,
      SegmentAllocator buffers)
      throws IOException {
    List<Range> all = new ArrayList<>();
    columns.forEach(column -> addRanges(header, column, all));
    List<Range> ranges = merge(all);
    long total = 0;
    for (Range range : ranges) {
      total += alignUp(range.end() - range.offset());
    }
    if (total == 0) {
      return new FetchedBody(bodyOffset, List.of());
    }
    MemorySegment memory = buffers.allocate(total, ALIGNMENT);
    List<FilePart> parts = new ArrayList<>(ranges.size());
    long used = 0;
    for (Range range : ranges) {
      long length = range.end() - range.offset();
      parts.add(new FilePart(bodyOffset + range.offset(), memory.asSlice(used, length)));
      used += alignUp(length);
    }
    source.read(parts);
    return new FetchedBody(bodyOffset, parts);
  }

  private static void addRanges(BatchHeader header, ColumnLayout column, List<Range> ranges) {
    int end = header.firstBuffer(column.node() + 1);
    for (int i = header.firstBuffer(column.node()); i < end; i++) {
      long offset = header.bufferOffset(i);
      long length = header.bufferLength(i);
      if (length > 0) {
        ranges.add(new Range(offset / ALIGNMENT * ALIGNMENT, offset + length));
      }
    }
    column.children().forEach(child -> addRanges(header, child, ranges));
  }

  private static List<Range> merge(List<Range> ranges) {
    ranges.sort(Comparator.comparingLong(Range::offset));
    List<Range> merged = new ArrayList<>();
    for (Range range : ranges) {
      Range last = merged.isEmpty() ? null : merged.getLast();
      if (last != null && range.offset() <= last.end() + GAP) {
        merged.set(merged.size() - 1, new Range(last.offset(), Math.max(last.end(), range.end())));
      } else {
        merged.add(range);
      }
    }
    return merged;
  }

  private static long alignUp(long bytes) {
    return (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
  }

  @Override
  public MemorySegment slice(long offset, long length) {
    if (length == 0) {
      return MemorySegment.NULL;
    }
    long place = bodyOffset + offset;
    int low = 0;
    int high = parts.size() - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (parts.get(middle).offset() <= place) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    FilePart part = parts.get(low);
    return part.target().asSlice(place - part.offset(), length);
  }
}
