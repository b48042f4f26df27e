package io.zenith.parquet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.Batch;
import io.zenith.Dataset;
import io.zenith.spi.BatchIterator;
import io.zenith.spi.DataSource;
import io.zenith.spi.Projection;
import io.zenith.spi.ReadRequest;
import io.zenith.spi.RowRange;
import io.zenith.spi.Split;
import io.zenith.testkit.ColumnValues;
import io.zenith.testkit.InMemory;
import io.zenith.testkit.Property;
import io.zenith.testkit.Python;
import io.zenith.testkit.Workers;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.Arena;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Some rows of random tables are those of the whole, wherever pages begin and end, with an offset
/// index and without, and whether dictionaries are kept or not. `-Dzenith.tables=N` takes so many,
/// and `-Dzenith.seed=SEED` others. What a failure names runs it alone, `-Dzenith.seed=SEED:CASE`,
/// with `-Dzenith.tables=N` where that was given.
final class RowRangesTest {
  private static final int TABLES = Integer.getInteger("zenith.tables", 50);
  private static final int READS = 6;

  private static void write(Path folder, String types) throws Exception {
    Python.require("pyarrow");
    try (InputStream script = RandomTablesTest.class.getResourceAsStream("random_tables.py")) {
      Python.run(
          new String(script.readAllBytes(), StandardCharsets.UTF_8),
          folder.toString(),
          Long.toString(Property.seed()),
          Integer.toString(TABLES),
          types);
    }
  }

  @Test
  void someRowsAreThoseOfTheWhole(@TempDir Path folder) throws Exception {
    write(folder, "arrow");
    Property.check(TABLES, (random, table) -> verify(folder.resolve(table + ".parquet"), random));
  }

  private static void verify(Path path, SplittableRandom random) throws IOException {
    Parquet format =
        random.nextBoolean() ? Parquet.format() : Parquet.format().dictionaries(Dictionaries.KEEP);
    try (InMemory memory = new InMemory(format, "ranges", Files.readAllBytes(path))) {
      for (boolean mapped : new boolean[] {true, false}) {
        try (DataSource source = memory.source(mapped)) {
          for (Split split : source.splits()) {
            verify(source, split, random);
          }
        }
      }
    }
  }

  /// Checks some ranges of a split.
  static void verify(DataSource source, Split split, SplittableRandom random) throws IOException {
    List<Projection> all = Projection.all(source.schema());
    List<List<Object>> whole = read(source, split, List.of(new RowRange(0, split.rows())), all);
    for (int i = 0; i < READS; i++) {
      List<RowRange> ranges = ranges((int) split.rows(), random);
      List<List<Object>> found = read(source, split, ranges, all);
      for (int column = 0; column < whole.size(); column++) {
        List<Object> expected = new ArrayList<>();
        for (RowRange range : ranges) {
          expected.addAll(whole.get(column).subList((int) range.from(), (int) range.end()));
        }
        assertEquals(expected, found.get(column), split + ", rows " + ranges);
      }
    }
  }

  /// Some, few or many, apart or not.
  private static List<RowRange> ranges(int rows, SplittableRandom random) {
    int step = 1 + random.nextInt(1 + rows);
    List<RowRange> ranges = new ArrayList<>();
    int at = random.nextInt(step);
    while (at < rows) {
      int count = Math.min(rows - at, random.nextInt(1 + random.nextInt(step)));
      ranges.add(new RowRange(at, count));
      at += count + random.nextInt(step);
      at += count == 0 ? 1 : 0;
    }
    return ranges;
  }

  private static List<List<Object>> read(
      DataSource source, Split split, List<RowRange> ranges, List<Projection> columns)
      throws IOException {
    List<List<Object>> values = new ArrayList<>();
    columns.forEach(_ -> values.add(new ArrayList<>()));
    try (Arena arena = Arena.ofConfined();
        BatchIterator batches = source.read(new ReadRequest(split, ranges, columns, arena))) {
      while (batches.advance()) {
        Batch batch = Batch.of(source.schema(), batches.batch());
        for (int column = 0; column < values.size(); column++) {
          values.get(column).addAll(ColumnValues.of(batch.column(column)));
        }
      }
    }
    return values;
  }

  /// As row groups are that are too large for the memory.
  @Test
  void partsOfRowGroupsAreTheWhole(@TempDir Path folder) throws Exception {
    write(folder, "plain");
    PartsFormat format = new PartsFormat(new RowGroupParts(0, 2_000, 1));
    AtomicLong parts = new AtomicLong();
    AtomicLong wholes = new AtomicLong();
    Workers.run(
        TABLES,
        table -> {
          String path = folder.resolve(table + ".parquet").toString();
          Dataset whole = Dataset.open(path);
          Dataset cut = Dataset.open(format, path);
          assertEquals(Table.read(whole, 100), Table.read(cut, 100), path);
          wholes.addAndGet(whole.splits().size());
          parts.addAndGet(cut.splits().size());
        });
    assertTrue(2 * parts.get() > 3 * wholes.get(), parts + " parts of " + wholes);
  }
}
