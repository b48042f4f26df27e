package io.zenith;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.error.MalformedDataException;
import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import io.zenith.schema.Schema;
import io.zenith.spi.RecordBatch;
import io.zenith.testkit.ArrayBuilder;
import io.zenith.testkit.MemFile;
import io.zenith.testkit.MemFolder;
import io.zenith.testkit.Property;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/// What a transform throws comes out as what it is, with step, file and row; nulls where its output
/// says that there are none are a failure of it.
class TransformFailureTest {
  private static final DataType INT = new DataType.Int(32, true);

  /// Fails at row 17 of the dataset, the seventh of the second file.
  private static Throwable failure(Consumer<Rows> fails) throws IOException {
    Transform transform =
        rows -> {
          for (long id : rows.in().longs("id").toArray()) {
            if (id == 17) {
              fails.accept(rows);
            }
          }
        };
    try (MemFolder folder =
            MemFolder.of(Ids.file("a.mem", false, 0, 10), Ids.file("b.mem", true, 10, 30));
        DataLoader loader = folder.open().loader(4).map(transform).build()) {
      return assertThrows(Throwable.class, () -> loader.forEach(Ids::check));
    }
  }

  private static void checkPlace(String message, Throwable cause) {
    String start = "transform 1 (map) failed in epoch 0, step 4, at ";
    assertTrue(
        message.startsWith(start) && message.endsWith("b.mem, row 7: " + cause),
        () -> message + " of " + cause);
  }

  @Test
  void anErrorStaysWhatItIsAndSaysWhere() throws Exception {
    for (Error error :
        List.of(new AssertionError("bug"), new NoClassDefFoundError("x"), new Error("other"))) {
      Throwable thrown =
          failure(_ -> {
            throw error;
          });
      assertSame(error, thrown);
      assertEquals(1, thrown.getSuppressed().length);
      checkPlace(String.valueOf(thrown.getSuppressed()[0].getMessage()), error);
    }
  }

  /// What is found in the values of a row comes as it is, and can say the place by itself.
  @Test
  void badDataComesAsItIsFromWhereItSays() throws Exception {
    Throwable thrown =
        failure(rows -> {
          int row = (int) (17 - rows.in().rowNumber(0));
          throw new MalformedDataException(rows.where(row), "chaff", "wheat");
        });
    assertInstanceOf(MalformedDataException.class, thrown);
    String message = String.valueOf(thrown.getMessage());
    assertTrue(
        message.startsWith("transform 1 (map) in epoch 0, step 4, at ")
            && message.endsWith("b.mem, row 7: found chaff, expected wheat"),
        message);
  }

  @Test
  void thereIsAPlaceForEachRowAndNoOther() throws Exception {
    Throwable thrown = failure(rows -> rows.where(rows.count()));
    assertInstanceOf(IndexOutOfBoundsException.class, thrown.getCause());
  }

  private static long endless(long depth) {
    return depth < 0 ? 0 : endless(depth + 1) + 1;
  }

  /// To those that the JVM makes nothing can be added.
  @Test
  void anErrorOfTheMachineStaysOneOfItsKindAndSaysWhere() throws Exception {
    Throwable overflow = failure(_ -> endless(0));
    assertEquals(StackOverflowError.class, overflow.getClass());
    StackOverflowError deep =
        assertInstanceOf(StackOverflowError.class, overflow.getCause(), "the first cause");
    assertTrue(deep.getStackTrace()[0].getMethodName().equals("endless"));
    checkPlace(String.valueOf(overflow.getMessage()), deep);
    long[][] kept = new long[1][];
    Throwable memory = failure(_ -> kept[0] = new long[Integer.MAX_VALUE]);
    assertNull(kept[0]);
    assertEquals(OutOfMemoryError.class, memory.getClass());
    checkPlace(
        String.valueOf(memory.getMessage()),
        assertInstanceOf(OutOfMemoryError.class, memory.getCause()));
  }

  @SuppressWarnings("unchecked")
  private static <E extends Throwable> void sneak(Throwable thrown) throws E {
    throw (E) thrown;
  }

  /// Other languages of the JVM throw them without saying so.
  @Test
  void aCheckedExceptionIsACauseAsAnyOther() throws Exception {
    IOException checked = new IOException("no such label");
    Throwable thrown = failure(_ -> TransformFailureTest.<RuntimeException>sneak(checked));
    assertEquals(IllegalStateException.class, thrown.getClass());
    assertSame(checked, thrown.getCause());
    checkPlace(String.valueOf(thrown.getMessage()), checked);
  }

  /// A transform that says something of its own about its columns.
  private record Says(UnaryOperator<Schema> says, Consumer<Rows> body) implements Transform {
    @Override
    public Schema output(Schema input) {
      return says.apply(input);
    }

    @Override
    public void apply(Rows rows) {
      body.accept(rows);
    }
  }

  private static Schema required(Schema input) {
    return new Schema(
        input.fields().stream()
            .map(field -> new Field(field.name(), field.type(), false, field.metadata()))
            .toList(),
        input.metadata());
  }

