package io.zenith;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.error.MalformedDataException;
import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import io.zenith.schema.Schema;
import io.zenith.spi.ArrayData;
import io.zenith.spi.RecordBatch;
import io.zenith.spi.Stage;
import io.zenith.testkit.ArrayBuilder;
import io.zenith.testkit.Bytes;
import io.zenith.testkit.ColumnValues;
import io.zenith.testkit.MemFile;
import io.zenith.testkit.MemFile.Point;
import io.zenith.testkit.MemFolder;
import io.zenith.testkit.Property;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/// Once and in file order, rows that a filter keeps are found as they are read: everything is as if
/// they had been looked for before, which is what a loader does that goes on at the first step.
///
/// [FilteredLoaderTest] compares the rows with a plain loop, and [LoaderCase] has such loaders too.
class FilterInFileOrderTest {
  private static final Filter EVEN =
      Filter.in("id", IntStream.range(0, 200).mapToObj(i -> 2L * i).toArray());

  /// A step, as its consumer sees it.
  private record Step(
      long step,
      int epoch,
      List<Long> numbers,
      List<List<Object>> values,
      String checkpoint,
      String ofLoader) {
    static Step of(Batch batch, DataLoader loader) {
      List<Long> numbers = new ArrayList<>();
      for (int row = 0; row < batch.rows(); row++) {
        numbers.add(batch.rowNumber(row));
      }
      List<List<Object>> values = values(batch);
      Batch copy = batch.copy();
      assertEquals(values, values(copy));
      for (int row = 0; row < copy.rows(); row++) {
        assertEquals(numbers.get(row), copy.rowNumber(row));
      }
      return new Step(
          batch.step(),
          batch.epoch(),
          numbers,
          values,
          batch.checkpoint().toString(),
          loader.checkpoint().toString());
    }

    private static List<List<Object>> values(Batch batch) {
      return IntStream.range(0, batch.schema().fields().size())
          .mapToObj(column -> ColumnValues.of(batch.column(column)))
          .toList();
    }
  }

  private static List<Step> steps(DataLoader loader) {
    List<Step> steps = new ArrayList<>();
    for (Batch batch : loader) {
      steps.add(Step.of(batch, loader));
    }
    return steps;
  }

  /// Looks for the rows before it reads them.
  private static DataLoader.Builder counted(DataLoader.Builder same, DataLoader.Builder again) {
    try (DataLoader loader = same.build()) {
      return again.resume(loader.checkpoint());
    }
  }

  private static void assertSameAsCounted(Dataset dataset, int batchSize, SplittableRandom random) {
    List<Step> expected;
    Receipt receipt;
    DataLoader.Builder counted = counted(dataset.loader(batchSize), dataset.loader(batchSize));
    try (DataLoader loader = counted.build()) {
      expected = steps(loader);
      receipt = loader.receipt();
    }
    try (DataLoader loader =
        dataset
            .loader(batchSize)
            .threads(1 + random.nextInt(4))
            .prefetch(1 + random.nextInt(5))
            .build()) {
      assertFalse(loader.toString().contains("steps"), loader.toString());
      assertEquals(expected, steps(loader));
      assertEquals(receipt, loader.receipt());
      assertEquals(receipt, loader.expectedReceipt(0));
      assertEquals(expected.size(), loader.steps());
      assertEquals(expected.size(), loader.report().steps());
      for (Step step : expected) {
        assertEquals(
            step.numbers, loader.explain(0, step.step).stream().map(RowPlace::number).toList());
      }
    }
  }

  @Test
  void stepsCheckpointsAndReceiptsAreThoseOfRowsThatWereLookedFor() {
    Property.check(
        80,
        (random, _) -> {
          RandomDataset data = new RandomDataset(random, List.of(true, false));
          Map<Field, List<Object>> samples = new LinkedHashMap<>();
          for (Field field : data.schema.fields()) {
            List<Object> values = data.values.get(samples.size());
            samples.put(field, RandomFilter.samples(field.type(), values, random));
          }
          Filter filter = RandomFilter.of(samples, 2, random).filter();
          try (MemFolder files = MemFolder.of(data.files.toArray(MemFile[]::new))) {
            Dataset all = random.nextBoolean() ? files.open() : files.openNear();
            Dataset kept = all.filter(filter);
            boolean some = random.nextBoolean();
            assertSameAsCounted(some ? kept.select("c0") : kept, 1 + random.nextInt(9), random);
          }
        });
  }

