package io.zenith.arrow;

import io.zenith.Batch;
import io.zenith.DataLoader;
import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import io.zenith.schema.Schema;
import io.zenith.spi.ArrayData;
import io.zenith.spi.RecordBatch;
import io.zenith.testkit.ArrayBuilder;
import io.zenith.testkit.MemFile;
import io.zenith.testkit.MemFolder;
import io.zenith.testkit.RandomData;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Predicate;

/// Random columns of random types, cut at random into record batches in the midst of longer
/// columns, and the plain rows of them.
///
/// @param schema the schema
/// @param rows the rows
/// @param file the columns
record RandomTable(Schema schema, List<List<Object>> rows, MemFile file) {

  /// Makes a table of a few columns.
  ///
  /// @param accepted which types a column may have
  static RandomTable of(SplittableRandom random, int depth, Predicate<DataType> accepted) {
    List<Field> fields = new ArrayList<>();
    for (int i = 0; i <= random.nextInt(4); i++) {
      fields.add(new Field("c" + i, type(random, depth, accepted), true, metadata(i)));
    }
    return of(random, new Schema(fields, metadata(random.nextInt(2))));
  }

  /// Makes a table of any columns.
  static RandomTable of(SplittableRandom random, Schema schema) {
    List<List<Object>> rows = new ArrayList<>();
    RecordBatch[] batches = new RecordBatch[random.nextInt(5)];
    for (int i = 0; i < batches.length; i++) {
      batches[i] = batch(random, schema, rows);
    }
    return new RandomTable(schema, rows, MemFile.mapped("t.mem", schema).split(batches));
  }

  private static Map<String, String> metadata(int number) {
    return number == 0 ? Map.of() : Map.of("k" + number, "v é" + number);
  }

  private static DataType type(SplittableRandom random, int depth, Predicate<DataType> accepted) {
    while (true) {
      DataType type = RandomData.type(random, depth);
      if (isWritable(type) && all(type, accepted)) {
        return type;
      }
    }
  }

  /// Whether a type and all types inside of it are accepted.
  static boolean all(DataType type, Predicate<DataType> accepted) {
    return accepted.test(type)
        && type.children().stream().allMatch(child -> all(child.type(), accepted))
        && (!(type instanceof DataType.Dictionary coded) || all(coded.value(), accepted));
  }

  /// Whether Arrow IPC can express a type: no dictionaries of dictionaries.
  private static boolean isWritable(DataType type) {
    return all(
        type,
        one ->
            !(one instanceof DataType.Dictionary coded)
                || !(coded.value() instanceof DataType.Dictionary));
  }

  private static RecordBatch batch(
      SplittableRandom random, Schema schema, List<List<Object>> rows) {
    int count = random.nextInt(4) == 0 ? random.nextInt(2) : random.nextInt(40);
    int before = random.nextInt(20);
    List<ArrayData> columns = new ArrayList<>();
    List<List<Object>> values = new ArrayList<>();
    for (Field field : schema.fields()) {
      int nulls = random.nextInt(3) * 20;
      int all = before + count + random.nextInt(4);
      List<Object> column = RandomData.values(field.type(), all, nulls, random);
      values.add(column);
      columns.add(
          random.nextBoolean()
              ? ArrayBuilder.noisy(field.type(), column, random)
              : ArrayBuilder.plain(field.type(), column));
    }
    for (int row = before; row < before + count; row++) {
      int place = row;
      rows.add(Rows.row(values.stream().map(column -> column.get(place)).toArray()));
    }
    return new RecordBatch(before, count, columns);
  }

  /// Writes all rows in batches of some size.
  ///
  /// @return why that cannot be done, if it cannot
  Optional<String> write(ArrowWriter.Builder target, int batchSize) throws IOException {
    try (MemFolder folder = MemFolder.of(file);
        ArrowWriter writer = target.open(schema)) {
      try (DataLoader loader = folder.open().loader(batchSize).build()) {
        for (Batch batch : loader) {
          writer.write(batch);
        }
      } catch (IllegalStateException e) {
        return Optional.of(String.valueOf(e.getMessage()));
      }
      writer.finish();
      return Optional.empty();
    }
  }
}
