package io.zenith.parquet;

import io.zenith.spi.InputFile;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The bytes of the column chunks of one read: of the mapping, or copied from what has none.
///
/// @param chunks by the number of the leaf
record ChunkBytes(Map<Integer, MemorySegment> chunks) {

  /// Fetches the chunks of some columns.
  static ChunkBytes fetch(
      InputFile file, RowGroup rowGroup, List<Shape> shapes, SegmentAllocator buffers)
      throws IOException {
    Map<Integer, MemorySegment> chunks = new HashMap<>();
    for (Shape shape : shapes) {
      for (int leaf : shape.leaves()) {
        if (!chunks.containsKey(leaf)) {
          chunks.put(leaf, fetch(file, rowGroup.chunks().get(leaf), buffers));
        }
      }
    }
    return new ChunkBytes(chunks);
  }

  private static MemorySegment fetch(InputFile file, ColumnChunk chunk, SegmentAllocator buffers)
      throws IOException {
    if (file.mapping().isPresent()) {
      return file.mapping().get().asSlice(chunk.start(), chunk.size());
    }
    MemorySegment copy = buffers.allocate(chunk.size(), Long.BYTES);
    file.read(chunk.start(), copy);
    return copy;
  }

  MemorySegment of(int leaf) {
    MemorySegment bytes = chunks.get(leaf);
    if (bytes == null) {
      throw new IllegalStateException("leaf " + leaf + " was not fetched");
    }
    return bytes;
  }
}
