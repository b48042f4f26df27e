package io.zenith;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.error.MalformedDataException;
import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import io.zenith.schema.Schema;
import io.zenith.spi.ArrayData;
import io.zenith.spi.RecordBatch;
import io.zenith.spi.RowRange;
import io.zenith.spi.Zones;
import io.zenith.testkit.ArrayBuilder;
import io.zenith.testkit.ColumnValues;
import io.zenith.testkit.HonestFacts;
import io.zenith.testkit.MemFile;
import io.zenith.testkit.MemFile.Point;
import io.zenith.testkit.MemFolder;
import io.zenith.testkit.Property;
import io.zenith.testkit.RandomData;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/// What files say about their values changes what is read, and nothing else.
class PruningTest {

  /// Splits of values that lie near each other, so that bounds leave something out.
  private static final class Data {
    final Schema schema;
    final List<List<List<Object>>> splits = new ArrayList<>();
    final List<List<Object>> values = new ArrayList<>();

    Data(SplittableRandom random) {
      List<DataType> types =
          RandomData.flatTypes().stream().filter(RandomFilter::isComparable).toList();
      List<Field> fields = new ArrayList<>();
      for (int i = 0; i <= 1 + random.nextInt(3); i++) {
        DataType type = types.get(random.nextInt(types.size()));
        boolean isDictionary = random.nextInt(5) == 0;
        fields.add(
            Field.of(
                "c" + i,
                isDictionary
                    ? new DataType.Dictionary(new DataType.Int(16, true), type, false)
                    : type));
        values.add(new ArrayList<>());
      }
      schema = Schema.of(fields.toArray(Field[]::new));
      for (int split = random.nextInt(4); split >= 0; split--) {
        int rows = random.nextInt(4) == 0 ? random.nextInt(50) : random.nextInt(12_000);
        List<List<Object>> columns = new ArrayList<>();
        for (int column = 0; column < fields.size(); column++) {
          columns.add(column(RandomFilter.plain(fields.get(column).type()), rows, random));
          values.get(column).addAll(columns.getLast());
        }
        splits.add(columns);
      }
    }

    private static List<Object> column(DataType type, int rows, SplittableRandom random) {
      List<Object> pool =
          RandomData.values(type, 60, random).stream()
              .filter(value -> !isNaN(value))
              .distinct()
              .sorted(HonestFacts.order(type))
              .toList();
      int jitter = 1 + random.nextInt(random.nextInt(5) == 0 ? 60 : 5);
      int nulls = random.nextInt(3) * 20;
      List<Object> values = new ArrayList<>();
      int from = 0;
      for (int row = 0; row < rows; row++) {
        if (random.nextInt(3000) == 0) {
          from = random.nextInt(pool.size());
        }
        boolean isNull = random.nextInt(100) < nulls || (nulls > 0 && row / 2000 % 2 == 1);
        int near = (from + row * pool.size() / rows + random.nextInt(jitter)) % pool.size();
        boolean isSpecial = type instanceof DataType.FloatingPoint && random.nextInt(500) == 0;
        values.add(isNull ? null : isSpecial ? special(type, random) : pool.get(near));
      }
      return values;
    }

    private static Object special(DataType type, SplittableRandom random) {
      double value = List.of(Double.NaN, 0.0, -0.0).get(random.nextInt(3));
      return ((DataType.FloatingPoint) type).bits() == 64 ? (Object) value : (Object) (float) value;
    }

    private static boolean isNaN(Object value) {
      return value instanceof Number number && Double.isNaN(number.doubleValue());
    }

    MemFile file(boolean decoding) {
      MemFile file = decoding ? MemFile.decoding("a.mem", schema) : MemFile.mapped("a.mem", schema);
      for (List<List<Object>> columns : splits) {
        int rows = columns.getFirst().size();
        int cut = rows / 3;
        file.split(batch(columns, 0, cut), batch(columns, cut, rows));
      }
      return file;
    }

