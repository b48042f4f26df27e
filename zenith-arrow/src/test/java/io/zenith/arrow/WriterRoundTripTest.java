package io.zenith.arrow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.Dataset;
import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import io.zenith.schema.Schema;
import io.zenith.testkit.Property;
import io.zenith.testkit.Python;
import io.zenith.testkit.RandomData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What is written is read back equal, compressed or not: by Zenith, by arrow-java and by PyArrow.
final class WriterRoundTripTest {
  /// What cannot be written, of what random data has.
  private static final List<String> REFUSALS =
      List.of(
          "make the batches smaller",
          "by the union's own bitmap",
          "values together, more than",
          "have no order together");

  private static final String REWRITE =
      """
      import glob, sys
      import pyarrow as pa
      for path in sorted(glob.glob(sys.argv[1] + '/*.arrow*')):
          with pa.memory_map(path) as source:
              if path.endswith('.arrow'):
                  reader = pa.ipc.open_file(source)
                  batches = [reader.get_batch(i) for i in range(reader.num_record_batches)]
              else:
                  batches = list(pa.ipc.open_stream(source))
              for i, batch in enumerate(batches):
                  batch.validate(full=True)
                  with pa.ipc.new_file(f'{path}.{i}.back', batch.schema) as writer:
                      writer.write_batch(batch)
      """;

  @TempDir private Path folder;

  @Test
  void randomTablesOfAllTypesAreReadBackByZenith() {
    Property.check(
        400,
        (random, number) -> {
          RandomTable table = RandomTable.of(random, 4, _ -> true);
          Path file = folder.resolve(number + ".arrow");
          if (isWritten(table, ArrowWriter.file(file).codec(any(random)), 1 + random.nextInt(50))) {
            assertReads(table, file, 1 + random.nextInt(50));
          }
        });
  }

  @Test
  void everyTypeByItselfIsReadBackByZenithAndArrowJava() {
    List<DataType> types = RandomData.typesOfAllClasses();
    Property.check(
        2 * types.size(),
        (random, number) -> {
          DataType type = types.get(number % types.size());
          RandomTable table = RandomTable.of(random, Schema.of(Field.of("c", type)));
          Path file = folder.resolve(number + ".arrow");
          if (isWritten(table, ArrowWriter.file(file), 1 + random.nextInt(50))) {
            assertReads(table, file, 7);
            if (isReadByArrowJava(type)) {
              assertEquals(table.rows(), Oracle.read(file).rows(), type.toString());
            }
          }
        });
  }

  private static Compression any(SplittableRandom random) {
    List<Compression> codecs = List.of(Compression.values());
    return codecs.get(random.nextInt(codecs.size()));
  }

  private static void assertReads(RandomTable table, Path file, int batchSize) throws IOException {
    Dataset read = Dataset.open(file.toString());
    assertEquals(table.schema(), read.schema());
    assertEquals(table.schema().fields().toString(), read.schema().fields().toString());
    assertEquals(table.rows(), Rows.of(read, batchSize), table.schema().toString());
  }

  /// Its vectors do not know narrow decimals, and divide by the width of binary values.
  private static boolean isReadByArrowJava(DataType type) {
    return RandomTable.all(
        type,
        one ->
            !(one instanceof DataType.Decimal decimal && decimal.bits() < 128)
                && !one.equals(new DataType.FixedSizeBinary(0)));
  }

  @Test
  void randomTablesAreReadBackByPyArrow() throws Exception {
    Python.require("pyarrow");
    Map<Path, RandomTable> written = new HashMap<>();
    Property.check(
        200,
        (random, number) -> {
          RandomTable table = RandomTable.of(random, 3, WriterRoundTripTest::isChecked);
          boolean isFile = random.nextBoolean();
          Path path = folder.resolve(number + (isFile ? ".arrow" : ".arrows"));
          ArrowWriter.Builder target = isFile ? ArrowWriter.file(path) : ArrowWriter.stream(path);
          if (isWritten(table, target.codec(any(random)), 1 + random.nextInt(50))) {
            written.put(path, table);
          }
        });
    assertEquals("", Python.run(REWRITE, folder.toString()));
    for (Path path : written.keySet()) {
      RandomTable table = written.get(path);
      List<List<Object>> rows = new ArrayList<>();
      for (int i = 0; Files.exists(Path.of(path + "." + i + ".back")); i++) {
        rows.addAll(Rows.of(Dataset.open(path + "." + i + ".back"), 100));
      }
      assertEquals(table.rows(), rows, path + " " + table.schema());
    }
    assertTrue(written.size() > 100, written::toString);
  }

  private static final String OTHERS =
      """
      import sys
      import polars, duckdb, pyarrow as pa
      frame = polars.read_ipc(sys.argv[1])
      t = pa.ipc.open_file(sys.argv[1]).read_all()
      expected = t.to_pydict()
      assert frame.to_dict(as_series=False) == expected, frame
      rows = duckdb.sql('select * from t').fetchall()
      assert rows == list(zip(*expected.values())), rows
      """;

  @Test
  void commonTypesAreReadByPolarsAndDuckDb() throws Exception {
    Python.require("polars, duckdb, pyarrow");
    DataType text = new DataType.Utf8();
    Field item = Field.of("item", new DataType.Int(32, true));
    List<DataType> types =
        List.of(
            new DataType.Bool(),
            new DataType.Int(8, true),
            new DataType.Int(64, false),
            text,
            new DataType.LargeUtf8(),
            new DataType.Utf8View(),
            new DataType.Binary(),
            new DataType.List(item),
            new DataType.Struct(List.of(item, Field.of("text", text))),
            new DataType.Dictionary(new DataType.Int(32, false), text, false));
    List<Field> fields = new ArrayList<>();
    for (int i = 0; i < types.size(); i++) {
      fields.add(Field.of("c" + i, types.get(i)));
    }
    Property.check(
        5,
        (random, number) -> {
          RandomTable table = RandomTable.of(random, new Schema(fields, Map.of()));
          Path file = folder.resolve(number + ".arrow");
          if (isWritten(table, ArrowWriter.file(file).codec(any(random)), 1 + random.nextInt(50))) {
            assertEquals("", Python.run(OTHERS, file.toString()));
          }
        });
  }

  /// Of some types PyArrow refuses values that are out of range, as random ones are; and deltas of
  /// dictionaries that refer to others.
  private static boolean isChecked(DataType type) {
    return !(type instanceof DataType.Dictionary dictionary
            && !RandomTable.all(
                dictionary.value(), inner -> !(inner instanceof DataType.Dictionary)))
        && !(type instanceof DataType.Decimal
            || type instanceof DataType.Time
            || type.equals(new DataType.Date(64)));
  }

  private boolean isWritten(RandomTable table, ArrowWriter.Builder target, int batchSize)
      throws IOException {
    Optional<String> refusal = table.write(target, batchSize);
    refusal.ifPresent(why -> assertTrue(REFUSALS.stream().anyMatch(why::contains), why));
    try (Stream<Path> files = Files.list(folder)) {
      assertTrue(files.noneMatch(path -> path.getFileName().toString().startsWith(".")));
    }
    return refusal.isEmpty();
  }
}
