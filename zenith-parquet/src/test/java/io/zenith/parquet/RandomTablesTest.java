package io.zenith.parquet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.Dataset;
import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import io.zenith.schema.Schema;
import io.zenith.spi.BatchIterator;
import io.zenith.spi.DataSource;
import io.zenith.spi.Projection;
import io.zenith.spi.ReadRequest;
import io.zenith.spi.Split;
import io.zenith.testkit.Python;
import io.zenith.testkit.Workers;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.SegmentAllocator;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Random tables that PyArrow has written in random settings: nested, with nulls, in all encodings,
/// codecs and sizes of pages and row groups. `-Dzenith.tables=N` takes so many, and
/// `-Dzenith.seed=N` others.
class RandomTablesTest {
  private static final int TABLES = Integer.getInteger("zenith.tables", 150);
  private static final int SEED = Integer.getInteger("zenith.seed", 1);

  /// PyArrow forgets it where nothing else in a map has changed.
  private static final String KEYS_SORTED = ", keys_sorted";

  @TempDir Path folder;

  @Test
  void theyReadAsTheyWereWritten() throws Exception {
    write("plain");
    Workers.run(
        TABLES,
        table -> {
          assertValues(table);
          assertPromises(table);
        });
  }

  @Test
  void typesOfArrowReadAsPyArrowReadsThem() throws Exception {
    write("arrow");
    Workers.run(
        TABLES,
        table -> {
          Schema expected =
              Dataset.open(folder.resolve(table + ".schema.arrow").toString()).schema();
          Schema found = parquet(table).schema();
          assertEquals(text(expected), text(found), name(table));
          assertEquals(sortedMaps(written(table).schema().fields()), sortedMaps(found.fields()));
          assertValues(table);
          assertPromises(table);
        });
  }

  @Test
  void dictionariesHoldTheSameValues() throws Exception {
    write("arrow");
    Workers.run(
        TABLES,
        table -> {
          Map<String, List<@Nullable Object>> expected = Table.read(written(table), 100);
          for (Dictionaries dictionaries : Dictionaries.values()) {
            Parquet format = Parquet.format().dictionaries(dictionaries);
            Dataset dataset = Dataset.open(format, folder.resolve(table + ".parquet").toString());
            assertEquals(expected, Table.read(dataset, 100), name(table));
            requireText(dataset.schema().fields(), dictionaries == Dictionaries.KEEP, name(table));
          }
        });
  }

  /// Under KEEP, all text is in dictionaries; otherwise, none.
  private static void requireText(List<Field> fields, boolean isKept, String message) {
    for (Field field : fields) {
      boolean isPlain =
          switch (field.type()) {
            case DataType.Utf8 _, DataType.LargeUtf8 _, DataType.Utf8View _ -> true;
            case DataType.Binary _, DataType.LargeBinary _, DataType.BinaryView _ -> true;
            default -> false;
          };
      if (isKept && field.type() instanceof DataType.Dictionary(DataType.Int index, _, _)) {
        assertEquals(new DataType.Int(32, true), index, message);
      }
      boolean isFree = field.extensionName().isPresent();
      assertTrue(isFree || !(isKept ? isPlain : isDictionary(field)), message + ": " + field);
      requireText(field.type().children(), isKept, message);
    }
  }

  private static boolean isDictionary(Field field) {
    return field.type() instanceof DataType.Dictionary;
  }

  private void write(String types) throws IOException, InterruptedException {
    Python.require("pyarrow");
    try (InputStream script = RandomTablesTest.class.getResourceAsStream("random_tables.py")) {
      Python.run(
          new String(script.readAllBytes(), StandardCharsets.UTF_8),
          folder.toString(),
          Integer.toString(SEED),
          Integer.toString(TABLES),
          types);
    }
  }

  private static String name(int table) {
    return "seed " + SEED + ", table " + table;
  }

  private Dataset written(int table) throws IOException {
    return Dataset.open(folder.resolve(table + ".arrow").toString());
  }

  private Dataset parquet(int table) throws IOException {
    return Dataset.open(folder.resolve(table + ".parquet").toString());
  }

  private void assertValues(int table) throws IOException {
    assertEquals(Table.read(written(table), 100), Table.read(parquet(table), 100), name(table));
  }

  /// No column takes much more memory than its split has promised: how long text is that a
  /// dictionary repeats is a guess.
  private void assertPromises(int table) throws IOException {
    try (Arena arena = Arena.ofShared();
        DataSource source =
            Parquet.format()
                .open(NativeFile.read(folder.resolve(table + ".parquet"), arena), arena)) {
      for (Split split : source.splits()) {
        for (int column = 0; column < source.schema().fields().size(); column++) {
          long promised = split.decodedBytes(Projection.columns(column));
          long taken = taken(source, split, column);
          assertTrue(
              taken <= 2 * promised,
              name(table) + ", " + split + ", column " + column + ": " + taken + " > " + promised);
        }
      }
    }
  }

  private static long taken(DataSource source, Split split, int column) throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      AtomicLong taken = new AtomicLong();
      SegmentAllocator counting =
          (bytes, alignment) -> {
            taken.addAndGet(bytes);
            return arena.allocate(bytes, alignment);
          };
      ReadRequest request = ReadRequest.all(split, Projection.columns(column), counting);
      try (BatchIterator batches = source.read(request)) {
        assertTrue(batches.advance());
      }
      return taken.get();
    }
  }

  private static String text(Schema schema) {
    return schema.metadata() + schema.fields().stream().map(f -> text(f, "\n")).toList().toString();
  }

  private static String text(Field field, String line) {
    return line + field.name() + " " + contents(field, line + "  ");
  }

  /// All of a field but its name: that of what is in a list or map is free.
  private static String contents(Field field, String line) {
    return (field.nullable() ? "" : "not null ")
        + field.type().toString().replace(KEYS_SORTED, "")
        + field.metadata()
        + field.type().children().stream()
            .map(f ->
                field.type() instanceof DataType.Struct ? text(f, line) : line + contents(f, line))
            .collect(Collectors.joining());
  }

  /// Whether keys are sorted, of all maps in their order.
  private static List<Boolean> sortedMaps(List<Field> fields) {
    List<Boolean> sorted = new ArrayList<>();
    for (Field field : fields) {
      if (field.type() instanceof DataType.Map map) {
        sorted.add(map.keysSorted());
      }
      sorted.addAll(sortedMaps(field.type().children()));
    }
    return sorted;
  }
}
