package io.zenith;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.internal.order.Draws;
import io.zenith.internal.order.OrderedRows;
import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import io.zenith.schema.Schema;
import io.zenith.spi.RecordBatch;
import io.zenith.spi.Stage;
import io.zenith.testkit.ArrayBuilder;
import io.zenith.testkit.MemFile;
import io.zenith.testkit.MemFolder;
import io.zenith.testkit.MemStream;
import io.zenith.testkit.Property;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/// What transforms make of rows does not depend on how these come.
class TransformTest {
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;

  /// Adds columns of `int64`.
  private static Schema plus(Schema input, String... names) {
    List<Field> fields = new ArrayList<>(input.fields());
    for (String name : names) {
      fields.add(Field.of(name, Ids.TYPE));
    }
    return new Schema(fields, input.metadata());
  }

  private static final class Tripled implements Transform {
    @Override
    public Schema output(Schema input) {
      return plus(input, "tripled");
    }

    @Override
    public void apply(Rows rows) {
      LongColumn ids = rows.in().longs("id");
      MemorySegment out = rows.out("tripled");
      for (int i = 0; i < rows.count(); i++) {
        out.setAtIndex(LONG, i, 3 * ids.get(i));
      }
    }
  }

  private static final class Drawn implements RandomTransform {
    private final String name;

    private Drawn(String name) {
      this.name = name;
    }

    @Override
    public Schema output(Schema input) {
      return plus(input, name);
    }

    @Override
    public void apply(Rows rows, RowRandom random) {
      MemorySegment out = rows.out(name);
      for (int i = rows.count() - 1; i >= 0; i--) {
        out.setAtIndex(LONG, i, random.at(i).nextLong());
      }
    }
  }

  /// The place of each row in its batch, the sum of what was tripled, and a number a step.
  private static final class Mixed implements BatchTransform {
    @Override
    public Schema output(Schema input) {
      return plus(input, "place", "sum", "drawn");
    }

    @Override
    public void apply(Rows rows, RandomGenerator random) {
      long drawn = random.nextLong();
      long sum = 0;
      LongColumn tripled = rows.in().longs("tripled");
      for (int i = 0; i < rows.count(); i++) {
        sum += tripled.get(i);
      }
      for (int i = 0; i < rows.count(); i++) {
        rows.out("place").setAtIndex(LONG, i, i);
        rows.out("sum").setAtIndex(LONG, i, sum);
        rows.out("drawn").setAtIndex(LONG, i, drawn);
      }
    }
  }

  @Test
  void everyRowIsTheSameHoweverItComes() {
    Property.check(
        200,
        (random, _) -> {
          LoaderCase choice = LoaderCase.random(random);
          int world = 1 + random.nextInt(random.nextBoolean() ? 1 : 4);
          OrderedRows expected = choice.expected();
          try (MemFolder folder = MemFolder.of(choice.files().toArray(MemFile[]::new))) {
            Dataset dataset = choice.dataset(folder.open());
            for (int rank = 0; rank < world; rank++) {
              DataLoader.Builder options =
                  choice
                      .loader(dataset, rank, world)
                      .mapBatch(new Mixed())
                      .randomMap(new Drawn("first"))
                      .map(new Tripled())
                      .randomMap(new Drawn("second"))
                      .threads(1 + random.nextInt(4))
                      .prefetch(1 + random.nextInt(9));
              try (DataLoader loader = options.build()) {
                for (Batch batch : loader) {
                  assertEquals(
                      expected.rows(batch.epoch(), (int) batch.step(), rank, world),
                      rowNumbers(batch));
                  check(batch, choice.shuffle().seed());
                  check(batch.copy(), choice.shuffle().seed());
                }
              }
            }
          }
        });
  }

  private static List<Long> rowNumbers(Batch batch) {
    List<Long> numbers = new ArrayList<>();
    for (int row = 0; row < batch.rows(); row++) {
      numbers.add(batch.rowNumber(row));
    }
    return numbers;
  }

  private static void check(Batch batch, long seed) {
    assertEquals(
        List.of("id", "first", "tripled", "second", "place", "sum", "drawn"),
        batch.schema().fields().stream().map(Field::name).toList());
    Ids.check(batch);
    long sum = 0;
    for (int row = 0; row < batch.rows(); row++) {
      long number = batch.rowNumber(row);
      assertEquals(3 * number, batch.longs("tripled").get(row));
      sum += 3 * number;
      for (int place = 0; place < 2; place++) {
        assertEquals(
            new Draws(seed, place).ofRow(batch.epoch(), number).nextLong(),
            batch.longs(place == 0 ? "first" : "second").get(row));
      }
    }
    for (int row = 0; row < batch.rows(); row++) {
      assertEquals(row, batch.longs("place").get(row));
      assertEquals(sum, batch.longs("sum").get(row));
      assertEquals(
          new Draws(seed, 0).ofStep(batch.epoch(), batch.step()).nextLong(),
          batch.longs("drawn").get(row));
    }
  }

