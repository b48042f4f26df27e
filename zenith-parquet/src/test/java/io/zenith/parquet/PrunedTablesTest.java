package io.zenith.parquet;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.Batch;
import io.zenith.DataLoader;
import io.zenith.Dataset;
import io.zenith.Filter;
import io.zenith.RandomFilter;
import io.zenith.ReadPlan;
import io.zenith.Remainder;
import io.zenith.Shard;
import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import io.zenith.spi.Format;
import io.zenith.testkit.ColumnValues;
import io.zenith.testkit.Property;
import io.zenith.testkit.Python;
import io.zenith.testkit.Row;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Filters keep the rows that a loop over all rows keeps, whatever files of PyArrow say of their
/// values: statistics, page indexes, Bloom filters, dictionaries and the names of folders.
/// `-Dzenith.tables=N` takes so many tables, and `-Dzenith.seed=SEED` others. What a failure names
/// runs it alone, `-Dzenith.seed=SEED:CASE`, with `-Dzenith.tables=N` where that was given.
final class PrunedTablesTest {
  private static final int TABLES = Integer.getInteger("zenith.tables", 9);
  private static final int FILTERS = 5;

  @TempDir private Path folder;

  /// The rows of a dataset by column, and fields inside structs as columns of their own.
  private static final class Rows {
    private final Map<Field, List<@Nullable Object>> columns = new LinkedHashMap<>();
    private int count;

    private Rows(Dataset dataset) {
      dataset.schema().fields().forEach(field -> columns.put(field, new ArrayList<>()));
      try (DataLoader loader = dataset.loader(1000).build()) {
        for (Batch batch : loader) {
          columns.forEach(
              (field, values) -> values.addAll(ColumnValues.of(batch.column(field.name()))));
          count += batch.rows();
        }
      }
      dataset.schema().fields().forEach(this::addInside);
    }

    private List<@Nullable Object> values(Field field) {
      return requireNonNull(columns.get(field));
    }

    private void addInside(Field field) {
      if (field.type() instanceof DataType.Struct(List<Field> fields)) {
        for (int i = 0; i < fields.size(); i++) {
          List<@Nullable Object> values = new ArrayList<>();
          for (Object row : values(field)) {
            values.add(row == null ? null : ((Row) row).values().get(i));
          }
          String name = field.name() + "." + fields.get(i).name();
          columns.put(Field.of(name, fields.get(i).type()), values);
        }
      }
    }

    private RandomFilter filter(SplittableRandom random) {
      Map<Field, List<Object>> samples = new LinkedHashMap<>();
      columns.forEach((field, values) -> {
        List<Object> some = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
          some.add(values.get(random.nextInt(count)));
        }
        samples.put(field, RandomFilter.samples(field.type(), some, random));
      });
      return RandomFilter.of(samples, random.nextInt(3), random);
    }

