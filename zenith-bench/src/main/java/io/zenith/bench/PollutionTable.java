package io.zenith.bench;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.apache.arrow.vector.types.FloatingPointPrecision.DOUBLE;
import static org.apache.arrow.vector.types.FloatingPointPrecision.SINGLE;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.Float4Vector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.UInt1Vector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.FixedSizeListVector;
import org.apache.arrow.vector.ipc.ArrowFileWriter;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;

/// A table with a column of each kind that the contenders know, in record batches that batches of
/// 64 do not divide: whoever has read it has met every branch of its own code.
final class PollutionTable {
  /// What its files are called.
  static final String NAME = "pollution";

  private static final int RECORD_BATCHES = 40;
  private static final int ROWS = 250;
  private static final int LIST_SIZE = 3;

  private PollutionTable() {}

  static CaseFiles write(Path folder) throws IOException {
    CaseFiles files = new CaseFiles(folder, NAME);
    NamedWrite.to(files.file(), () -> write(files));
    BenchFiles.writeStream(files);
    return files;
  }

  private static void write(CaseFiles files) throws IOException {
    try (BufferAllocator allocator = new RootAllocator();
        FileChannel channel = FileChannel.open(files.file(), CREATE, WRITE);
        VectorSchemaRoot batch = VectorSchemaRoot.create(schema(), allocator);
        ArrowFileWriter writer = new ArrowFileWriter(batch, null, channel)) {
      writer.start();
      for (int number = 0; number < RECORD_BATCHES; number++) {
        fill(batch);
        writer.writeBatch();
      }
      writer.end();
    }
  }

  private static Schema schema() {
    ArrowType aFloat = new ArrowType.FloatingPoint(SINGLE);
    ArrowType aByte = new ArrowType.Int(8, false);
    return new Schema(
        List.of(
            Field.nullable("byte", aByte),
            Field.nullable("int", new ArrowType.Int(32, true)),
            Field.nullable("long", new ArrowType.Int(64, true)),
            Field.nullable("float", aFloat),
            Field.nullable("other_float", aFloat),
            Field.nullable("double", new ArrowType.FloatingPoint(DOUBLE)),
            list("bytes", aByte),
            list("floats", aFloat)));
  }

  private static Field list(String name, ArrowType element) {
    Field item = new Field("item", FieldType.nullable(element), null);
    return new Field(
        name, FieldType.nullable(new ArrowType.FixedSizeList(LIST_SIZE)), List.of(item));
  }

  private static void fill(VectorSchemaRoot batch) {
    for (FieldVector vector : batch.getFieldVectors()) {
      for (int row = 0; row < ROWS; row++) {
        set(vector, row);
      }
    }
    batch.setRowCount(ROWS);
  }

  private static void set(FieldVector vector, int row) {
    switch (vector) {
      case UInt1Vector bytes -> bytes.setSafe(row, row);
      case IntVector ints -> ints.setSafe(row, row);
      case BigIntVector longs -> longs.setSafe(row, row);
      case Float4Vector floats -> floats.setSafe(row, row);
      case Float8Vector doubles -> doubles.setSafe(row, row);
      case FixedSizeListVector lists -> {
        int first = lists.startNewValue(row);
        for (int at = 0; at < LIST_SIZE; at++) {
          set(lists.getDataVector(), first + at);
        }
      }
      default -> throw new IllegalArgumentException(vector.getField() + " has no values");
    }
  }
}
