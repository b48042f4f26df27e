package io.zenith.bench;

import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.apache.arrow.vector.types.FloatingPointPrecision.SINGLE;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.stream.IntStream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.Float4Vector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowFileWriter;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;

/// Writes files of ten `float32` columns, as large as asked for.
///
/// The values are small whole numbers, so that all sums are exact in whatever order they are made.
final class LargeFile {
  static final int COLUMNS = 10;

  private static final int VALUES = 16;

  private LargeFile() {}

  /// Writes one file.
  ///
  /// @param batchRows rows of each record batch
  static void write(Path file, int batches, int batchRows) throws IOException {
    NamedWrite.to(file, () -> writeBatches(file, batches, batchRows));
  }

  private static void writeBatches(Path file, int batches, int batchRows) throws IOException {
    Schema schema =
        new Schema(
            IntStream.range(0, COLUMNS)
                .mapToObj(at -> Field.nullable("x" + at, new ArrowType.FloatingPoint(SINGLE)))
                .toList());
    try (BufferAllocator allocator = new RootAllocator();
        FileChannel channel = FileChannel.open(file, CREATE_NEW, WRITE);
        VectorSchemaRoot batch = VectorSchemaRoot.create(schema, allocator);
        ArrowFileWriter writer = new ArrowFileWriter(batch, null, channel)) {
      fill(batch, batchRows);
      writer.start();
      for (int number = 0; number < batches; number++) {
        writer.writeBatch();
      }
      writer.end();
      // What is not on the disk cannot be dropped from the cache.
      channel.force(true);
    }
  }

  /// How many record batches make a file of about that size.
  static int batches(long bytes, int batchRows) {
    return Math.toIntExact(bytes / ((long) batchRows * COLUMNS * Float.BYTES));
  }

  private static void fill(VectorSchemaRoot batch, int rows) {
    for (int column = 0; column < COLUMNS; column++) {
      Float4Vector vector = (Float4Vector) batch.getVector(column);
      vector.allocateNew(rows);
      for (int row = 0; row < rows; row++) {
        vector.set(row, (row + column) % VALUES);
      }
    }
    batch.setRowCount(rows);
  }
}