    private RecordBatch batch(List<List<Object>> columns, int from, int end) {
      List<ArrayData> data = new ArrayList<>();
      for (int i = 0; i < columns.size(); i++) {
        DataType type = schema.fields().get(i).type();
        data.add(ArrayBuilder.plain(type, columns.get(i).subList(from, end)));
      }
      return new RecordBatch(0, end - from, data);
    }

    RandomFilter filter(SplittableRandom random) {
      Map<Field, List<Object>> samples = new LinkedHashMap<>();
      for (Field field : schema.fields()) {
        List<Object> some = new ArrayList<>(Arrays.asList((Object) null));
        List<Object> all = values.get(samples.size());
        for (int i = 0; i < 5 && !all.isEmpty(); i++) {
          some.add(all.get(random.nextInt(all.size())));
        }
        samples.put(field, RandomFilter.samples(field.type(), some, random));
      }
      return RandomFilter.of(samples, random.nextInt(3), random);
    }

    List<Long> kept(RandomFilter filter) {
      List<Long> kept = new ArrayList<>();
      for (int row = 0; row < values.getFirst().size(); row++) {
        Map<String, Object> named = new HashMap<>();
        for (int column = 0; column < values.size(); column++) {
          named.put("c" + column, values.get(column).get(row));
        }
        if (Boolean.TRUE.equals(filter.truth().apply(named))) {
          kept.add((long) row);
        }
      }
      return kept;
    }
  }

  /// What a loader delivers: numbers, values of the first column, and the receipt.
  private record Delivered(List<Long> numbers, List<Object> values, Receipt receipt) {}

  private static Delivered read(DataLoader.Builder options) {
    List<Long> numbers = new ArrayList<>();
    List<Object> values = new ArrayList<>();
    try (DataLoader loader = options.build()) {
      for (Batch batch : loader) {
        for (int row = 0; row < batch.rows(); row++) {
          numbers.add(batch.rowNumber(row));
        }
        values.addAll(ColumnValues.of(batch.column(0)));
      }
      return new Delivered(numbers, values, loader.receipt());
    }
  }

  private static List<Function<Dataset, DataLoader.Builder>> loaders(SplittableRandom random) {
    int batchSize = 1 + random.nextInt(500);
    long seed = random.nextLong();
    int window = 1 + random.nextInt(4000);
    return List.of(
        dataset -> dataset.loader(batchSize),
        dataset -> dataset.loader(batchSize).remainder(Remainder.DROP),
        dataset -> dataset.loader(batchSize).shuffle(seed).window(window),
        dataset -> dataset.loader(batchSize).shuffle(seed).epochs(2),
        dataset -> dataset.loader(batchSize).shuffle(seed).shard(Shard.of(1, 2)),
        dataset -> {
          DataLoader.Builder first = dataset.loader(batchSize).shuffle(seed).window(window);
          try (DataLoader loader = first.build()) {
            var batches = loader.iterator();
            if (batches.hasNext()) {
              batches.next();
            }
            return dataset
                .loader(batchSize)
                .shuffle(seed)
                .window(window)
                .resume(loader.checkpoint());
          }
        });
  }

  @Test
  void randomFiltersDeliverTheSameRowsWhateverFilesSayOfThem() {
    AtomicInteger cases = new AtomicInteger();
    AtomicInteger pruned = new AtomicInteger();
    Property.check(
        70,
        (random, number) -> {
          Data data = new Data(random);
          RandomFilter filter = data.filter(random);
          boolean decoding = random.nextInt(8) != 0;
          MemFile plain = data.file(decoding);
          MemFile file = data.file(decoding);
          file.facts(new HonestFacts(data.schema, data.splits, random));
          String first = "c" + random.nextInt(data.values.size());
          try (MemFolder without = MemFolder.of(plain);
              MemFolder with = MemFolder.of(file)) {
            var loaders = loaders(random);
            var loader = loaders.get(number % loaders.size());
            boolean near = random.nextBoolean();
            Dataset of = near ? with.openNear() : with.open();
            Dataset reference = near ? without.openNear() : without.open();
            Delivered found = read(loader.apply(of.select(first).filter(filter.filter())));
            Delivered expected =
                read(loader.apply(reference.select(first).filter(filter.filter())));
            assertEquals(expected, found, () -> filter.filter() + " of " + data.schema);
            if (number % loaders.size() == 0) {
              assertEquals(data.kept(filter), found.numbers, () -> filter.filter().toString());
            }
          }
          cases.incrementAndGet();
          if (file.requestedRows() < plain.requestedRows() / 2) {
            pruned.incrementAndGet();
          }
        });
    // Most filters are for most rows.
    boolean isOften = pruned.get() > cases.get() / 8;
    assertTrue(isOften || cases.get() < 50, pruned + " of " + cases);
  }

