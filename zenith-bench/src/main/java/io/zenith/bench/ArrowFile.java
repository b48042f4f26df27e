package io.zenith.bench;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowFileReader;
import org.apache.arrow.vector.util.TransferPair;

/// arrow-java, direct: the record batches of a file are loaded once, untimed, and then sliced.
final class ArrowFile implements Contender {
  private final BufferAllocator allocator = new RootAllocator();
  private final List<VectorSchemaRoot> recordBatches = new ArrayList<>();
  private final ArrowWork work;

  private ArrowFile(ArrowWork work) {
    this.work = work;
  }

  static ArrowFile open(Path path, ArrowWork work) throws IOException {
    ArrowFile file = new ArrowFile(work);
    try (FileChannel channel = FileChannel.open(path);
        ArrowFileReader reader = new ArrowFileReader(channel, file.allocator)) {
      while (reader.loadNextBatch()) {
        file.recordBatches.add(take(reader.getVectorSchemaRoot(), file.allocator));
      }
    }
    return file;
  }

  /// Takes over the buffers, which the reader would release with its next batch.
  private static VectorSchemaRoot take(VectorSchemaRoot from, BufferAllocator allocator) {
    List<FieldVector> vectors = new ArrayList<>();
    for (FieldVector vector : from.getFieldVectors()) {
      TransferPair transfer = vector.getTransferPair(allocator);
      transfer.transfer();
      vectors.add((FieldVector) transfer.getTo());
    }
    return new VectorSchemaRoot(vectors);
  }

  @Override
  public double pass(BatchClock clock) {
    double sum = 0;
    for (VectorSchemaRoot recordBatch : recordBatches) {
      sum += ArrowSlices.pass(recordBatch, work, clock);
    }
    return sum;
  }

  @Override
  public ColumnChecksums checksums() {
    ColumnChecksums checksums = new ColumnChecksums();
    for (VectorSchemaRoot recordBatch : recordBatches) {
      ArrowSlices.forEach(recordBatch, batch -> work.addTo(checksums, batch));
    }
    return checksums;
  }

  @Override
  public void close() {
    recordBatches.forEach(VectorSchemaRoot::close);
    allocator.close();
  }
}
