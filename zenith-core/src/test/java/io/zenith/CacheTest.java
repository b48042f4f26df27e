package io.zenith;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.error.MalformedDataException;
import io.zenith.internal.order.OrderedRows;
import io.zenith.internal.order.ShuffleKind;
import io.zenith.internal.pipeline.SplitCache;
import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import io.zenith.schema.Schema;
import io.zenith.spi.ArrayData;
import io.zenith.spi.RecordBatch;
import io.zenith.testkit.ArrayBuilder;
import io.zenith.testkit.MemFile;
import io.zenith.testkit.MemFile.Point;
import io.zenith.testkit.MemFolder;
import io.zenith.testkit.Property;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/// A cache changes what is read, and nothing that is delivered.
class CacheTest {

  /// Five times the id, in a column called as the version says. It counts the rows it was called
  /// for.
  private record Named(String version, AtomicInteger rows) implements Transform {
    @Override
    public Schema output(Schema input) {
      List<Field> fields = new ArrayList<>(input.fields());
      fields.add(Field.of(version, Ids.TYPE));
      return new Schema(fields, input.metadata());
    }

    @Override
    public void apply(Rows in) {
      rows.addAndGet(in.count());
      MemorySegment out = in.out(version);
      for (int i = 0; i < in.count(); i++) {
        out.setAtIndex(ValueLayout.JAVA_LONG, i, 5 * in.in().longs("id").get(i));
      }
    }

    @Override
    public Optional<String> identity() {
      return Optional.of("named/1 " + version);
    }
  }

  @Test
  void everyStepIsTheSameWithAnyCache() {
    Property.check(
        200,
        (random, _) -> {
          LoaderCase choice = LoaderCase.random(random);
          int world = 1 + random.nextInt(random.nextBoolean() ? 1 : 3);
          OrderedRows expected = choice.expected();
          String size = (1 + random.nextInt(400)) + " KB";
          MemoryCache cache = random.nextInt(4) == 0 ? MemoryCache.none() : MemoryCache.of(size);
          boolean named = random.nextBoolean() && choice.shuffle().kind() != ShuffleKind.GLOBAL;
          AtomicInteger rows = new AtomicInteger();
          try (MemFolder folder = MemFolder.of(choice.files().toArray(MemFile[]::new))) {
            Dataset dataset = choice.dataset(folder.open());
            for (int rank = 0; rank < world; rank++) {
              DataLoader.Builder options = choice.withoutCache(dataset, rank, world);
              if (named) {
                options.map(new Named("five", rows));
              }
              options.cache(cache);
              if (random.nextBoolean()) {
                options.map(new Named("again", rows));
              }
              try (DataLoader loader = options.threads(1 + random.nextInt(4)).build()) {
                for (Batch batch : loader) {
                  assertEquals(
                      expected.rows(batch.epoch(), (int) batch.step(), rank, world),
                      numbers(batch));
                  check(batch);
                }
              }
            }
          }
        });
  }

  private static List<Long> numbers(Batch batch) {
    List<Long> numbers = new ArrayList<>();
    for (int row = 0; row < batch.rows(); row++) {
      numbers.add(batch.rowNumber(row));
    }
    return numbers;
  }

  private static void check(Batch batch) {
    Ids.check(batch);
    for (int column = 1; column < batch.schema().fields().size(); column++) {
      LongColumn made = (LongColumn) batch.column(column);
      for (int row = 0; row < batch.rows(); row++) {
        assertEquals(5 * batch.rowNumber(row), made.get(row));
      }
    }
  }

  /// What is read ahead for the next epoch while it is still on its way is read again: so one at a
  /// time.
  @Test
  void smallDataIsReadOnceWithoutBeingAsked() throws Exception {
    for (Shuffle shuffle : List.of(Shuffle.none(), Shuffle.windowed(3), Shuffle.global(4))) {
      MemFile file = Ids.file("a.mem", true, 0, 40, 40, 40);
      AtomicInteger reads = Ids.reads(file);
      try (MemFolder folder = MemFolder.of(file);
          DataLoader loader =
              folder.open().loader(7).epochs(4).shuffle(shuffle).prefetch(1).build()) {
        loader.forEach(Ids::check);
      }
      assertEquals(3, reads.get(), shuffle.toString());
    }
  }

  @Test
  void withoutACacheEachEpochReads() throws Exception {
    MemFile file = Ids.file("a.mem", true, 0, 40, 40, 40);
    AtomicInteger reads = Ids.reads(file);
    try (MemFolder folder = MemFolder.of(file);
        DataLoader loader = folder.open().loader(7).epochs(4).cache(MemoryCache.none()).build()) {
      loader.forEach(Ids::check);
    }
    assertEquals(12, reads.get());
  }