  /// Each page says what it has.
  private static MemFile.Facts sorted(int pages) {
    return new MemFile.Facts() {
      @Override
      public Optional<Zones> ofFooter(int split, List<Integer> path) {
        return Optional.of(zones(split, 1));
      }

      @Override
      public Optional<Zones> ofPages(int split, List<Integer> path) {
        return Optional.of(zones(split, pages));
      }
    };
  }

  private static final int ROWS = 100_000;

  private static Zones zones(int split, int pages) {
    int rows = ROWS / pages;
    List<Zones.Zone> zones = new ArrayList<>();
    List<Object> least = new ArrayList<>();
    List<Object> most = new ArrayList<>();
    for (long page = 0; page < pages; page++) {
      zones.add(new Zones.Zone(new RowRange(page * rows, rows), 0));
      least.add((long) split * ROWS + page * rows);
      most.add((long) split * ROWS + (page + 1) * rows - 1);
    }
    return new Zones(
        zones, ArrayBuilder.plain(Ids.TYPE, least), ArrayBuilder.plain(Ids.TYPE, most));
  }

  @Test
  void onlyPagesThatMayHoldARowAreRead() throws Exception {
    MemFile file = Ids.file("a.mem", true, 0, ROWS, ROWS, ROWS).facts(sorted(50));
    Filter some = Filter.parse("id between 123456 and 123500 or id = 7");
    try (MemFolder folder = MemFolder.of(file)) {
      Dataset few = folder.open().filter(some);
      assertEquals(46, read(few.loader(10)).numbers.size());
      assertEquals(2 * ROWS / 50, file.requestedRows());
      // Once to count them, and then about those that are kept.
      assertEquals(46, read(few.loader(10).shuffle(1)).numbers.size());
      assertEquals(4 * ROWS / 50 + 46, file.requestedRows());
      assertEquals(0, read(few.filter(Filter.lt("id", 0)).loader(10)).numbers.size());
      assertEquals(4 * ROWS / 50 + 46, file.requestedRows());
    }
  }

  @Test
  void aPlanSaysWhatIsLeft() throws Exception {
    MemFile file = Ids.file("a.mem", true, 0, ROWS, ROWS, ROWS).facts(sorted(50));
    try (MemFolder folder = MemFolder.of(file, Ids.file("b.mem", true, 3 * ROWS, 10))) {
      Dataset all = folder.open();
      ReadPlan.Amount whole =
          new ReadPlan.Amount(2, 4, 3L * ROWS + 10, OptionalLong.of(8 * (3L * ROWS + 10)));
      assertEquals(new ReadPlan(whole, whole, whole), all.plan());
      Filter some = Filter.parse("id between 123456 and 123500 or id = 7");
      assertEquals(
          """
          in all: 2 files, 4 splits, 300,010 rows, 2.3 MiB
          left by footers: 2 files, 3 splits, 200,010 rows, 1.5 MiB
          left by indexes: 2 files, 3 splits, 4,010 rows, 31.3 KiB\
          """,
          all.filter(some).plan().toString());
      assertEquals(0, file.requestedRows());
      Dataset none = all.filter(Filter.parse("id < 0 and id is null"));
      assertEquals(new ReadPlan.Amount(1, 1, 10, OptionalLong.of(80)), none.plan().byIndexes());
    }
  }

