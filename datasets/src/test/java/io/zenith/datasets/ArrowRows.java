package io.zenith.datasets;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.ipc.ArrowFileReader;
import org.apache.arrow.vector.types.pojo.Schema;

/// A file as arrow-java reads it.
///
/// @param batchRows the rows of each record batch
/// @param rows the values, row by row, in text
record ArrowRows(Schema schema, List<Integer> batchRows, List<List<String>> rows) {

  static ArrowRows read(Path file) throws IOException {
    try (BufferAllocator allocator = new RootAllocator();
        FileChannel channel = FileChannel.open(file);
        ArrowFileReader reader = new ArrowFileReader(channel, allocator)) {
      Schema schema = reader.getVectorSchemaRoot().getSchema();
      List<Integer> batchRows = new ArrayList<>();
      List<List<String>> rows = new ArrayList<>();
      while (batchRows.size() < reader.getRecordBlocks().size()) {
        reader.loadNextBatch();
        batchRows.add(reader.getVectorSchemaRoot().getRowCount());
        for (int row = 0; row < reader.getVectorSchemaRoot().getRowCount(); row++) {
          rows.add(texts(reader.getVectorSchemaRoot().getFieldVectors(), row));
        }
      }
      return new ArrowRows(schema, batchRows, rows);
    }
  }

  List<String> column(String name) {
    int at =
        IntStream.range(0, schema.getFields().size())
            .filter(index -> schema.getFields().get(index).getName().equals(name))
            .findFirst()
            .orElseThrow();
    return rows.stream().map(row -> row.get(at)).toList();
  }

  private static List<String> texts(List<FieldVector> vectors, int row) {
    return vectors.stream().map(vector -> text(vector, row)).toList();
  }

  private static String text(FieldVector vector, int row) {
    Object value = vector.getObject(row);
    return value instanceof byte[] bytes ? Arrays.toString(bytes) : String.valueOf(value);
  }
}