  @Test
  void rowsOfAStreamAreTransformedToo() {
    Property.check(
        50,
        (random, _) -> {
          List<RecordBatch> batches = new ArrayList<>();
          long rows = 0;
          for (int i = random.nextInt(6); i > 0; i--) {
            int count = random.nextInt(20);
            batches.add(Ids.batch(rows, count));
            rows += count;
          }
          long seen = 0;
          try (DataLoader loader =
              Dataset.of(new MemStream(Ids.SCHEMA, batches))
                  .loader(1 + random.nextInt(30))
                  .map(new Tripled())
                  .randomMap(new Drawn("drawn"))
                  .build()) {
            for (Batch batch : loader) {
              for (int row = 0; row < batch.rows(); row++, seen++) {
                assertEquals(3 * seen, batch.longs("tripled").get(row));
                assertEquals(
                    new Draws(0, 0).ofRow(0, seen).nextLong(), batch.longs("drawn").get(row));
              }
            }
          }
          assertEquals(rows, seen);
        });
  }

  @Test
  void aResumedRunGoesOnWithTheSameRows() throws Exception {
    try (MemFolder folder = MemFolder.of(Ids.file("a.mem", true, 0, 40, 40))) {
      Dataset dataset = folder.open();
      List<Long> all = new ArrayList<>();
      Checkpoint state = null;
      try (DataLoader loader = random(dataset.loader(8).shuffle(5)).epochs(2).build()) {
        for (Batch batch : loader) {
          if (state != null) {
            all.add(batch.longs("drawn").get(0));
          }
          if (batch.epoch() == 1 && batch.step() == 2) {
            state = batch.checkpoint();
          }
        }
      }
      List<Long> resumed = new ArrayList<>();
      try (DataLoader loader =
          random(dataset.loader(8).resume(Objects.requireNonNull(state))).epochs(2).build()) {
        loader.forEach(batch -> resumed.add(batch.longs("drawn").get(0)));
      }
      assertEquals(all, resumed);
      assertFalse(resumed.isEmpty());
    }
  }

  private static DataLoader.Builder random(DataLoader.Builder options) {
    return options.randomMap(new Drawn("drawn"));
  }

  /// Rows that share a record batch with others are changed by nobody: the file keeps its values.
  @Test
  void aColumnBeginsWithWhatItWasAndTheNextEpochSeesTheFile() throws Exception {
    try (MemFolder folder = MemFolder.of(Ids.file("a.mem", false, 0, 10));
        DataLoader loader =
            folder
                .open()
                .loader(10)
                .epochs(2)
                .map(rows -> rows.out("id").setAtIndex(LONG, 3, -1))
                .build()) {
      for (Batch batch : loader) {
        for (int row = 0; row < 10; row++) {
          assertEquals(row == 3 ? -1 : row, batch.longs("id").get(row));
        }
      }
    }
  }

  @Test
  void aFailureNamesStepFileAndRow() throws Exception {
    IllegalArgumentException bad = new IllegalArgumentException("no 17, please");
    Transform fails =
        rows -> {
          LongColumn ids = rows.in().longs("id");
          for (int i = 0; i < rows.count(); i++) {
            if (ids.get(i) == 17) {
              throw bad;
            }
          }
        };
    try (MemFolder folder =
            MemFolder.of(Ids.file("a.mem", false, 0, 10), Ids.file("b.mem", false, 10, 30));
        DataLoader loader = folder.open().loader(4).map(fails).build()) {
      Iterator<Batch> batches = loader.iterator();
      IllegalStateException failure =
          assertThrows(
              IllegalStateException.class,
              () -> {
                while (batches.hasNext()) {
                  batches.next();
                }
              });
      assertSame(bad, failure.getCause());
      String message = failure.getMessage();
      assertTrue(message.startsWith("transform 1 (map) failed in epoch 0, step 4, at "), message);
      assertTrue(message.endsWith("b.mem, row 7: " + bad), message);
    }
  }