  /// Rows of two columns: one that a filter asks, and a large one.
  private static MemFile wide(int rows, Function<Integer, Long> key) {
    DataType large = new DataType.FixedSizeBinary(64);
    MemFile file =
        MemFile.decoding("a.mem", Schema.of(Field.of("key", Ids.TYPE), Field.of("x", large)));
    for (int split = 0; split < 4; split++) {
      List<Object> keys = new ArrayList<>();
      IntStream.range(split * rows, (split + 1) * rows).forEach(row -> keys.add(key.apply(row)));
      List<?> values = RandomData.values(large, rows, new SplittableRandom(split));
      file.split(
          new RecordBatch(
              0,
              rows,
              List.of(ArrayBuilder.plain(Ids.TYPE, keys), ArrayBuilder.plain(large, values))));
    }
    return file;
  }

  @Test
  void otherColumnsAreReadOnlyWhereTheFilterKeepsARow() throws Exception {
    int rows = 10_000;
    MemFile file = wide(rows, row -> row % 15_000 == 3 ? 1L : 0L);
    try (MemFolder folder = MemFolder.of(file)) {
      for (Dataset dataset : List.of(folder.open(), folder.openNear())) {
        long before = file.requestedRows();
        Delivered found =
            read(dataset.select("x").filter(Filter.eq("key", 1)).loader(2).threads(2));
        assertEquals(List.of(3L, 15_003L, 30_003L), found.numbers);
        assertEquals(4L * rows + 3, file.requestedRows() - before);
      }
    }
  }

  @Test
  void allColumnsAreReadTogetherOnceMostRowsAreKept() throws Exception {
    int rows = 3_000;
    MemFile file = wide(rows, row -> row % 7 == 3 ? 0L : 1L);
    try (MemFolder folder = MemFolder.of(file)) {
      Dataset dataset = folder.open().select("x").filter(Filter.eq("key", 1));
      read(dataset.loader(100).prefetch(1).threads(1));
      assertEquals(5L * rows, file.requestedRows());
    }
  }

  @Test
  void whatFailsWhileAFileIsAskedIsThrownInItsTurn() throws Exception {
    MemFile file = Ids.file("a.mem", true, 0, ROWS, ROWS, ROWS);
    file.facts(
        new MemFile.Facts() {
          @Override
          public Optional<Zones> ofPages(int split, List<Integer> path) {
            return Optional.of(zones(split, 50));
          }
        });
    try (MemFolder folder = MemFolder.of(file)) {
      Dataset some = folder.open().filter(Filter.lt("id", 250_000));
      assertEquals(3 * ROWS, some.rowCount());
      file.probe((point, split) -> {
        if (point == Point.FACTS && split == 1) {
          throw new IOException("broken " + split);
        }
      });
      try (DataLoader loader = some.loader(1000).build()) {
        var batches = loader.iterator();
        for (int row = 0; row < ROWS; row += 1000) {
          Ids.check(batches.next());
        }
        UncheckedIOException thrown = assertThrows(UncheckedIOException.class, batches::next);
        assertEquals("broken 1", thrown.getCause().getMessage());
      }
      DataLoader.Builder counted = some.loader(1000).shuffle(1);
      UncheckedIOException thrown = assertThrows(UncheckedIOException.class, counted::build);
      assertEquals("broken 1", thrown.getCause().getMessage());
      assertEquals(0, file.openSources() + file.openIterators());
    }
  }

  /// What a filter asks for may take more than the budget has: then all rows are read.
  @Test
  void whereThereIsNoMemoryToAskAFileAllRowsAreRead() throws Exception {
    int rows = 10_000;
    MemFile file = Ids.file("a.mem", true, 0, rows, rows, rows);
    Filter some = Filter.in("id", IntStream.range(0, 100_000).mapToObj(i -> 15L * i).toArray());
    try (MemFolder folder = MemFolder.of(file)) {
      for (Dataset dataset : List.of(folder.open(), folder.openNear())) {
        DataLoader.Builder found = dataset.filter(some).loader(10).memoryBudget("1 MB");
        List<Long> expected = LongStream.range(0, 2_000).mapToObj(i -> 15 * i).toList();
        assertEquals(expected, read(found).numbers);
      }
    }
    assertEquals(2L * 3 * rows, file.requestedRows());
  }

