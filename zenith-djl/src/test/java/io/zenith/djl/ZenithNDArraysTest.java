package io.zenith.djl;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.DataType;
import ai.djl.ndarray.types.Shape;
import ai.djl.util.passthrough.PassthroughNDManager;
import io.zenith.Batch;
import io.zenith.DataLoader;
import io.zenith.TensorColumns;
import io.zenith.schema.Field;
import io.zenith.schema.Schema;
import io.zenith.spi.RecordBatch;
import io.zenith.testkit.ArrayBuilder;
import io.zenith.testkit.MemFile;
import io.zenith.testkit.MemFolder;
import io.zenith.testkit.OneBatch;
import io.zenith.testkit.Points;
import io.zenith.testkit.Property;
import io.zenith.testkit.RandomData;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class ZenithNDArraysTest {
  private static io.zenith.schema.DataType whole(int bits, boolean signed) {
    return new io.zenith.schema.DataType.Int(bits, signed);
  }

  private static final Map<io.zenith.schema.DataType, DataType> TYPES =
      Map.of(
          new io.zenith.schema.DataType.Bool(),
          DataType.BOOLEAN,
          whole(8, true),
          DataType.INT8,
          whole(8, false),
          DataType.UINT8,
          whole(32, true),
          DataType.INT32,
          whole(64, true),
          DataType.INT64,
          new io.zenith.schema.DataType.FloatingPoint(16),
          DataType.FLOAT16,
          new io.zenith.schema.DataType.FloatingPoint(32),
          DataType.FLOAT32,
          new io.zenith.schema.DataType.FloatingPoint(64),
          DataType.FLOAT64,
          new io.zenith.schema.DataType.Date(32),
          DataType.INT32);

  /// Values as the test kit has made them, which the array has to show one by one.
  private static Object shown(NDArray array, DataType type, long i) {
    return switch (type) {
      case BOOLEAN -> array.getBoolean(i);
      case INT8 -> (long) array.getByte(i);
      case UINT8 -> (long) array.getUint8(i);
      case INT32 -> (long) array.getInt(i);
      case INT64 -> array.getLong(i);
      case FLOAT16, FLOAT32 -> array.toType(DataType.FLOAT32, false).getFloat(i);
      case FLOAT64 -> array.getDouble(i);
      default -> throw new IllegalArgumentException(type.toString());
    };
  }

  /// Native libraries that are there from the first array on are no leak of a test.
  @BeforeAll
  static void theEngineIsLoaded() {
    NDManager.newBaseManager().close();
  }

  @Test
  void columnsOfEveryTypeAreArraysOfTheirValues() {
    List<io.zenith.schema.DataType> types = new ArrayList<>(TYPES.keySet());
    types.sort((a, b) -> a.toString().compareTo(b.toString()));
    try (NDManager manager = NDManager.newBaseManager()) {
      Property.check(
          60,
          (random, number) -> {
            io.zenith.schema.DataType type = types.get(number % types.size());
            List<Object> values = RandomData.values(type, 1 + random.nextInt(40), 0, random);
            int from = random.nextInt(values.size());
            try (OneBatch one =
                    OneBatch.of(
                        ArrayBuilder.noisy(type, values, random), from, values.size() - from);
                NDManager step = manager.newSubManager()) {
              NDArray array = ZenithNDArrays.of(one.batch(), step).get("c");
              DataType expected = Objects.requireNonNull(TYPES.get(type));
              assertEquals(expected, array.getDataType());
              assertEquals(new Shape(values.size() - from), array.getShape());
              for (int i = 0; i < values.size() - from; i++) {
                assertEquals(values.get(from + i), shown(array, expected, i));
              }
            }
          });
    }
  }

  @Test
  void listsHaveShapesAndColumnsStandSideBySide() throws Exception {
    try (Points points = Points.of(10);
        DataLoader loader = points.open().loader(4).build();
        NDManager manager = NDManager.newBaseManager()) {
      Batch batch = loader.iterator().next();
      NDList list =
          ZenithNDArrays.of(
              batch,
              TensorColumns.features("point")
                  .and(TensorColumns.features("point").shaped(1, 2, 1))
                  .and(TensorColumns.stack("x", "y")),
              manager);
      assertEquals(
          List.of(new Shape(4, 2), new Shape(4, 1, 2, 1), new Shape(4, 2)),
          Arrays.stream(list.getShapes()).toList());
      assertArrayEquals(batch.tensor("point").toFloats(), list.get(0).toFloatArray());
      assertArrayEquals(batch.tensor("point").toFloats(), list.get(1).toFloatArray());
      assertArrayEquals(batch.tensor("point").toFloats(), list.get(2).toFloatArray());
      assertEquals("stack(x, y)", list.get(2).getName());
    }
  }

  @Test
  void arraysOutliveTheirBatch() throws Exception {
    try (Points points = Points.of(10);
        NDManager manager = NDManager.newBaseManager()) {
      NDList first;
      try (DataLoader loader = points.open().loader(4).build()) {
        first = ZenithNDArrays.of(loader.iterator().next(), manager);
      }
      assertArrayEquals(new long[] {0, 1, 2, 3}, first.get("id").toLongArray());
    }
  }

  /// Neither the array that was made before, nor the one that failed.
  @Test
  void whatFailsLeavesNothingInTheManager() throws Exception {
    io.zenith.schema.DataType longs = whole(64, true);
    RecordBatch rows =
        new RecordBatch(
            0,
            2,
            List.of(
                ArrayBuilder.plain(longs, List.of(1L, 2L)),
                ArrayBuilder.plain(longs, Arrays.asList(3L, null))));
    Schema schema = Schema.of(Field.of("a", longs), Field.of("b", longs));
    try (MemFolder folder = MemFolder.of(MemFile.mapped("holes.mem", schema).split(rows));
        DataLoader loader = folder.open().loader(2).build();
        NDManager manager = NDManager.newBaseManager()) {
      Batch batch = loader.iterator().next();
      assertThrows(IllegalStateException.class, () -> ZenithNDArrays.of(batch, manager));
      TensorColumns stacked = TensorColumns.features("a").and(TensorColumns.stack("a", "b"));
      assertThrows(IllegalStateException.class, () -> ZenithNDArrays.of(batch, stacked, manager));
      assertEquals(0, manager.getManagedArrays().size());
    }
  }

  @Test
  void aBatchWithoutRowsHasEmptyArrays() throws Exception {
    io.zenith.schema.DataType floats = new io.zenith.schema.DataType.FloatingPoint(32);
    try (OneBatch one = OneBatch.of(ArrayBuilder.plain(floats, List.of(1f)));
        NDManager manager = NDManager.newBaseManager()) {
      Batch none =
          Batch.of(
              one.batch().schema(),
              new io.zenith.spi.RecordBatch(
                  0, 0, List.of(one.batch().recordBatch().columns().getFirst())));
      assertEquals(new Shape(0), ZenithNDArrays.of(none, manager).get("c").getShape());
    }
  }

  @Test
  void whatHasNoArrayIsRefusedByName() throws Exception {
    try (NDManager manager = NDManager.newBaseManager();
        OneBatch text =
            OneBatch.of(ArrayBuilder.plain(new io.zenith.schema.DataType.Utf8(), List.of("a")));
        OneBatch wide = OneBatch.of(ArrayBuilder.plain(whole(16, true), List.of(1L)));
        OneBatch holes =
            OneBatch.of(ArrayBuilder.plain(whole(32, true), Arrays.asList(1L, null)))) {
      assertEquals(
          "column 'c' is utf8: no tensor, as it holds no numbers",
          assertThrows(
                  IllegalArgumentException.class, () -> ZenithNDArrays.of(text.batch(), manager))
              .getMessage());
      assertEquals(
          "column 'c' is int16, of which DJL's engines make no arrays: cast it, as by"
              + " loader(64).map(Cast.of(...))",
          assertThrows(
                  IllegalArgumentException.class, () -> ZenithNDArrays.of(wide.batch(), manager))
              .getMessage());
      String message =
          assertThrows(IllegalStateException.class, () -> ZenithNDArrays.of(holes.batch(), manager))
              .getMessage();
      assertTrue(
          String.valueOf(message).startsWith("column 'c' is null at row 1 of this batch"), message);
    }
  }

  @Test
  void pyTorchIsFilledInPlace() {
    try (NDManager manager = NDManager.newBaseManager()) {
      assertTrue(EngineMemory.isOpen(manager));
    }
  }

  /// DJL's manager without an engine, which keeps the buffers it gets.
  @Test
  void anEngineThatDoesNotOpenItsMemoryGetsABufferOfItsOwn() throws Exception {
    NDManager manager = PassthroughNDManager.INSTANCE;
    assertFalse(EngineMemory.isOpen(manager));
    try (Points points = Points.of(10);
        DataLoader loader = points.open().loader(5).build()) {
      List<ByteBuffer> seen = new ArrayList<>();
      for (Batch batch : loader) {
        NDArray ids =
            ZenithNDArrays.of(batch, TensorColumns.features("id"), manager).singletonOrThrow();
        assertEquals(new Shape(5), ids.getShape());
        seen.add(ids.toByteBuffer(true));
      }
      for (int i = 0; i < 10; i++) {
        assertEquals(i, seen.get(i / 5).getLong(8 * (i % 5)));
      }
    }
  }
}
