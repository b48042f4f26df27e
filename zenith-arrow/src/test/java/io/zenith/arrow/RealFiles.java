package io.zenith.arrow;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.function.ObjIntConsumer;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowFileWriter;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;

/// Writes files with arrow-java.
final class RealFiles {
  private RealFiles() {}

  /// A file of a column `x` that counts up from 0 and a column `s` of its text.
  static Path counting(Path file, int batches, int rowsPerBatch) throws IOException {
    List<Field> fields = List.of(Fields.of("x", Fields.INT64), Fields.of("s", Fields.UTF8));
    return write(
        file,
        fields,
        batches,
        rowsPerBatch,
        (root, batch) -> {
          BigIntVector x = (BigIntVector) root.getVector("x");
          VarCharVector s = (VarCharVector) root.getVector("s");
          for (int row = 0; row < rowsPerBatch; row++) {
            long value = (long) batch * rowsPerBatch + row;
            x.setSafe(row, value);
            s.setSafe(row, FileForge.text(Long.toString(value)));
          }
        });
  }

  private static Path write(
      Path file,
      List<Field> fields,
      int batches,
      int rowsPerBatch,
      ObjIntConsumer<VectorSchemaRoot> fill)
      throws IOException {
    try (RootAllocator allocator = new RootAllocator();
        VectorSchemaRoot root = VectorSchemaRoot.create(new Schema(fields), allocator);
        FileChannel channel =
            FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        ArrowFileWriter writer = new ArrowFileWriter(root, null, channel)) {
      writer.start();
      for (int batch = 0; batch < batches; batch++) {
        root.getFieldVectors().forEach(FieldVector::reset);
        fill.accept(root, batch);
        root.setRowCount(rowsPerBatch);
        writer.writeBatch();
      }
      writer.end();
    }
    return file;
  }
}