  @Test
  void filesThatDifferAreConverted() throws Exception {
    DataType int32 = new DataType.Int(32, true);
    DataType int64 = new DataType.Int(64, true);
    DataType text = new DataType.Utf8View();
    SplittableRandom random = new SplittableRandom(1);
    for (boolean decoding : List.of(true, false)) {
      MemFile a = file("a.mem", decoding, Field.of("id", int32), List.of(1L, 2L, 3L, 4L, 5L));
      MemFile b = file("b.mem", decoding, Field.of("id", int64), List.of(6L, 1L << 40, 7L));
      MemFile c = file("c.mem", decoding, Field.of("s", text), List.of("x", "y", "z"));
      try (MemFolder files = MemFolder.of(a, b, c)) {
        for (String filter :
            List.of("id > 2", "id is null or id = 1", "s > 'x' or id > 4", "id is not null")) {
          for (int batchSize : List.of(1, 2, 3, 20)) {
            Dataset dataset = files.open().filter(Filter.parse(filter));
            assertSameAsCounted(dataset, batchSize, random);
            assertSameAsCounted(dataset.select("s"), batchSize, random);
          }
        }
      }
    }
  }

  @Test
  void trailsAreTheSame(@TempDir Path folder) throws Exception {
    Path found = folder.resolve("found");
    Path looked = folder.resolve("looked");
    try (MemFolder files = MemFolder.of(Ids.file("a.mem", true, 0, 9, 2, 2, 30, 5))) {
      Dataset even = files.open().filter(EVEN);
      try (DataLoader loader = even.loader(4).trail(found).build()) {
        loader.forEach(Ids::check);
      }
      DataLoader.Builder counted = counted(even.loader(4), even.loader(4));
      try (DataLoader loader = counted.trail(looked).build()) {
        loader.forEach(Ids::check);
      }
      TrailComparison compared = TrailComparison.of(List.of(looked), List.of(found));
      assertEquals(TrailComparison.Outcome.EQUAL, compared.outcome());
      assertEquals(6, compared.equalSteps());
      // A run that stops goes on with the trail that it has begun.
      Checkpoint at;
      try (DataLoader loader = even.loader(4).trail(found).build()) {
        Iterator<Batch> batches = loader.iterator();
        batches.next();
        at = batches.next().checkpoint();
      }
      try (DataLoader loader = even.loader(4).resume(at).trail(found).build()) {
        loader.forEach(Ids::check);
      }
      compared = TrailComparison.of(List.of(looked), List.of(found));
      assertEquals(TrailComparison.Outcome.EQUAL, compared.outcome());
      assertEquals(6, compared.equalSteps());
    }
  }

  private static MemFile file(String name, boolean decoding, Field field, List<Object> values) {
    Schema schema = Schema.of(field);
    MemFile file = decoding ? MemFile.decoding(name, schema) : MemFile.mapped(name, schema);
    return file.split(
        new RecordBatch(0, values.size(), List.of(ArrayBuilder.plain(field.type(), values))));
  }

  @Test
  void transformsGetTheRowsThatAreKeptAndTheirNumbers() {
    Property.check(
        60,
        (random, _) -> {
          int[] rows = random.ints(8, 0, 60).toArray();
          try (MemFolder files = MemFolder.of(Ids.file("a.mem", random.nextBoolean(), 0, rows))) {
            Dataset even = files.open().filter(EVEN);
            int batchSize = 1 + random.nextInt(20);
            List<Step> expected;
            try (DataLoader loader =
                drawn(counted(even.loader(batchSize), even.loader(batchSize))).build()) {
              expected = steps(loader);
            }
            try (DataLoader loader =
                drawn(even.loader(batchSize)).threads(1 + random.nextInt(4)).build()) {
              assertEquals(expected, steps(loader));
            }
          }
        });
  }