  /// What is kept is not thrown out for what comes later. One split at a time: see above.
  @Test
  void aSmallCacheKeepsWhatFits() throws Exception {
    MemFile file = Ids.file("a.mem", true, 0, 40, 40, 40, 40);
    AtomicInteger reads = Ids.reads(file);
    // A grant is 64 KiB at least.
    try (MemFolder folder = MemFolder.of(file);
        DataLoader loader =
            folder
                .open()
                .loader(7)
                .epochs(5)
                .prefetch(1)
                .cache(MemoryCache.of("130 KiB"))
                .memoryBudget("1 MiB")
                .build()) {
      loader.forEach(Ids::check);
    }
    assertEquals(4 + 4 * 2, reads.get());
  }

  @Test
  void namedTransformsBeforeTheCacheRunOnce() throws Exception {
    MemFile decoding = Ids.file("a.mem", true, 0, 40, 40);
    MemFile mapped = Ids.file("b.mem", false, 80, 40, 40);
    AtomicInteger before = new AtomicInteger();
    AtomicInteger after = new AtomicInteger();
    for (Shuffle shuffle : List.of(Shuffle.none(), Shuffle.windowed(3), Shuffle.global(4))) {
      before.set(0);
      after.set(0);
      try (MemFolder folder = MemFolder.of(decoding, mapped);
          DataLoader loader =
              folder
                  .open()
                  .loader(8)
                  .epochs(3)
                  .shuffle(shuffle)
                  .prefetch(1)
                  .map(new Named("five", before))
                  .cache(MemoryCache.of("1 MiB"))
                  .map(new Named("again", after))
                  .build()) {
        loader.forEach(CacheTest::check);
      }
      assertEquals(160, before.get(), shuffle.toString());
      assertEquals(3 * 160, after.get());
    }
  }

  @Test
  void aTransformWithoutIdentityIsRefusedBeforeTheCache() throws Exception {
    try (MemFolder folder = MemFolder.of(Ids.file("a.mem", true, 0, 40))) {
      DataLoader.Builder options =
          folder.open().loader(8).epochs(2).map(_ -> {}).cache(MemoryCache.of("1 MiB"));
      assertEquals(
          "transform 1 (map) stands before the cache and has no identity: call cache first, or"
              + " implement Transform.identity",
          assertThrows(IllegalArgumentException.class, options::build).getMessage());
      DataLoader.Builder random =
          folder.open().loader(8).randomMap((_, _) -> {}).cache(MemoryCache.of("1 MiB"));
      assertTrue(
          assertThrows(IllegalArgumentException.class, random::build)
              .getMessage()
              .startsWith("transform 1 (randomMap) stands before the cache"));
    }
  }

  @Test
  void aGlobalShuffleSaysWhatCacheItNeeds() throws Exception {
    try (MemFolder folder = MemFolder.of(Ids.file("a.mem", true, 0, 40, 40))) {
      Dataset dataset = folder.open();
      DataLoader.Builder none =
          dataset.loader(8).shuffle(Shuffle.global(1)).cache(MemoryCache.none());
      String message = assertThrows(IllegalArgumentException.class, none::build).getMessage();
      assertTrue(message.contains("or cache(MemoryCache.of(\"1 MiB\"))"), message);
      try (DataLoader loader =
          dataset.loader(8).shuffle(Shuffle.global(1)).cache(MemoryCache.of("1 MiB")).build()) {
        loader.forEach(Ids::check);
      }
      DataLoader.Builder small =
          dataset
              .loader(8)
              .shuffle(Shuffle.global(1))
              .cache(MemoryCache.of("1 MiB"))
              .memoryBudget("150 KiB");
      message = assertThrows(IllegalArgumentException.class, small::build).getMessage();
      assertTrue(
          message.contains("budget is 150.0 KiB with a cache of 128.0 KiB: set memoryBudget"),
          message);
    }
  }

  /// What runs in some memory without a cache, runs in it.
  @Test
  void aCacheThatNobodyAskedForIsInNobodysWay() throws Exception {
    MemFile file = Ids.file("a.mem", true, 0, 40, 40, 40, 40);
    AtomicInteger reads = Ids.reads(file);
    try (MemFolder folder = MemFolder.of(file);
        DataLoader loader = folder.open().loader(7).epochs(2).memoryBudget("280 KiB").build()) {
      loader.forEach(Ids::check);
    }
    assertEquals(8, reads.get());
  }