    private List<Long> kept(RandomFilter filter) {
      Map<String, Object> row = new HashMap<>();
      return LongStream.range(0, count)
          .filter(number -> {
            columns.forEach((field, values) -> row.put(field.name(), values.get((int) number)));
            return Boolean.TRUE.equals(filter.truth().apply(row));
          })
          .boxed()
          .toList();
    }
  }

  private void write() throws IOException, InterruptedException {
    Python.require("pyarrow");
    try (InputStream script = PrunedTablesTest.class.getResourceAsStream("pruned_tables.py")) {
      Python.run(
          new String(script.readAllBytes(), StandardCharsets.UTF_8),
          folder.toString(),
          Long.toString(Property.seed()),
          Integer.toString(TABLES));
    }
  }

  private static List<Format> formats() {
    Format parquet = Parquet.format();
    Format parts = new PartsFormat(new RowGroupParts(0, 20_000, 1));
    return List.of(
        parquet,
        Parquet.format().dictionaries(Dictionaries.KEEP),
        parts,
        new UnmappedFormat(parquet, new AtomicLong()),
        new UnmappedFormat(parts, new AtomicLong()));
  }

  /// Loaders of which together each row is delivered once.
  private static List<List<Function<Dataset, DataLoader.Builder>>> loaders(
      SplittableRandom random) {
    int batchSize = 1 + random.nextInt(500);
    long seed = random.nextLong();
    return List.of(
        List.of(dataset -> dataset.loader(batchSize)),
        List.of(dataset -> dataset.loader(batchSize).shuffle(seed)),
        List.of(dataset -> dataset.loader(batchSize).shuffle(seed).window(1000)),
        List.of(
            dataset -> dataset.loader(batchSize).remainder(Remainder.KEEP).shard(Shard.of(0, 2)),
            dataset -> dataset.loader(batchSize).remainder(Remainder.KEEP).shard(Shard.of(1, 2))));
  }

  /// The values of a column by the numbers of their rows.
  private static Map<Long, @Nullable Object> read(DataLoader.Builder options, String column) {
    Map<Long, @Nullable Object> rows = new TreeMap<>();
    try (DataLoader loader = options.build()) {
      for (Batch batch : loader) {
        List<Object> values = ColumnValues.of(batch.column(column));
        for (int row = 0; row < batch.rows(); row++) {
          long number = batch.rowNumber(row);
          assertTrue(!rows.containsKey(number), () -> "row " + number + " twice");
          rows.put(number, values.get(row));
        }
      }
    }
    return rows;
  }

  @Test
  void filtersKeepTheRowsOfALoopOverAll() throws Exception {
    write();
    AtomicLong kept = new AtomicLong();
    AtomicLong left = new AtomicLong();
    AtomicLong all = new AtomicLong();
    Property.check(
        TABLES,
        (random, number) -> {
          String location = folder.resolve(Integer.toString(number)).toString();
          Rows rows = new Rows(Dataset.open(location));
          for (int i = 0; i < FILTERS; i++) {
            RandomFilter filter = rows.filter(random);
            List<Long> expected = rows.kept(filter);
            var formats = formats();
            Format format = formats.get(random.nextInt(formats.size()));
            Dataset dataset = Dataset.open(format, location).filter(filter.filter());
            verify(dataset, rows, expected, random);
            ReadPlan plan = dataset.plan();
            assertEquals(rows.count, plan.all().rows());
            assertTrue(plan.byFooters().rows() <= rows.count);
            assertTrue(plan.byIndexes().rows() <= plan.byFooters().rows());
            assertTrue(expected.size() <= plan.byIndexes().rows());
            kept.addAndGet(expected.size());
            left.addAndGet(plan.byIndexes().rows());
            all.addAndGet(plan.all().rows());
          }
        });
    // Most filters are for most rows.
    long notKept = all.get() - kept.get();
    long notRead = all.get() - left.get();
    assertTrue(notRead > notKept / 4, () -> notRead + " not read of " + notKept);
  }

  private static void verify(
      Dataset dataset, Rows rows, List<Long> expected, SplittableRandom random) {
    List<Field> fields = dataset.schema().fields();
    Field field = fields.get(random.nextInt(fields.size()));
    List<@Nullable Object> values = rows.values(field);
    var loaders = loaders(random);
    Map<Long, @Nullable Object> found = new TreeMap<>();
    int kind = random.nextInt(loaders.size());
    for (var loader : loaders.get(kind)) {
      found.putAll(read(loader.apply(dataset.select(field.name())), field.name()));
    }
    Supplier<@Nullable String> message = () -> "loaders " + kind + ", " + dataset;
    assertEquals(expected, List.copyOf(found.keySet()), message);
    found.forEach((row, value) -> assertEquals(values.get(Math.toIntExact(row)), value, message));
  }

  /// As the defaults of PyArrow are, but for the page index: numbers that hardly repeat, so that
  /// dictionaries are given up early in each row group.
  @Test
  void fewRowsOfASortedColumnAreFewBytes() throws Exception {
    Python.require("pyarrow");
    Path path = folder.resolve("numbers.parquet");
    Python.run(
        """
        import sys, numpy as np, pyarrow as pa, pyarrow.parquet as pq
        random, rows = np.random.default_rng(1), 1_200_000
        columns = {'id': np.arange(rows)}
        columns.update({f'f{i}': random.random(rows, dtype=np.float32) for i in range(2)})
        pq.write_table(pa.table(columns), sys.argv[1], write_page_index=True)
        """,
        path.toString());
    assertShare(path, Filter.parse("id between 600000 and 600119"), 120, 0.03);
  }

  private static void assertShare(Path path, Filter filter, long rows, double most)
      throws IOException {
    AtomicLong read = new AtomicLong();
    Dataset dataset = Dataset.open(new UnmappedFormat(Parquet.format(), read), path.toString());
    long found = 0;
    try (DataLoader loader = dataset.filter(filter).loader(64).build()) {
      for (Batch batch : loader) {
        found += batch.rows();
      }
    }
    assertEquals(rows, found);
    double share = (double) read.get() / path.toFile().length();
    assertTrue(share < most, () -> read + " bytes, " + share);
  }
}
