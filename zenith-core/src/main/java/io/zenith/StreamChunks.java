package io.zenith;

import io.zenith.internal.pipeline.Binder;
import java.lang.foreign.SegmentAllocator;

/// Checks the record batches of one stream, one after the other, and transforms their rows.
final class StreamChunks {
  private final Binder<Chunk> checked;
  private final Transforms transforms;
  private final FileColumns columns;
  private final int batchSize;
  private long row;

  /// @param columns what is read of the stream
  StreamChunks(FileColumns columns, Transforms transforms, int batchSize) {
    this.checked = Chunk.streamBinder(columns);
    this.transforms = transforms;
    this.columns = transforms.areNone() ? columns : FileColumns.same(transforms.schema());
    this.batchSize = batchSize;
  }

  /// Makes chunks.
  ///
  /// @param memory for new columns
  Binder<Chunk> binder(SegmentAllocator memory) {
    return (part, batch) -> transformed(checked.bind(part, batch), memory);
  }

  private Chunk transformed(Chunk chunk, SegmentAllocator memory) {
    if (transforms.areNone() || chunk.rows() == 0) {
      return chunk;
    }
    int count = Math.toIntExact(chunk.rows());
    RowSpan rows = new RowSpan(chunk.from(), count, 0, row / batchSize, row, null);
    row += count;
    return new Chunk(
        transforms.apply(chunk.nodes(), rows, memory), chunk.from(), chunk.end(), columns);
  }
}