  @Test
  void whatIsNotFilledOrCannotBeIsRefused() throws Exception {
    Transform empty =
        new Transform() {
          @Override
          public Schema output(Schema input) {
            return plus(input, "new");
          }

          @Override
          public void apply(Rows rows) {
            // forgets its column
          }
        };
    Transform text =
        new Transform() {
          @Override
          public Schema output(Schema input) {
            return Schema.of(Field.of("text", new DataType.Utf8()));
          }

          @Override
          public void apply(Rows rows) {
            rows.out("text");
          }
        };
    try (MemFolder folder = MemFolder.of(Ids.file("a.mem", false, 0, 10))) {
      Dataset dataset = folder.open();
      try (DataLoader loader = dataset.loader(4).map(empty).build()) {
        IllegalStateException failure =
            assertThrows(IllegalStateException.class, () -> loader.iterator().next());
        assertTrue(failure.getMessage().endsWith("column 'new' is int64 from now on: fill it"));
      }
      assertEquals(
          "transform 1 (map) makes the column 'text' of utf8: a transform can make columns of fixed"
              + " width only",
          assertThrows(IllegalArgumentException.class, () -> dataset.loader(4).map(text).build())
              .getMessage());
      assertEquals(
          "no column 'ix' (did you mean 'id'?); columns: id int64",
          assertThrows(
                  IllegalArgumentException.class,
                  () -> dataset.loader(4).map(Normalize.of("ix", 0, 1)).build())
              .getMessage());
    }
    assertTrue(
        assertThrows(
                IllegalArgumentException.class,
                () ->
                    Dataset.of(new MemStream(Ids.SCHEMA, List.of()))
                        .loader(4)
                        .mapBatch(new Mixed())
                        .build())
            .getMessage()
            .startsWith("mapBatch: "));
  }

  @Test
  void rowsAreReleasedAfterTheCall() throws Exception {
    AtomicReference<Batch> kept = new AtomicReference<>();
    try (MemFolder folder = MemFolder.of(Ids.file("a.mem", false, 0, 10));
        DataLoader loader = folder.open().loader(4).map(rows -> kept.set(rows.in())).build()) {
      loader.iterator().next();
      assertThrows(IllegalStateException.class, () -> kept.get().longs("id"));
    }
  }

  /// A null stays null, also one inside of a list, and what lacks a column is null there.
  @Test
  void nullsStay() throws Exception {
    Field item = Field.of("item", new DataType.Int(8, false));
    DataType type = new DataType.FixedSizeList(item, 2);
    List<Object> values = new ArrayList<>(List.of(List.of(1L, 2L)));
    values.add(null);
    List<Object> half = new ArrayList<>();
    half.add(3L);
    half.add(null);
    values.add(half);
    Schema schema = Schema.of(Field.of("x", type));
    MemFile file =
        MemFile.mapped("a.mem", schema)
            .split(new RecordBatch(0, 3, List.of(ArrayBuilder.plain(type, values))));
    try (MemFolder folder = MemFolder.of(file);
        DataLoader loader =
            folder.open().loader(3).shuffle(1).map(Normalize.of("x", 1, 2)).build()) {
      Batch batch = loader.iterator().next();
      List<String> texts = new ArrayList<>(List.of("", "", ""));
      for (int row = 0; row < 3; row++) {
        texts.set((int) batch.rowNumber(row), batch.column("x").text(row));
      }
      assertEquals(List.of("[0.0, 0.5]", "null", "[1.0, null]"), texts);
    }
  }

  /// Before a cache a whole split is one call: the row is found by a few more calls, and not by one
  /// for each row of it.
  @Test
  void theRowThatFailsIsFoundByHalves() throws Exception {
    AtomicInteger calls = new AtomicInteger();
    Transform fails =
        new Transform() {
          @Override
          public void apply(Rows rows) {
            calls.incrementAndGet();
            for (int i = 0; i < rows.count(); i++) {
              if (rows.in().longs("id").get(i) >= 2999) {
                throw new IllegalArgumentException("too large");
              }
            }
          }

          @Override
          public Optional<String> identity() {
            return Optional.of("fails/1");
          }
        };
    try (MemFolder folder = MemFolder.of(Ids.file("a.mem", true, 0, 4000));
        DataLoader loader =
            folder.open().loader(4).map(fails).cache(MemoryCache.of("1 MiB")).build()) {
      String message =
          assertThrows(IllegalStateException.class, () -> loader.iterator().next()).getMessage();
      assertTrue(message.startsWith("transform 1 (map) failed at "), message);
      assertTrue(
          message.endsWith("a.mem, row 2999: java.lang.IllegalArgumentException: too large"),
          message);
    }
    assertTrue(calls.get() <= 1 + 2 * 12, calls.toString());
  }