  private static MemFile file(DataType type, List<?> values) {
    List<Object> objects = new ArrayList<>(values);
    return MemFile.mapped("a.mem", Schema.of(Field.of("x", type)))
        .split(new RecordBatch(0, values.size(), List.of(ArrayBuilder.plain(type, objects))));
  }

  private static List<Object> sevenWith(Object bad, int at, Function<Integer, Object> good) {
    List<Object> values = new ArrayList<>();
    for (int row = 0; row < 7; row++) {
      values.add(row == at ? bad : good.apply(row));
    }
    return values;
  }

  private static void refused(MemFile file, Transform transform, int row) throws IOException {
    try (MemFolder folder = MemFolder.of(file);
        DataLoader loader = folder.open().loader(2).map(transform).build()) {
      IllegalStateException refused =
          assertThrows(IllegalStateException.class, () -> loader.forEach(_ -> {}));
      String message = String.valueOf(refused.getMessage());
      assertTrue(message.startsWith("transform 1 (map, Says) failed in epoch 0, step "), message);
      assertTrue(
          message.endsWith(
              "a.mem, row "
                  + row
                  + ": java.lang.IllegalStateException: column 'x' has a null there, and its output"
                  + " says that it has none"),
          message);
      assertEquals(row / 2, loader.checkpoint().step());
    }
  }

  @Test
  void aNullWhereTheOutputSaysThatThereIsNoneIsRefused() throws Exception {
    MemFile numbers = file(INT, sevenWith(null, 5, row -> (long) row));
    refused(numbers, new Says(TransformFailureTest::required, rows -> rows.out("x")), 5);
    refused(numbers, new Says(TransformFailureTest::required, _ -> {}), 5);
    MemFile texts = file(new DataType.Utf8(), sevenWith(null, 3, row -> "t" + row));
    refused(texts, new Says(TransformFailureTest::required, _ -> {}), 3);
    UnaryOperator<Schema> floats =
        input ->
            Schema.of(
                new Field(
                    input.fields().getFirst().name(),
                    new DataType.FloatingPoint(32),
                    false,
                    Map.of()));
    refused(numbers, new Says(floats, rows -> rows.out("x")), 5);
  }

  /// Inside of a list too; but not what is inside of a list that is null itself.
  @Test
  void aNullInsideOfAListIsRefusedWhereTheOutputSaysSo() throws Exception {
    DataType pair = new DataType.FixedSizeList(Field.of("item", INT), 2);
    List<Object> half = new ArrayList<>(List.of(1L));
    half.add(null);
    DataType full = new DataType.FixedSizeList(new Field("item", INT, false, Map.of()), 2);
    Transform says =
        new Says(_ -> Schema.of(Field.of("x", full)), rows -> rows.out("x").fill((byte) 1));
    refused(file(pair, sevenWith(half, 4, row -> List.of((long) row, 1L))), says, 4);
    MemFile none = file(pair, sevenWith(null, 4, row -> List.of((long) row, 1L)));
    try (MemFolder folder = MemFolder.of(none);
        DataLoader loader = folder.open().loader(7).map(says).build()) {
      Batch batch = loader.iterator().next();
      assertEquals("null", batch.column("x").text(4));
      assertEquals("[16843009, 16843009]", batch.column("x").text(3));
    }
  }

  /// A null in any row of any batch of a transform that acts on batches.
  @Test
  void theRowIsNamedWhereverItIs() {
    Property.check(
        60,
        (random, _) -> {
          int bad = random.nextInt(7);
          MemFile numbers = file(INT, sevenWith(null, bad, row -> (long) row));
          BatchTransform says =
              new BatchTransform() {
                @Override
                public Schema output(Schema input) {
                  return required(input);
                }

                @Override
                public void apply(Rows rows, java.util.random.RandomGenerator draws) {
                  rows.out("x");
                }
              };
          try (MemFolder folder = MemFolder.of(numbers);
              DataLoader loader =
                  folder
                      .open()
                      .loader(1 + random.nextInt(7))
                      .shuffle(random.nextLong())
                      .mapBatch(says)
                      .build()) {
            String message =
                assertThrows(IllegalStateException.class, () -> loader.forEach(_ -> {}))
                    .getMessage();
            assertTrue(message.contains("a.mem, row " + bad + ": "), message);
          }
        });
  }

  /// What comes of Zenith says what it got.
  @Test
  void nullsGoThroughTheTransformsOfZenith() throws Exception {
    MemFile numbers = file(INT, sevenWith(null, 5, row -> (long) row));
    for (Transform transform :
        List.of(
            Normalize.of("x", 0, 1),
            OneHot.of("x", 7),
            Cast.of("x", INT),
            Cast.of("x", new DataType.Int(8, false)),
            Cast.of("x", new DataType.FloatingPoint(16)),
            Cast.of("x", new DataType.FloatingPoint(64)))) {
      try (MemFolder folder = MemFolder.of(numbers);
          DataLoader loader = folder.open().loader(7).map(transform).build()) {
        Batch batch = loader.iterator().next();
        assertTrue(batch.column("x").field().nullable());
        for (int row = 0; row < 7; row++) {
          assertEquals(row == 5, batch.column("x").text(row).equals("null"), transform.toString());
        }
      }
    }
  }
}