  private static DataLoader.Builder drawn(DataLoader.Builder options) {
    return options
        .map(rows -> {
          MemorySegment ids = rows.out("id");
          for (int row = 0; row < rows.count(); row++) {
            assertEquals(rows.in().rowNumber(row), rows.in().longs("id").get(row));
            assertEquals(0, rows.in().rowNumber(row) % 2);
            long tripled = 3 * rows.in().rowNumber(row);
            ids.setAtIndex(ValueLayout.JAVA_LONG_UNALIGNED, row, tripled);
          }
        })
        .randomMap((rows, random) -> {
          MemorySegment ids = rows.out("id");
          for (int row = 0; row < rows.count(); row++) {
            long drawn = rows.in().longs("id").get(row) + (random.at(row).nextLong() & 0xFFFF);
            ids.setAtIndex(ValueLayout.JAVA_LONG_UNALIGNED, row, drawn);
          }
        });
  }

  /// Splits in which each row is a run of its own, all are one run, and there are both, of more
  /// rows than an order puts in a block.
  @Test
  void largeSplitsAreCutIntoGroups() throws Exception {
    int rows = (1 << 20) + 70_000;
    DataType int32 = new DataType.Int(32, true);
    List<Object> values = new ArrayList<>();
    SplittableRandom random = new SplittableRandom(3);
    for (int row = 0; row < rows; row++) {
      boolean mixed = row / 1000 % 3 == 0;
      values.add((long) (mixed ? random.nextInt(2) : row / 1000 % 3 - 1));
    }
    for (boolean decoding : List.of(true, false)) {
      MemFile file = file("a.mem", decoding, Field.of("x", int32), values);
      try (MemFolder files = MemFolder.of(file)) {
        Dataset ones = files.open().filter(Filter.eq("x", 1));
        long next = 0;
        long kept = 0;
        try (DataLoader loader = ones.loader(1000).build()) {
          for (Batch batch : loader) {
            for (int row = 0; row < batch.rows(); row++) {
              long number = batch.rowNumber(row);
              for (; next < number; next++) {
                assertEquals(0L, values.get((int) next));
              }
              assertEquals(1, batch.ints("x").get(row));
              next++;
            }
            kept += batch.rows();
          }
          assertEquals(kept, Collections.frequency(values, 1L));
          assertEquals(loader.expectedReceipt(0), loader.receipt());
        }
      }
    }
  }

  @Test
  void nothingIsReadBeforeItIsNearAndNothingTwice() throws Exception {
    for (boolean decoding : List.of(true, false)) {
      List<String> read = Collections.synchronizedList(new ArrayList<>());
      MemFile[] files = new MemFile[20];
      for (int i = 0; i < files.length; i++) {
        files[i] = Ids.file(String.format("f%02d.mem", i), decoding, 10L * i, 10);
        MemFile file = files[i];
        file.probe((point, _) -> {
          if (point == Point.READ) {
            read.add(file.toString());
          }
        });
      }
      try (MemFolder folder = MemFolder.of(files)) {
        Dataset even = folder.open().filter(EVEN);
        try (DataLoader loader = even.loader(5).prefetch(2).build()) {
          Iterator<Batch> batches = loader.iterator();
          Ids.check(batches.next());
          // Two on their way, two that wait to be delivered, and what the consumer has.
          assertTrue(read.size() <= 7, read.toString());
          assertFalse(loader.toString().contains("steps"), loader.toString());
          batches.forEachRemaining(Ids::check);
          assertFalse(batches.hasNext());
          assertEquals(20, read.size());
          assertEquals(20, new TreeSet<>(read).size());
          assertEquals(20, loader.steps());
          assertEquals(40, read.size());
          assertEquals(20, loader.steps());
          assertEquals(40, read.size());
        }
      }
    }
  }

