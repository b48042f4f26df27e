package io.zenith.parquet;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.Batch;
import io.zenith.DataLoader;
import io.zenith.Dataset;
import io.zenith.RandomFilter;
import io.zenith.ReadPlan;
import io.zenith.Remainder;
import io.zenith.Shard;
import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import io.zenith.spi.Format;
import io.zenith.testkit.ColumnValues;
import io.zenith.testkit.Row;
import java.io.IOException;
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

/// The rows of a dataset by column, and fields inside structs as columns of their own: what a
/// filter keeps of them is found by a loop over all.
final class FilterLoop {
  private final List<Field> fields;
  private final Map<Field, List<@Nullable Object>> columns = new LinkedHashMap<>();
  private int count;

  /// Reads all rows.
  FilterLoop(Dataset dataset) {
    fields = dataset.schema().fields();
    fields.forEach(field -> columns.put(field, new ArrayList<>()));
    try (DataLoader loader = dataset.loader(1000).build()) {
      for (Batch batch : loader) {
        columns.forEach(
            (field, values) -> values.addAll(ColumnValues.of(batch.column(field.name()))));
        count += batch.rows();
      }
    }
    fields.forEach(this::addInside);
  }

  private List<@Nullable Object> values(Field field) {
    return requireNonNull(columns.get(field));
  }

  private void addInside(Field field) {
    if (field.type() instanceof DataType.Struct(List<Field> inner)) {
      for (int i = 0; i < inner.size(); i++) {
        List<@Nullable Object> values = new ArrayList<>();
        for (Object row : values(field)) {
          values.add(row == null ? null : ((Row) row).values().get(i));
        }
        String name = field.name() + "." + inner.get(i).name();
        columns.put(Field.of(name, inner.get(i).type()), values);
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

  /// How many rows a filter keeps, how many are left by what files know, and all.
  record Shares(long kept, long left, long all) {}

  /// Checks that some loader delivers what a random filter keeps.
  ///
  /// @param location of the dataset
  Shares verify(String location, SplittableRandom random) throws IOException {
    RandomFilter filter = filter(random);
    List<Long> expected = kept(filter);
    var formats = formats();
    Format format = formats.get(random.nextInt(formats.size()));
    Dataset dataset = Dataset.open(format, location).filter(filter.filter());
    verify(dataset, expected, random);
    ReadPlan plan = dataset.plan();
    assertEquals(count, plan.all().rows());
    assertTrue(plan.byFooters().rows() <= count);
    assertTrue(plan.byIndexes().rows() <= plan.byFooters().rows());
    assertTrue(expected.size() <= plan.byIndexes().rows());
    return new Shares(expected.size(), plan.byIndexes().rows(), count);
  }

  private void verify(Dataset dataset, List<Long> expected, SplittableRandom random) {
    Field field = fields.get(random.nextInt(fields.size()));
    List<@Nullable Object> values = values(field);
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

  /// Ways to read the same values: dictionaries kept, in small parts, without a mapping.
  static List<Format> formats() {
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
}
