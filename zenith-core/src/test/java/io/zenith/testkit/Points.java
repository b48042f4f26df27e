package io.zenith.testkit;

import io.zenith.Dataset;
import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import io.zenith.schema.Schema;
import io.zenith.spi.ArrayData;
import io.zenith.spi.RecordBatch;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/// Points of a plane with the side of a line on which they are: what a network learns at once.
///
/// Columns: `id`, `point` of two `float32`, `x` and `y` apart, and `side`, 0 or 1.
public final class Points implements AutoCloseable {
  private static final DataType FLOAT = new DataType.FloatingPoint(32);
  private static final DataType LONG = new DataType.Int(64, true);
  private static final int SPLIT_ROWS = 100;
  private final MemFolder folder;

  private Points(MemFolder folder) {
    this.folder = folder;
  }

  public static Points of(int rows) {
    Schema schema =
        Schema.of(
            Field.of("id", LONG),
            Field.of("point", new DataType.FixedSizeList(Field.of("item", FLOAT), 2)),
            Field.of("x", FLOAT),
            Field.of("y", FLOAT),
            Field.of("side", LONG));
    MemFile file = MemFile.mapped("points.mem", schema);
    SplittableRandom random = new SplittableRandom(7);
    for (int row = 0; row < rows; row += SPLIT_ROWS) {
      file.split(rows(row, Math.min(SPLIT_ROWS, rows - row), schema, random));
    }
    return new Points(MemFolder.of(file));
  }

  private static RecordBatch rows(int from, int count, Schema schema, SplittableRandom random) {
    List<List<Object>> columns =
        List.of(
            new ArrayList<>(),
            new ArrayList<>(),
            new ArrayList<>(),
            new ArrayList<>(),
            new ArrayList<>());
    for (int i = 0; i < count; i++) {
      float x = (float) random.nextDouble(-1, 1);
      float y = (float) random.nextDouble(-1, 1);
      columns.get(0).add((long) from + i);
      columns.get(1).add(List.of(x, y));
      columns.get(2).add(x);
      columns.get(3).add(y);
      columns.get(4).add(x + 2 * y > 0 ? 1L : 0L);
    }
    List<ArrayData> arrays = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      arrays.add(ArrayBuilder.plain(schema.fields().get(i).type(), columns.get(i)));
    }
    return new RecordBatch(0, count, arrays);
  }

  public Dataset open() throws IOException {
    return folder.open();
  }

  @Override
  public void close() {
    folder.close();
  }
}