  @Test
  void aCheckpointGoesOnOnAnyNumberOfRanks() throws Exception {
    try (MemFolder files =
        MemFolder.of(Ids.file("a.mem", true, 0, 7, 30, 1), Ids.file("b.mem", false, 38, 25))) {
      Dataset even = files.open().filter(EVEN);
      List<Checkpoint> checkpoints = new ArrayList<>();
      List<List<Long>> whole = new ArrayList<>();
      try (DataLoader loader = even.loader(4).build()) {
        checkpoints.add(loader.checkpoint());
        for (Batch batch : loader) {
          whole.add(ids(batch));
          checkpoints.add(batch.checkpoint());
        }
      }
      assertEquals(8, whole.size());
      assertEquals(1, checkpoints.getLast().epoch());
      assertEquals(0, checkpoints.getLast().step());
      for (int stop = 0; stop < checkpoints.size(); stop++) {
        for (int world = 1; world <= 3; world++) {
          List<List<Long>> rest = new ArrayList<>();
          for (int rank = 0; rank < world; rank++) {
            DataLoader.Builder options = even.loader(9).shard(Shard.of(rank, world));
            try (DataLoader loader = options.resume(checkpoints.get(stop)).build()) {
              int step = 0;
              for (Batch batch : loader) {
                if (rank == 0) {
                  rest.add(new ArrayList<>());
                }
                rest.get(step++).addAll(ids(batch));
              }
            }
          }
          assertEquals(whole.subList(stop, whole.size()), rest);
        }
      }
    }
  }

  private static void assertAligned(Batch batch) {
    for (ArrayData column : batch.recordBatch().columns()) {
      assertEquals(0, column.buffers().getLast().address() % 64, "not aligned");
    }
  }

  private static List<Long> ids(Batch batch) {
    Ids.check(batch);
    assertAligned(batch);
    return ColumnValues.of(batch.longs("id")).stream().map(Long.class::cast).toList();
  }

  /// What fails may have no row that is kept: then what it follows was the last step after all.
  @Test
  void aFailureComesInItsTurnAndIsNotTheEnd() throws Exception {
    for (boolean decoding : List.of(true, false)) {
      for (int failing = 0; failing < 4; failing++) {
        MemFile file = Ids.file("a.mem", decoding, 0, 8, 8, 3, 8);
        int bad = failing;
        AtomicBoolean isBroken = new AtomicBoolean(true);
        file.probe((point, split) -> {
          if (point == Point.ADVANCE && split == bad && isBroken.get()) {
            throw new IOException("broken " + split);
          }
        });
        try (MemFolder files = MemFolder.of(file)) {
          Dataset kept = files.open().filter(Filter.lt("id", 16));
          Checkpoint at;
          int whole = Math.min(2 * failing, 4);
          try (DataLoader loader = kept.loader(4).build()) {
            Iterator<Batch> batches = loader.iterator();
            for (int step = 0; step < whole; step++) {
              assertTrue(batches.hasNext());
              Ids.check(batches.next());
              assertEquals(step + 1, loader.checkpoint().step());
              assertEquals(0, loader.checkpoint().epoch());
            }
            assertTrue(batches.hasNext());
            Throwable thrown = assertThrows(UncheckedIOException.class, batches::next).getCause();
            assertEquals("broken " + failing, thrown.getMessage());
            assertEquals(
                thrown,
                assertThrows(IllegalStateException.class, batches::next).getCause().getCause());
            at = loader.checkpoint();
          }
          assertEquals(whole, at.step());
          assertEquals(4L * whole, at.receipt().rows());
          isBroken.set(false);
          try (DataLoader loader = kept.loader(4).resume(at).build()) {
            loader.forEach(Ids::check);
            assertEquals(16 - 4L * whole, loader.receipt().rows());
            assertEquals(1, loader.checkpoint().epoch());
          }
        }
      }
    }
  }

  @Test
  void aBatchThatFailsHalfWayLeavesNoReceipt() throws Exception {
    MemFile file = Ids.file("a.mem", true, 0, 6, 6);
    file.probe((point, split) -> {
      if (point == Point.ADVANCE && split == 1) {
        throw new IOException("broken");
      }
    });
    try (MemFolder files = MemFolder.of(file);
        DataLoader loader = files.open().filter(EVEN).loader(2).build()) {
      Iterator<Batch> batches = loader.iterator();
      Ids.check(batches.next());
      assertThrows(UncheckedIOException.class, batches::next);
      assertEquals(2, loader.receipt().rows());
      assertEquals(1, loader.checkpoint().step());
    }
  }