  @Test
  void aFileThatIsCutWhileItIsAskedIsNamed() throws Exception {
    MemFile file = Ids.file("a.mem", true, 0, 10);
    file.facts(
        new MemFile.Facts() {
          @Override
          public BitSet mayHold(int split, List<Integer> path, ArrayData values) {
            throw new InternalError("a fault occurred in an unsafe memory access operation");
          }
        });
    try (MemFolder folder = MemFolder.of(file)) {
      Dataset some = folder.open().filter(Filter.eq("id", 7));
      DataLoader.Builder options = some.loader(1);
      for (Executable use : List.<Executable>of(() -> read(options), some::plan)) {
        String message = assertThrows(MalformedDataException.class, use).getMessage();
        assertTrue(message.startsWith("a.mem, split 0: "), message);
      }
    }
  }

  /// Negates ids, and counts the rows that it is called for.
  private record Negated(AtomicLong rows) implements Transform {
    @Override
    public void apply(Rows in) {
      rows.addAndGet(in.count());
      MemorySegment out = in.out("id");
      for (int i = 0; i < in.count(); i++) {
        long id = in.in().longs("id").get(i);
        assertEquals(id, in.in().rowNumber(i));
        out.setAtIndex(ValueLayout.JAVA_LONG_UNALIGNED, i, -id);
      }
    }

    @Override
    public Optional<String> identity() {
      return Optional.of("negated/1");
    }
  }

  /// Ranges of rows are record batches over the same columns: what is made of them takes no more
  /// memory than what is made of all rows.
  @Test
  void rangesAreTransformedTogetherBeforeACache() throws Exception {
    int rows = 64_000;
    MemFile file = Ids.file("a.mem", true, 0, rows, 0, rows);
    Filter[] ranges =
        IntStream.range(0, 32)
            .mapToObj(i -> Filter.between("id", 4000 * i, 4000 * i + 1999))
            .toArray(Filter[]::new);
    AtomicLong transformed = new AtomicLong();
    try (MemFolder folder = MemFolder.of(file);
        DataLoader loader =
            folder
                .open()
                .filter(Filter.or(ranges))
                .loader(1000)
                .epochs(2)
                .prefetch(1)
                .map(new Negated(transformed))
                .cache(MemoryCache.of("5 MiB"))
                .memoryBudget("8 MiB")
                .build()) {
      long delivered = 0;
      for (Batch batch : loader) {
        for (int row = 0; row < batch.rows(); row++) {
          long kept = delivered % rows;
          assertEquals(kept / 2000 * 4000 + kept % 2000, batch.rowNumber(row));
          assertEquals(-batch.rowNumber(row), batch.longs("id").get(row));
          delivered++;
        }
      }
      assertEquals(2L * rows, delivered);
      assertEquals(rows, transformed.get());
    }
  }

  @Test
  void boundsThatAreNotThoseOfTheSplitAreRefused() throws Exception {
    MemFile file = Ids.file("a.mem", true, 0, 2 * ROWS);
    file.facts(sorted(10));
    try (MemFolder folder = MemFolder.of(file)) {
      DataLoader.Builder options = folder.open().filter(Filter.eq("id", 5)).loader(1);
      String message = assertThrows(IllegalStateException.class, options::build).getMessage();
      assertEquals(
          "a.mem, split 0: the format delivered bounds for 100000 rows of 200000", message);
      Zones zones = zones(0, 10);
      List<Zones.Zone> apart = new ArrayList<>(zones.zones());
      apart.set(1, new Zones.Zone(new RowRange(10_001, 9_999), 0));
      file.facts(
          new MemFile.Facts() {
            @Override
            public Optional<Zones> ofFooter(int split, List<Integer> path) {
              return Optional.of(new Zones(apart, zones.least(), zones.most()));
            }
          });
      message = assertThrows(IllegalStateException.class, options::build).getMessage();
      assertEquals("a.mem, split 0: the format delivered bounds with gaps", message);
    }
  }
}