  @Test
  void aFailureInAStreamNamesNoStep() throws Exception {
    try (DataLoader loader =
        Dataset.of(new MemStream(Ids.SCHEMA, List.of(Ids.batch(0, 50), Ids.batch(50, 50))))
            .loader(4)
            .map(OneHot.of("id", 70))
            .build()) {
      String message =
          assertThrows(IllegalStateException.class, () -> loader.forEach(_ -> {})).getMessage();
      assertTrue(
          message.startsWith("transform 1 (map, OneHot) failed at mem stream, row 70: "), message);
    }
  }

  @Test
  void nothingIsWrittenAfterTheCall() throws Exception {
    AtomicReference<Rows> kept = new AtomicReference<>();
    try (MemFolder folder = MemFolder.of(Ids.file("a.mem", false, 0, 10));
        DataLoader loader = folder.open().loader(4).map(kept::set).build()) {
      loader.iterator().next();
      assertThrows(IllegalStateException.class, () -> kept.get().out("id"));
    }
  }

  /// Nobody needs the columns that share a name.
  @Test
  void othersMayShareAName() throws Exception {
    Schema schema =
        Schema.of(Field.of("x", Ids.TYPE), Field.of("id", Ids.TYPE), Field.of("x", Ids.TYPE));
    RecordBatch rows =
        new RecordBatch(
            0,
            1,
            List.of(
                ArrayBuilder.plain(Ids.TYPE, List.of(2L)),
                ArrayBuilder.plain(Ids.TYPE, List.of(3L)),
                ArrayBuilder.plain(Ids.TYPE, List.of(5L))));
    try (MemFolder folder = MemFolder.of(MemFile.mapped("a.mem", schema).split(rows));
        DataLoader loader = folder.open().loader(1).map(Normalize.of("id", 0, 2)).build()) {
      Batch batch = loader.iterator().next();
      assertEquals("2", batch.column(0).text(0));
      assertEquals(1.5f, batch.floats("id").get(0));
      assertEquals("5", batch.column(2).text(0));
    }
  }

  /// What a column keeps of its values has the shape that its field says from now on.
  @Test
  void aColumnThatKeepsItsValuesHasItsNewField() throws Exception {
    DataType type = new DataType.FixedSizeList(Field.of("item", new DataType.FloatingPoint(32)), 4);
    Field image =
        new Field(
            "x",
            type,
            true,
            Map.of(
                "ARROW:extension:name",
                "arrow.fixed_shape_tensor",
                "ARROW:extension:metadata",
                "{\"shape\":[2,2]}"));
    RecordBatch rows =
        new RecordBatch(0, 1, List.of(ArrayBuilder.plain(type, List.of(List.of(1f, 2f, 3f, 4f)))));
    MemFile file = MemFile.mapped("a.mem", Schema.of(Field.of("x", type))).split(rows);
    for (boolean written : List.of(false, true)) {
      Transform shaped =
          new Transform() {
            @Override
            public Schema output(Schema input) {
              return Schema.of(image);
            }

            @Override
            public void apply(Rows some) {
              if (written) {
                some.out("x");
              }
            }
          };
      try (MemFolder folder = MemFolder.of(file);
          DataLoader loader = folder.open().loader(1).map(shaped).build()) {
        Batch batch = loader.iterator().next();
        assertEquals(image, batch.column("x").field());
        assertEquals(
            "Tensor of float32 [1, 2, 2]: [1.0, 2.0, 3.0, 4.0]", batch.tensor("x").toString());
      }
    }
  }

  /// Who asks what is slow is told of transforms by themselves, before a cache and after it.
  @Test
  void transformsAreTimedByThemselves() throws Exception {
    try (MemFolder folder = MemFolder.of(Ids.file("a.mem", true, 0, 40, 40));
        DataLoader loader =
            folder
                .open()
                .loader(8)
                .map(Normalize.of("id", 0, 1))
                .cache(MemoryCache.none())
                .map(Normalize.of("id", 0, 2))
                .build()) {
      loader.forEach(batch -> assertEquals(batch.rowNumber(0) / 2f, batch.floats("id").get(0)));
      Report report = loader.report();
      long groups = report.stage(Stage.GATHER).count();
      assertEquals(2 + groups, report.stage(Stage.TRANSFORM).count());
      assertEquals(2, report.stage(Stage.DECODE).count());
    }
  }
}
