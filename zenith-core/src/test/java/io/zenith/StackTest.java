package io.zenith;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.internal.layout.Frame;
import io.zenith.internal.layout.Kind;
import io.zenith.internal.layout.Node;
import io.zenith.internal.layout.Range;
import io.zenith.internal.layout.Stack;
import io.zenith.schema.DataType;
import io.zenith.spi.ArrayData;
import io.zenith.testkit.ArrayBuilder;
import io.zenith.testkit.ColumnValues;
import io.zenith.testkit.OneBatch;
import io.zenith.testkit.Property;
import io.zenith.testkit.RandomData;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.math.BigInteger;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class StackTest {
  private static final DataType FLOAT = new DataType.FloatingPoint(32);
  private static final ValueLayout.OfFloat LITTLE =
      ValueLayout.JAVA_FLOAT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private static List<DataType> numericTypes() {
    return RandomData.flatTypes().stream().filter(type -> Kind.of(type).isNumeric()).toList();
  }

  /// The plain loop: one value after the other, by the rules of Java.
  private static float convert(DataType type, Object value) {
    return switch (value) {
      case Boolean truth -> truth ? 1 : 0;
      case Long whole when type.equals(new DataType.Int(64, false)) ->
          new BigInteger(Long.toUnsignedString(whole)).floatValue();
      case Long whole -> (float) (long) whole;
      case Double wide -> (float) (double) wide;
      default -> (Float) value;
    };
  }

  @Test
  void anyNumberOfRowsComesToAnEnd() {
    Frame frame = Frame.ofCopy();
    Range rows = new Range(frame, frame.generation, 0, Integer.MAX_VALUE);
    assertTimeoutPreemptively(
        Duration.ofSeconds(30), () -> Stack.write(rows, new Node[0], MemorySegment.NULL));
  }

  @Test
  void columnsOfAllNumericTypesStackAsAPlainLoopWould() {
    Property.check(
        150,
        (random, number) -> {
          int rows = 1 + random.nextInt(number % 10 == 0 ? 3000 : 50);
          List<ArrayData> columns = new ArrayList<>();
          for (int i = 0; i <= random.nextInt(6); i++) {
            columns.add(column(rows, 0, random));
          }
          try (OneBatch one = OneBatch.ofColumns(columns)) {
            String[] names = names(columns.size());
            float[] expected = plain(one.batch(), 0);
            Tensor tensor = one.batch().stack(names);
            assertArrayEquals(new long[] {rows, names.length}, tensor.shape());
            assertArrayEquals(expected, tensor.toFloats());
            assertArrayEquals(expected, tensor.segment().toArray(LITTLE));
            try (Arena arena = Arena.ofConfined()) {
              MemorySegment target = arena.allocate(4L * expected.length + 8, 4);
              target.fill((byte) 7);
              one.batch().stackInto(target, names);
              assertArrayEquals(expected, target.asSlice(0, 4L * expected.length).toArray(LITTLE));
              assertEquals(
                  0x0707070707070707L,
                  target.get(ValueLayout.JAVA_LONG_UNALIGNED, 4L * expected.length));
            }
          }
        });
  }

  @Test
  void aFillStandsForNulls() {
    Property.check(
        100,
        (random, number) -> {
          int rows = 1 + random.nextInt(number % 10 == 0 ? 3000 : 50);
          List<ArrayData> columns = new ArrayList<>();
          for (int i = 0; i < 3; i++) {
            columns.add(column(rows, 30, random));
          }
          float fill = random.nextBoolean() ? Float.NaN : -1.5f;
          try (OneBatch one = OneBatch.ofColumns(columns)) {
            assertArrayEquals(
                plain(one.batch(), fill), one.batch().stack(fill, names(3)).toFloats());
          }
        });
  }

  private static ArrayData column(int rows, int nullPercent, SplittableRandom random) {
    DataType type = numericTypes().get(random.nextInt(numericTypes().size()));
    return ArrayBuilder.noisy(type, RandomData.values(type, rows, nullPercent, random), random);
  }

  private static String[] names(int columns) {
    String[] names = new String[columns];
    Arrays.setAll(names, i -> "c" + i);
    return names;
  }

  private static float[] plain(Batch batch, float fill) {
    int width = batch.schema().fields().size();
    float[] floats = new float[batch.rows() * width];
    for (int place = 0; place < width; place++) {
      List<Object> values = ColumnValues.of(batch.column(place));
      DataType type = batch.column(place).field().type();
      for (int row = 0; row < batch.rows(); row++) {
        Object value = values.get(row);
        floats[row * width + place] = value == null ? fill : convert(type, value);
      }
    }
    return floats;
  }

  @Test
  void unsignedLongsBeyondTheSignedRangeAreRoundedOnce() throws Exception {
    Object[] values = {
      Long.MIN_VALUE,
      -1L,
      Long.MAX_VALUE,
      Long.MIN_VALUE + 1,
      0x8000_0080_0000_0000L,
      0x8000_0080_0000_0001L,
      0x8000_017F_FFFF_FFFFL,
      0x8000_0180_0000_0000L
    };
    DataType type = new DataType.Int(64, false);
    try (OneBatch one = OneBatch.of(type, values)) {
      float[] floats = one.batch().stack("c").toFloats();
      for (int i = 0; i < values.length; i++) {
        assertEquals(convert(type, values[i]), floats[i], values[i].toString());
      }
    }
  }

  @Test
  void aColumnMayStandInAStackTwice() throws Exception {
    try (OneBatch one = OneBatch.of(FLOAT, 1f, 2f)) {
      assertArrayEquals(new float[] {1, 1, 2, 2}, one.batch().stack("c", "c").toFloats());
      Tensor none = one.batch().stack();
      assertArrayEquals(new long[] {2, 0}, none.shape());
      assertArrayEquals(new float[0], none.toFloats());
    }
  }

  @Test
  void laterStacksDoNotOverwriteEarlierOnes() throws Exception {
    try (OneBatch one = OneBatch.of(ArrayBuilder.plain(FLOAT, floats(20_000)))) {
      List<Tensor> tensors = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        tensors.add(one.batch().stack("c", "c"));
      }
      for (Tensor tensor : tensors) {
        assertEquals(19_999f, tensor.getFloat(39_999));
      }
    }
  }

  private static List<Object> floats(int count) {
    List<Object> values = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      values.add((float) i);
    }
    return values;
  }

  @Test
  void aTargetOnTheHeapOrTooSmallIsRefusedUntouched() throws Exception {
    try (OneBatch one = OneBatch.of(FLOAT, 1f, 2f);
        Arena arena = Arena.ofConfined()) {
      MemorySegment small = arena.allocate(15);
      assertEquals(
          "this needs native memory of 16 bytes; there are 15",
          assertThrows(IllegalArgumentException.class, () -> one.batch().stackInto(small, "c", "c"))
              .getMessage());
      assertEquals(-1, small.mismatch(arena.allocate(15)));
      MemorySegment heap = MemorySegment.ofArray(new float[4]);
      assertEquals(
          "this needs native memory of 16 bytes; there are 16 on the heap",
          assertThrows(IllegalArgumentException.class, () -> one.batch().stackInto(heap, "c", "c"))
              .getMessage());
      assertThrows(
          IllegalArgumentException.class,
          () -> one.batch().stackInto(arena.allocate(16).asReadOnly(), "c", "c"));
    }
  }

  @Test
  void aNullIsRefusedBeforeAnythingIsWritten() throws Exception {
    ArrayData first = ArrayBuilder.plain(FLOAT, List.of(1f, 2f));
    ArrayData second = ArrayBuilder.plain(FLOAT, Arrays.asList(3f, null));
    try (OneBatch one = OneBatch.ofColumns(List.of(first, second));
        Arena arena = Arena.ofConfined()) {
      MemorySegment target = arena.allocate(16);
      String message =
          assertThrows(IllegalStateException.class, () -> one.batch().stackInto(target, "c0", "c1"))
              .getMessage();
      assertTrue(message.startsWith("column 'c1' is null at row 1 of this batch"), message);
      assertEquals(-1, target.mismatch(arena.allocate(16)));
    }
  }
}
