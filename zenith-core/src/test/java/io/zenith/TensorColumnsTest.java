package io.zenith;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.internal.layout.Kind;
import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import io.zenith.schema.Schema;
import io.zenith.spi.ArrayData;
import io.zenith.testkit.ArrayBuilder;
import io.zenith.testkit.OneBatch;
import io.zenith.testkit.Property;
import io.zenith.testkit.RandomData;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class TensorColumnsTest {
  private static final DataType FLOAT = new DataType.FloatingPoint(32);
  private static final DataType BYTE = new DataType.Int(8, false);
  private static final DataType LISTS = new DataType.List(Field.of("item", FLOAT));
  private static final ValueLayout.OfFloat LITTLE =
      ValueLayout.JAVA_FLOAT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private static DataType fixed(DataType element, int size) {
    return new DataType.FixedSizeList(Field.of("item", element), size);
  }

  private static Schema schema(Field... fields) {
    return new Schema(List.of(fields), Map.of());
  }

  private static String refusal(TensorColumns columns, Schema schema) {
    return assertThrows(IllegalArgumentException.class, () -> columns.bind(schema)).getMessage();
  }

  /// The shape and the bytes of a tensor.
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Copied(List<Long> shape, byte[] bytes) {
    static Copied of(TensorSource source, Batch batch, int width) {
      try (Arena arena = Arena.ofConfined()) {
        Object[] got = new Object[2];
        source.copy(
            batch,
            shape -> {
              MemorySegment memory =
                  arena.allocate(width * Arrays.stream(shape).reduce(1, (a, b) -> a * b));
              got[0] = Arrays.stream(shape).boxed().toList();
              got[1] = memory;
              return memory;
            });
        @SuppressWarnings("unchecked")
        List<Long> shape = (List<Long>) got[0];
        return new Copied(shape, ((MemorySegment) got[1]).toArray(ValueLayout.JAVA_BYTE));
      }
    }

    float[] floats() {
      return MemorySegment.ofArray(bytes).toArray(LITTLE);
    }
  }

  @Test
  void namesShapesAndElementTypesAreKnownOnceBound() {
    Schema schema =
        schema(
            Field.of("image", fixed(BYTE, 784)),
            Field.of("age", FLOAT),
            Field.of("fare", new DataType.FloatingPoint(64)),
            Field.of("label", new DataType.Int(64, true)));
    List<TensorSource> sources =
        TensorColumns.features("image")
            .shaped(1, 28, 28)
            .and(TensorColumns.stack("age", "fare"))
            .and(TensorColumns.label("label"))
            .bind(schema);
    assertEquals("[image [1, 28, 28], stack(age, fare), label]", sources.toString());
    assertEquals(
        List.of("image", "stack(age, fare)", "label"),
        sources.stream().map(TensorSource::name).toList());
    assertEquals(
        List.of(BYTE, FLOAT, new DataType.Int(64, true)),
        sources.stream().map(TensorSource::elementType).toList());
    assertEquals(
        List.of(OptionalLong.of(784), OptionalLong.of(2), OptionalLong.of(1)),
        sources.stream().map(TensorSource::rowSize).toList());
    assertEquals(
        List.of(false, false, true), sources.stream().map(TensorSource::isNumber).toList());
    assertEquals("a, b", TensorColumns.features("a", "b").toString());
  }

  @Test
  void whatIsNoTensorIsRefusedByName() {
    Schema schema =
        schema(
            Field.of("image", fixed(BYTE, 784)),
            Field.of("words", new DataType.List(Field.of("item", new DataType.Utf8()))),
            Field.of("day", new DataType.Date(32)),
            Field.of("text", new DataType.Utf8()));
    assertTrue(
        refusal(TensorColumns.features("imag"), schema)
            .startsWith("no column 'imag' (did you mean 'image'?); columns: "));
    assertEquals(
        "column 'text' is utf8: no tensor, as it holds no numbers",
        refusal(TensorColumns.label("text"), schema));
    assertTrue(
        refusal(TensorColumns.features("words"), schema)
            .endsWith("no tensor, as it holds no numbers"));
    assertEquals(
        "rows of image have 784 values, not those of [3, 28, 28]",
        refusal(TensorColumns.features("image").shaped(3, 28, 28), schema));
    assertEquals(
        "rows of image have 784 values, not those of [4294967296, 4294967296]",
        refusal(TensorColumns.features("image").shaped(1L << 32, 1L << 32), schema));
    assertEquals(
        "rows of stack(day) have 1 values, not those of [2]",
        refusal(TensorColumns.stack("day").shaped(2), schema));
    assertTrue(
        refusal(TensorColumns.stack("image"), schema)
            .startsWith("column 'image' is fixed_size_list"));
    assertEquals(
        "no columns; at least one",
        assertThrows(IllegalArgumentException.class, TensorColumns::features).getMessage());
    assertEquals(
        "rows of shape [0]; sizes of at least 1",
        assertThrows(IllegalArgumentException.class, () -> TensorColumns.features("a").shaped(0))
            .getMessage());
  }

  @Test
  void anyNumericColumnIsCopiedAsItIsStored() {
    List<DataType> types =
        RandomData.flatTypes().stream().filter(type -> Kind.of(type).isNumeric()).toList();
    Property.check(
        200,
        (random, number) -> {
          DataType type = types.get(number % types.size());
          ArrayData data =
              ArrayBuilder.noisy(
                  type, RandomData.values(type, 1 + random.nextInt(100), 0, random), random);
          try (OneBatch one = OneBatch.of(data)) {
            TensorSource source = TensorColumns.features("c").bind(one.batch().schema()).getFirst();
            assertEquals(Kind.of(type), Kind.of(source.elementType()));
            int width = Math.max(1, Kind.of(type).width);
            Copied copied = Copied.of(source, one.batch(), width);
            assertEquals(List.of((long) one.batch().rows()), copied.shape);
            assertArrayEquals(bytes(one.batch(), type, width), copied.bytes);
          }
        });
  }

  private static byte[] bytes(Batch batch, DataType type, int width) {
    if (type instanceof DataType.Bool) {
      byte[] bytes = new byte[batch.rows()];
      for (int i = 0; i < bytes.length; i++) {
        bytes[i] = (byte) (batch.booleans("c").get(i) ? 1 : 0);
      }
      return bytes;
    }
    byte[] bytes = batch.tensor("c").segment().toArray(ValueLayout.JAVA_BYTE);
    assertEquals(width * batch.rows(), bytes.length);
    return bytes;
  }

  @Test
  void rowsMayBeSeenInAnotherShape() throws Exception {
    ArrayData lists =
        ArrayBuilder.plain(
            fixed(FLOAT, 4),
            List.of(List.of(0f, 0f, 0f, 0f), List.of(1f, 2f, 3f, 4f), List.of(5f, 6f, 7f, 8f)));
    try (OneBatch one = OneBatch.of(lists, 1, 2)) {
      TensorSource source =
          TensorColumns.features("c").shaped(1, 2, 2).bind(one.batch().schema()).getFirst();
      Copied copied = Copied.of(source, one.batch(), 4);
      assertEquals(List.of(2L, 1L, 2L, 2L), copied.shape);
      assertArrayEquals(new float[] {1, 2, 3, 4, 5, 6, 7, 8}, copied.floats());
    }
  }

  @Test
  void listsWhoseLengthATypeDoesNotSayAreCheckedByBatch() throws Exception {
    ArrayData lists = ArrayBuilder.plain(LISTS, List.of(List.of(1f, 2f), List.of(3f, 4f)));
    try (OneBatch one = OneBatch.of(lists)) {
      Schema schema = one.batch().schema();
      assertEquals(
          OptionalLong.empty(), TensorColumns.features("c").bind(schema).getFirst().rowSize());
      TensorSource two = TensorColumns.features("c").shaped(2, 1).bind(schema).getFirst();
      assertEquals(List.of(2L, 2L, 1L), Copied.of(two, one.batch(), 4).shape);
      TensorSource three = TensorColumns.features("c").shaped(3).bind(schema).getFirst();
      assertEquals(
          "rows of c have 2 values in this batch, not those of [3]",
          assertThrows(IllegalStateException.class, () -> Copied.of(three, one.batch(), 4))
              .getMessage());
    }
  }

  @Test
  void columnsSideBySideAreCopiedAsStackMakesThem() throws Exception {
    ArrayData first = ArrayBuilder.plain(FLOAT, List.of(1f, 2f, 3f));
    ArrayData second = ArrayBuilder.plain(BYTE, List.of(4L, 5L, 255L));
    try (OneBatch one = OneBatch.ofColumns(List.of(first, second))) {
      List<String> names = one.batch().schema().fields().stream().map(Field::name).toList();
      TensorSource source =
          TensorColumns.stack(names.toArray(String[]::new)).bind(one.batch().schema()).getFirst();
      Copied copied = Copied.of(source, one.batch(), 4);
      assertEquals(List.of(3L, 2L), copied.shape);
      assertArrayEquals(new float[] {1, 4, 2, 5, 3, 255}, copied.floats());
    }
  }

  @Test
  void memoryThatDoesNotDoIsRefused() throws Exception {
    try (OneBatch one = OneBatch.of(ArrayBuilder.plain(FLOAT, List.of(1f, 2f)));
        Arena arena = Arena.ofConfined()) {
      Tensor tensor = one.batch().tensor("c");
      assertEquals(
          "this needs native memory of 8 bytes; there are 7",
          assertThrows(IllegalArgumentException.class, () -> tensor.copyTo(arena.allocate(7)))
              .getMessage());
      assertThrows(
          IllegalArgumentException.class, () -> tensor.copyTo(MemorySegment.ofArray(new float[2])));
    }
  }
}
