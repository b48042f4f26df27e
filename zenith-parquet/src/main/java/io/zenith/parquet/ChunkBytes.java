package io.zenith.parquet;

import io.zenith.spi.FilePart;
import io.zenith.spi.InputFile;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Bytes of a file for one read: of its mapping, or copied from what has none.
final class ChunkBytes {
  private final MemorySegment mapping;

  /// What was fetched, by its first byte.
  private final TreeMap<Long, MemorySegment> fetched = new TreeMap<>();

  private ChunkBytes(MemorySegment mapping) {
    this.mapping = mapping;
  }

  /// The bytes of some spans.
  static ChunkBytes of(InputFile file, ByteSpans spans, SegmentAllocator buffers)
      throws IOException {
    ChunkBytes bytes = new ChunkBytes(file.mapping().orElse(MemorySegment.NULL));
    bytes.add(file, spans, buffers);
    return bytes;
  }

  /// Adds those of other spans.
  void add(InputFile file, ByteSpans spans, SegmentAllocator buffers) throws IOException {
    if (file.mapping().isPresent()) {
      return;
    }
    List<FilePart> parts = new ArrayList<>();
    for (ByteSpans.Span span : spans.merged()) {
      MemorySegment copy = buffers.allocate(span.size(), Long.BYTES);
      parts.add(new FilePart(span.start(), copy));
    }
    file.read(parts);
    parts.forEach(part -> fetched.put(part.offset(), part.target()));
  }

  /// Whether they are a copy, which nobody changes.
  boolean isCopy() {
    return !fetched.isEmpty();
  }

  /// Whether these bytes are there.
  boolean hold(long start, long size) {
    if (fetched.isEmpty()) {
      return true;
    }
    Map.Entry<Long, MemorySegment> span = fetched.floorEntry(start);
    return span != null && start + size <= span.getKey() + span.getValue().byteSize();
  }

  /// Bytes that lie in one of the spans.
  MemorySegment of(long start, long size) {
    if (fetched.isEmpty()) {
      return mapping.asSlice(start, size);
    }
    Map.Entry<Long, MemorySegment> span = fetched.floorEntry(start);
    if (span == null) {
      throw new IllegalStateException("byte " + start + " was not fetched");
    }
    return span.getValue().asSlice(start - span.getKey(), size);
  }
}
