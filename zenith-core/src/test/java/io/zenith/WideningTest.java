package io.zenith;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.zenith.internal.layout.Concat;
import io.zenith.internal.layout.DictionaryNodes;
import io.zenith.internal.layout.Frame;
import io.zenith.internal.layout.Layout;
import io.zenith.internal.layout.Node;
import io.zenith.internal.layout.Range;
import io.zenith.internal.layout.Widening;
import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import io.zenith.schema.TimeUnit;
import io.zenith.testkit.ArrayBuilder;
import io.zenith.testkit.ColumnValues;
import io.zenith.testkit.Property;
import io.zenith.testkit.RandomData;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/// The type that holds the values of two, and the values in it.
class WideningTest {
  private static final DataType UTF8 = new DataType.Utf8();

  private static DataType integer(int bits, boolean signed) {
    return new DataType.Int(bits, signed);
  }

  private static void assertCommon(DataType expected, DataType left, DataType right) {
    assertEquals(Optional.ofNullable(expected), Widening.common(left, right));
    assertEquals(Optional.ofNullable(expected), Widening.common(right, left));
  }

  @Test
  void integersTakeTheSmallestTypeThatHoldsBoth() {
    assertCommon(integer(64, true), integer(32, true), integer(64, true));
    assertCommon(integer(16, false), integer(8, false), integer(16, false));
    assertCommon(integer(16, true), integer(8, false), integer(8, true));
    assertCommon(integer(32, true), integer(8, false), integer(32, true));
    assertCommon(integer(64, true), integer(32, false), integer(8, true));
    assertCommon(null, integer(64, false), integer(64, true));
  }

  @Test
  void whatWouldLoseAValueHasNoCommonType() {
    assertCommon(new DataType.FloatingPoint(64), float32(), new DataType.FloatingPoint(64));
    assertCommon(float32(), integer(16, false), float32());
    assertCommon(new DataType.FloatingPoint(64), integer(32, true), float32());
    assertCommon(null, integer(64, true), new DataType.FloatingPoint(64));
    assertCommon(null, integer(8, true), new DataType.FloatingPoint(16));
    assertCommon(null, UTF8, integer(8, true));
    assertCommon(null, UTF8, new DataType.Binary());
    assertCommon(null, new DataType.Decimal(5, 2, 128), new DataType.Decimal(5, 1, 128));
    assertCommon(
        null,
        new DataType.Timestamp(TimeUnit.SECOND, Optional.empty()),
        new DataType.Timestamp(TimeUnit.SECOND, Optional.of("UTC")));
    assertCommon(
        null,
        new DataType.List(Field.of("item", integer(8, true))),
        new DataType.List(Field.of("item", integer(16, true))));
  }

  @Test
  void decimalsOffsetsDictionariesAndNullsWiden() {
    assertCommon(
        new DataType.Decimal(20, 2, 128),
        new DataType.Decimal(9, 2, 32),
        new DataType.Decimal(20, 2, 128));
    assertCommon(new DataType.LargeUtf8(), UTF8, new DataType.LargeUtf8());
    assertCommon(new DataType.LargeBinary(), new DataType.Binary(), new DataType.LargeBinary());
    assertCommon(UTF8, new DataType.Null(), UTF8);
    assertCommon(
        new DataType.Dictionary(new DataType.Int(32, true), UTF8, false),
        new DataType.Dictionary(new DataType.Int(16, false), UTF8, false),
        new DataType.Dictionary(new DataType.Int(8, true), UTF8, false));
  }

  private static DataType float32() {
    return new DataType.FloatingPoint(32);
  }

  private static List<Object> values(Node node) {
    Frame frame = Frame.ofCopy();
    Range range = new Range(frame, frame.generation, 0, (int) node.length);
    return ColumnValues.of(Column.of(range, node.checked()));
  }

  @Test
  void everyPairOfTypesThatHasACommonOneKeepsItsValues() {
    List<DataType> types = new ArrayList<>(RandomData.typesOfAllClasses());
    types.add(new DataType.Dictionary(new DataType.Int(16, false), float32(), false));
    types.add(new DataType.Dictionary(new DataType.Int(64, true), float32(), false));
    int[] converted = {0};
    Property.check(
        20,
        (random, _) -> {
          for (DataType narrow : types) {
            for (DataType other : types) {
              Optional<DataType> common = Widening.common(narrow, other);
              if (common.isPresent() && !common.get().equals(narrow)) {
                assertKept(narrow, common.get(), random);
                converted[0]++;
              }
            }
          }
        });
    assertEquals(true, converted[0] > 1_000, converted[0] + " conversions");
  }

  private static void assertKept(DataType narrow, DataType wide, SplittableRandom random) {
    List<Object> values = RandomData.values(narrow, random.nextInt(12), 20, random);
    Node node =
        Layout.node(
            Field.of("c", narrow),
            ArrayBuilder.noisy(narrow, values, random),
            values.size(),
            "a file",
            DictionaryNodes.ofFile(List.of()));
    Node copy = Concat.copy(node, 0, values.size(), Arena.ofAuto());
    List<Object> expected = values.stream().map(value -> as(wide, value)).toList();
    assertEquals(
        expected,
        values(Widening.convert(copy, Field.of("c", wide), Arena.ofAuto())),
        () -> narrow + " as " + wide);
  }

  private static Object as(DataType wide, Object value) {
    if (value == null || !(wide instanceof DataType.FloatingPoint(int bits))) {
      return value;
    }
    double number = ((Number) value).doubleValue();
    return bits == 64 ? (Object) number : (Object) (float) number;
  }

  @Test
  void missingColumnsOfEveryTypeAreNull() throws Exception {
    for (DataType type : RandomData.typesOfAllClasses()) {
      for (int rows : new int[] {0, 1, 9, 100}) {
        Node node = Widening.nulls(Field.of("c", type), rows, Arena.ofAuto());
        List<Object> nulls = new ArrayList<>();
        for (int i = 0; i < rows; i++) {
          nulls.add(null);
        }
        Frame frame = Frame.ofCopy();
        Column column = Column.of(new Range(frame, frame.generation, 0, rows), node);
        assertEquals(nulls, ColumnValues.of(column), type.toString());
        assertEquals(rows, column.nullCount(), type.toString());
        Node copy = Concat.copy(node, 0, rows, Arena.ofAuto());
        assertEquals(nulls, values(copy), type.toString());
      }
    }
  }
}