  /// The first failure is the one that comes out, and a cache keeps nothing of it.
  @Test
  void aSplitThatCannotBeReadStopsTheLoader() throws Exception {
    MalformedDataException bad = new MalformedDataException("here", "this", "that");
    for (Shuffle shuffle : List.of(Shuffle.none(), Shuffle.windowed(3), Shuffle.global(4))) {
      MemFile file = Ids.file("a.mem", true, 0, 40, 40, 40);
      file.probe((point, split) -> {
        if (point == Point.READ && split == 2) {
          throw bad;
        }
      });
      try (MemFolder folder = MemFolder.of(file);
          DataLoader loader = folder.open().loader(8).epochs(2).shuffle(shuffle).build()) {
        assertEquals(
            bad,
            assertThrows(MalformedDataException.class, () -> loader.forEach(Ids::check)),
            shuffle.toString());
      }
    }
  }

  /// A row that the filter drops may be one that a transform cannot take.
  @Test
  void rowsThatTheFilterDropsAreNotTransformed() throws Exception {
    for (Shuffle shuffle : List.of(Shuffle.none(), Shuffle.windowed(3), Shuffle.global(4))) {
      MemFile file = Ids.file("a.mem", true);
      file.split(Ids.batch(0, 20), Ids.batch(20, 20), Ids.batch(40, 20));
      List<Long> seen = new ArrayList<>();
      try (MemFolder folder = MemFolder.of(file);
          DataLoader loader =
              folder
                  .open()
                  .filter(Filter.in("id", 1, 2, 5, 9, 43))
                  .loader(4)
                  .epochs(2)
                  .shuffle(shuffle)
                  .map(OneHot.of("id", 44))
                  .cache(MemoryCache.of("1 MiB"))
                  .build()) {
        for (Batch batch : loader) {
          for (int row = 0; row < batch.rows(); row++) {
            float[] hot = batch.tensor("id", row).toFloats();
            assertEquals(1, hot[(int) batch.rowNumber(row)]);
            seen.add(batch.rowNumber(row));
          }
        }
      }
      seen.sort(null);
      assertEquals(List.of(1L, 1L, 2L, 2L, 5L, 5L, 9L, 9L, 43L, 43L), seen);
    }
  }

  /// The bits that say which elements are null take an eighth of the memory of small elements.
  @Test
  void nullsInListsAreCountedBeforeTheyAreKept() throws Exception {
    DataType type = new DataType.FixedSizeList(Field.of("item", new DataType.Int(16, true)), 1000);
    List<Object> list = new ArrayList<>(Collections.nCopies(999, 1L));
    list.add(null);
    int rows = 4090;
    ArrayData column = ArrayBuilder.plain(type, Collections.nCopies(rows, list));
    MemFile file =
        MemFile.mapped("a.mem", Schema.of(Field.of("x", type)))
            .split(new RecordBatch(0, rows, List.of(column)));
    try (MemFolder folder = MemFolder.of(file);
        DataLoader loader =
            folder
                .open()
                .loader(64)
                .epochs(2)
                .map(Cast.of("x", new DataType.Int(8, true)))
                .cache(MemoryCache.of("10 MiB"))
                .memoryBudget("64 MiB")
                .build()) {
      Batch batch = loader.iterator().next();
      assertEquals("[1, 1, 1", batch.column("x").text(63).substring(0, 8));
    }
  }

  /// A kept file stays mapped, and a process has not any number of mappings.
  @Test
  void moreFilesThanACacheKeepsAreRefused() throws Exception {
    MemFile[] files = new MemFile[SplitCache.MOST_FILES + 1];
    for (int i = 0; i < files.length; i++) {
      files[i] = Ids.file("%05d.mem".formatted(i), true, i, 1);
    }
    try (MemFolder folder = MemFolder.of(files)) {
      DataLoader.Builder options =
          folder
              .open()
              .loader(8)
              .shuffle(Shuffle.global(1))
              .cache(MemoryCache.of("1 GiB"))
              .memoryBudget("2 GiB");
      String message = assertThrows(IllegalArgumentException.class, options::build).getMessage();
      assertTrue(message.contains("or at most 8192 files, which a cache can keep, or"), message);
    }
  }

  /// Of a near file columns may be views, which change with it. Windows of the next epoch may have
  /// been named already.
  @Test
  void aNearFileThatHasChangedIsNoticed() throws Exception {
    for (Shuffle shuffle : List.of(Shuffle.none(), Shuffle.windowed(3))) {
      MemFile file = Ids.file("a.mem", true, 0, 40, 40);
      AtomicInteger reads = Ids.reads(file);
      try (MemFolder folder = MemFolder.of(file);
          DataLoader loader =
              folder.openNear().loader(8).epochs(4).shuffle(shuffle).prefetch(1).build()) {
        assertThrows(
            MalformedDataException.class,
            () -> {
              for (Batch batch : loader) {
                Ids.check(batch);
                if (batch.epoch() == 1 && batch.step() == 1) {
                  file.change();
                }
              }
            },
            shuffle.toString());
      }
      assertEquals(2, reads.get(), "what is kept is not read");
    }
  }
}
