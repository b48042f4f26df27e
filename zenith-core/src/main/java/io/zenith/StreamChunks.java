package io.zenith;

import io.zenith.internal.pipeline.Binder;
import io.zenith.spi.RowRange;
import java.lang.foreign.SegmentAllocator;
import java.util.List;

/// Checks the record batches of one stream, one after the other, and transforms their rows.
final class StreamChunks {
  private final Binder<Chunk> checked;
  private final Transforms transforms;
  private long row;

  /// @param columns what is read of the stream
  StreamChunks(FileColumns columns, Transforms transforms) {
    this.checked = Chunk.streamBinder(columns);
    this.transforms = transforms;
  }

  /// Makes chunks.
  ///
  /// @param memory for new columns
  Binder<Chunk> binder(SegmentAllocator memory) {
    return (part, batch) -> transformed(checked.bind(part, batch), memory);
  }

  private Chunk transformed(Chunk chunk, SegmentAllocator memory) {
    if (transforms.areNone()) {
      return chunk;
    }
    List<RowRange> all = List.of(new RowRange(0, chunk.rows()));
    Chunk transformed = chunk.transformed(transforms, all, row, memory);
    row += chunk.rows();
    return transformed;
  }
}
