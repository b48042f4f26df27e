package io.zenith;

import io.zenith.internal.layout.Concat;
import io.zenith.internal.layout.Frame;
import io.zenith.internal.layout.Node;
import io.zenith.internal.layout.Range;
import io.zenith.internal.layout.SchemaIndex;
import io.zenith.internal.pipeline.FileSplit;
import io.zenith.internal.pipeline.Keeping;
import io.zenith.internal.pipeline.OpenSources;
import io.zenith.internal.pipeline.SourceMemory;
import io.zenith.internal.pipeline.Tasks;
import io.zenith.internal.pipeline.ThreadTasks;
import io.zenith.internal.rows.Chunk;
import io.zenith.spi.Projection;
import io.zenith.spi.RowRange;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;

/// Reads a few rows by their place in the dataset, into memory of their own.
final class RowReader implements AutoCloseable {
  private final List<FileSplit> splits;
  private final SchemaIndex index;
  private final Tasks tasks = new ThreadTasks(1);
  private final OpenSources<Chunk> sources;
  private final Arena memory = Arena.ofAuto();
  private final List<Node[]> parts = new ArrayList<>();

  /// @param columns what to read of the columns of all files
  /// @param index what they are called
  RowReader(FileOrigin files, List<Projection> columns, SchemaIndex index) {
    this.splits = files.splits(columns);
    this.index = index;
    this.sources =
        files.sources(
            columns, chunk -> chunk, null, Keeping.nothing(), SourceMemory.Account.NONE, tasks);
  }

  /// The rows `[from, from + count)`, of which there is at least one.
  Batch read(long from, int count) throws IOException {
    for (FileSplit split : splits) {
      long begin = Math.max(from - split.firstRow(), 0);
      long end = Math.min(from - split.firstRow() + count, split.split().rows());
      if (begin < end) {
        read(split, new RowRange(begin, end - begin));
      }
    }
    Frame frame = Frame.ofCopy();
    Range range = new Range(frame, frame.generation, 0, count);
    return Batch.kept(index, Concat.join(parts, memory), range, 0, 0, from);
  }

  private void read(FileSplit split, RowRange rows) throws IOException {
    try (Arena arena = Arena.ofShared()) {
      for (Chunk chunk : sources.read(split, rows, arena).decode(() -> true)) {
        parts.add(chunk.copy(chunk.from(), chunk.end() - chunk.from(), memory));
      }
      sources.release(split.file());
    }
  }

  @Override
  public void close() {
    tasks.close(sources::close);
  }
}
