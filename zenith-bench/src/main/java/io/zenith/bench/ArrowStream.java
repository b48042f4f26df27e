package io.zenith.bench;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowStreamReader;

/// A streaming iterator: each pass reads an Arrow stream anew by arrow-java's `ArrowStreamReader`,
/// and re-batches what it delivers.
final class ArrowStream implements Contender {
  private final BufferAllocator allocator = new RootAllocator();
  private final Path file;
  private final ArrowWork work;

  ArrowStream(Path file, ArrowWork work) {
    this.file = file;
    this.work = work;
  }

  @Override
  public double pass(BatchClock clock) throws IOException {
    double sum = 0;
    try (FileChannel channel = FileChannel.open(file);
        ArrowStreamReader reader = new ArrowStreamReader(channel, allocator)) {
      VectorSchemaRoot recordBatch = reader.getVectorSchemaRoot();
      while (reader.loadNextBatch()) {
        sum += ArrowSlices.pass(recordBatch, work, clock);
      }
    }
    return sum;
  }

  @Override
  public ColumnChecksums checksums() throws IOException {
    ColumnChecksums checksums = new ColumnChecksums();
    try (FileChannel channel = FileChannel.open(file);
        ArrowStreamReader reader = new ArrowStreamReader(channel, allocator)) {
      VectorSchemaRoot recordBatch = reader.getVectorSchemaRoot();
      while (reader.loadNextBatch()) {
        ArrowSlices.forEach(recordBatch, batch -> work.addTo(checksums, batch));
      }
    }
    return checksums;
  }

  @Override
  public void close() {
    allocator.close();
  }
}
