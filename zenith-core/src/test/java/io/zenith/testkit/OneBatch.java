package io.zenith.testkit;

import io.zenith.Batch;
import io.zenith.DataLoader;
import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import io.zenith.schema.Schema;
import io.zenith.spi.ArrayData;
import io.zenith.spi.RecordBatch;
import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;

/// One record batch that a loader delivers as one batch, a view: what tests of columns look at.
public final class OneBatch implements AutoCloseable {
  private final MemFolder folder;
  private final DataLoader loader;
  private final Batch batch;

  private OneBatch(Schema schema, RecordBatch data) throws IOException {
    folder = MemFolder.of(MemFile.mapped("one.mem", schema).split(data));
    loader = folder.open().loader(Math.toIntExact(data.rows())).build();
    Batch first;
    try {
      first = loader.iterator().next();
    } catch (RuntimeException e) {
      close();
      throw e;
    }
    batch = first;
  }

  /// All rows of one column named `c`.
  public static OneBatch of(ArrayData column) throws IOException {
    return of(column, 0, column.length());
  }

  /// Some rows of one column named `c`.
  public static OneBatch of(ArrayData column, long fromRow, long rows) throws IOException {
    return of(
        Schema.of(Field.of("c", column.type())), new RecordBatch(fromRow, rows, List.of(column)));
  }

  /// Plain values as one column named `c`.
  public static OneBatch of(DataType type, Object... values) throws IOException {
    return of(ArrayBuilder.plain(type, java.util.Arrays.asList(values)));
  }

  /// Columns named `c0`, `c1` and so on.
  public static OneBatch ofColumns(List<ArrayData> columns) throws IOException {
    List<Field> fields =
        IntStream.range(0, columns.size())
            .mapToObj(i -> Field.of("c" + i, columns.get(i).type()))
            .toList();
    return of(
        Schema.of(fields.toArray(Field[]::new)),
        new RecordBatch(0, columns.getFirst().length(), columns));
  }

  /// A record batch under a schema.
  public static OneBatch of(Schema schema, RecordBatch data) throws IOException {
    return new OneBatch(schema, data);
  }

  /// The batch.
  public Batch batch() {
    return batch;
  }

  /// The loader it comes from.
  public DataLoader loader() {
    return loader;
  }

  @Override
  public void close() {
    loader.close();
    folder.close();
  }
}