  /// Nobody knows yet whether a row follows, and then nobody can look any more.
  @Test
  void onceItIsClosedALoaderSaysWhatItKnew() throws Exception {
    MemFile file = Ids.file("a.mem", true, 0, 4, 4);
    CountDownLatch go = new CountDownLatch(1);
    file.probe((point, split) -> {
      if (point == Point.ADVANCE && split == 1) {
        await(go);
      }
    });
    try (MemFolder files = MemFolder.of(file)) {
      Dataset kept = files.open().filter(Filter.lt("id", 4));
      DataLoader loader = kept.loader(4).build();
      try (loader) {
        Ids.check(loader.iterator().next());
        go.countDown();
      }
      Checkpoint at = loader.checkpoint();
      assertEquals(List.of(0L, 1L), List.of(at.epoch(), at.step()));
      try (DataLoader rest = kept.loader(4).resume(at).build()) {
        assertFalse(rest.iterator().hasNext());
      }
    }
  }

  @Test
  @Timeout(20)
  void whoeverIsInterruptedBetweenBatchesCanGoOn() throws Exception {
    MemFile file = Ids.file("a.mem", true, 0, 4, 4);
    CountDownLatch go = new CountDownLatch(1);
    file.probe((point, split) -> {
      if (point == Point.ADVANCE && split == 1) {
        await(go);
      }
    });
    try (MemFolder files = MemFolder.of(file);
        DataLoader loader = files.open().filter(Filter.ge("id", 0)).loader(4).threads(2).build()) {
      Iterator<Batch> batches = loader.iterator();
      Batch first = batches.next();
      for (Executable wait :
          List.<Executable>of(batches::hasNext, loader::checkpoint, first::checkpoint)) {
        Thread.currentThread().interrupt();
        UncheckedIOException thrown = assertThrows(UncheckedIOException.class, wait);
        assertInstanceOf(InterruptedIOException.class, thrown.getCause());
        assertTrue(Thread.interrupted());
      }
      Ids.check(first);
      go.countDown();
      Ids.check(batches.next());
      assertFalse(batches.hasNext());
      assertEquals(1, loader.checkpoint().epoch());
    }
  }

  private static void await(CountDownLatch latch) throws InterruptedIOException {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("stalled");
    }
  }

  @Test
  void aCorruptColumnOfTheFilterIsNamed() throws Exception {
    Field text = Field.of("s", new DataType.Utf8());
    MemFile file = MemFile.mapped("a.mem", Schema.of(text));
    ArrayData bytes =
        ArrayBuilder.plain(new DataType.Binary(), List.of(Bytes.of((byte) 'f', (byte) 0xFF)));
    ArrayData bad =
        new ArrayData(text.type(), 1, 0, bytes.buffers(), bytes.children(), bytes.dictionary());
    file.split(new RecordBatch(0, 1, List.of(ArrayBuilder.plain(text.type(), List.of("fine")))));
    file.split(new RecordBatch(0, 1, List.of(bad)));
    try (MemFolder files = MemFolder.of(file);
        DataLoader loader = files.open().filter(Filter.startsWith("s", "f")).loader(1).build()) {
      Iterator<Batch> batches = loader.iterator();
      assertEquals("fine", batches.next().strings("s").get(0));
      MalformedDataException thrown = assertThrows(MalformedDataException.class, batches::next);
      String message = String.valueOf(thrown.getMessage());
      assertTrue(message.contains("a.mem, split 1"), message);
      assertTrue(message.contains("'s'"), message);
    }
  }

  @Test
  void itIsBoundedByTheBudget() {
    Property.check(
        15,
        (random, _) -> {
          int[] rows = random.ints(12, 0, 30_000).toArray();
          int largest = Arrays.stream(rows).max().orElseThrow();
          long limit = 8L * largest + (1 << 20) + random.nextInt(1 << 20);
          try (MemFolder files = MemFolder.of(Ids.file("a.mem", true, 0, rows));
              DataLoader loader =
                  files
                      .open()
                      .filter(Filter.ge("id", 1000))
                      .loader(1 + random.nextInt(2000))
                      .memoryBudget(String.valueOf(limit))
                      .build()) {
            long seen = 1000;
            for (Batch batch : loader) {
              Ids.check(batch);
              assertEquals(seen, batch.rowNumber(0));
              seen += batch.rows();
            }
            assertEquals(Math.max(1000, Arrays.stream(rows).sum()), seen);
            long peak = loader.budget.peak();
            assertTrue(peak <= limit, () -> peak + " of " + limit);
          }
        });
  }

  /// One row of each split is kept: a batch is put together of as many parts, and takes as much
  /// memory as if they were one.
  @Test
  void rowsFarFromEachOtherTakeNoMoreMemoryThanOthers() throws Exception {
    DataType int8 = new DataType.Int(8, true);
    List<Field> fields = IntStream.range(0, 64).mapToObj(i -> Field.of("c" + i, int8)).toList();
    List<Object> values = new ArrayList<>(Collections.nCopies(256, 0L));
    values.set(7, 1L);
    ArrayData column = ArrayBuilder.plain(int8, values);
    RecordBatch split = new RecordBatch(0, 256, Collections.nCopies(fields.size(), column));
    MemFile file = MemFile.decoding("a.mem", Schema.of(fields.toArray(Field[]::new)));
    for (int i = 0; i < 2500; i++) {
      file.split(split);
    }
    try (MemFolder files = MemFolder.of(file);
        DataLoader loader =
            files
                .open()
                .filter(Filter.eq("c0", 1))
                .loader(2000)
                .prefetch(2)
                .memoryBudget("4 MiB")
                .build()) {
      assertFalse(loader.toString().contains("steps"), loader.toString());
      long row = 7;
      for (Batch batch : loader) {
        for (int i = 0; i < batch.rows(); i++, row += 256) {
          assertEquals(row, batch.rowNumber(i));
          assertEquals(1, batch.bytes("c63").get(i));
        }
        assertAligned(batch);
      }
      assertEquals(7 + 256 * 2500, row);
    }
  }

  /// Of a far storage, splits of which no row is kept hide no latency either.
  @Test
  @Timeout(60)
  void whoeverWaitsForARareRowGetsItFromFurtherAhead() throws Exception {
    int[] rows = new int[200];
    Arrays.fill(rows, 1);
    MemFile file = Ids.file("a.mem", true, 0, rows);
    Thread consumer = Thread.currentThread();
    CountDownLatch together = new CountDownLatch(50);
    file.probe((point, split) -> {
      while (point == Point.READ && split == 0 && consumer.getState() != Thread.State.WAITING) {
        Thread.onSpinWait();
      }
      if (point == Point.READ && split >= 100) {
        together.countDown();
        await(together);
      }
    });
    try (MemFolder files = MemFolder.of(file);
        DataLoader loader = files.open().filter(Filter.eq("id", 199)).loader(1).build()) {
      Iterator<Batch> batches = loader.iterator();
      assertEquals(199, batches.next().rowNumber(0));
      assertFalse(batches.hasNext());
    }
  }

  @Test
  void eachSplitIsToldOfOnce() throws Exception {
    List<Stage> told = Collections.synchronizedList(new ArrayList<>());
    try (MemFolder files = MemFolder.of(Ids.file("a.mem", true, 0, 10, 20, 30));
        DataLoader loader =
            files
                .open()
                .filter(Filter.lt("id", 35))
                .loader(5)
                .map(_ -> {})
                .listener((stage, _, _, _) -> told.add(stage))
                .build()) {
      loader.forEach(Ids::check);
      assertEquals(3, Collections.frequency(told, Stage.FETCH));
      assertEquals(3, Collections.frequency(told, Stage.DECODE));
      int gathered = Collections.frequency(told, Stage.GATHER);
      assertTrue(gathered >= 1 && gathered <= 7, told.toString());
      assertEquals(gathered, Collections.frequency(told, Stage.TRANSFORM));
      assertEquals(35, loader.report().rows());
    }
  }
}
