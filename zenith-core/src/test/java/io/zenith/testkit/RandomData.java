package io.zenith.testkit;

import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import io.zenith.schema.IntervalUnit;
import io.zenith.schema.TimeUnit;
import io.zenith.schema.UnionMode;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/// Random types, nested to a depth, and random values of them, as [ColumnValues] reads them.
public final class RandomData {
  private static final int MOST_ELEMENTS = 4;

  /// How many different values a dictionary column has at most: a byte must be able to index them.
  private static final int DISTINCT = 20;

  /// How many different values a run-end encoded column has at most: few, so that there are runs.
  private static final int RUNS = 2;

  private static final List<Object> LETTERS =
      List.of("a", "Z", " ", "\n", "é", "ß", "€", "한", "😀", "\u0000", "\uFFFF", "\uE000");

  private RandomData() {}

  /// Every type without children, in all its variants.
  public static List<DataType> flatTypes() {
    List<DataType> types =
        new ArrayList<>(
            List.of(
                new DataType.Null(),
                new DataType.Bool(),
                new DataType.Utf8(),
                new DataType.LargeUtf8(),
                new DataType.Utf8View(),
                new DataType.Binary(),
                new DataType.LargeBinary(),
                new DataType.BinaryView()));
    for (int bits : new int[] {8, 16, 32, 64}) {
      types.add(new DataType.Int(bits, true));
      types.add(new DataType.Int(bits, false));
    }
    for (int bits : new int[] {16, 32, 64}) {
      types.add(new DataType.FloatingPoint(bits));
    }
    types.addAll(List.of(new DataType.Date(32), new DataType.Date(64)));
    for (TimeUnit unit : TimeUnit.values()) {
      types.add(new DataType.Time(unit));
      types.add(new DataType.Duration(unit));
      types.add(new DataType.Timestamp(unit, Optional.empty()));
      types.add(new DataType.Timestamp(unit, Optional.of("Europe/Paris")));
    }
    for (IntervalUnit unit : IntervalUnit.values()) {
      types.add(new DataType.Interval(unit));
    }
    for (int bits : new int[] {32, 64, 128, 256}) {
      types.add(new DataType.Decimal(DataType.Decimal.mostDigits(bits), 10, bits));
      types.add(new DataType.Decimal(5, -2, bits));
    }
    types.add(new DataType.FixedSizeBinary(5));
    types.add(new DataType.FixedSizeBinary(0));
    return types;
  }

  /// A type of every column class, flat ones in all their variants, nested ones of `float32`.
  public static List<DataType> typesOfAllClasses() {
    Field item = Field.of("item", new DataType.FloatingPoint(32));
    List<DataType> types = new ArrayList<>(flatTypes());
    types.add(new DataType.List(item));
    types.add(new DataType.LargeList(item));
    types.add(new DataType.ListView(item));
    types.add(new DataType.LargeListView(item));
    types.add(new DataType.FixedSizeList(item, 2));
    types.add(map(item, new SplittableRandom(1)));
    types.add(new DataType.Struct(List.of(item)));
    types.add(new DataType.Union(UnionMode.SPARSE, List.of(0), List.of(item)));
    types.add(new DataType.Union(UnionMode.DENSE, List.of(5), List.of(item)));
    types.add(runs(new DataType.Int(16, true), item));
    types.add(new DataType.Dictionary(new DataType.Int(8, true), item.type(), false));
    return types;
  }

  private static DataType runs(DataType.Int ends, Field values) {
    return new DataType.RunEndEncoded(
        new Field("run_ends", ends, false, Map.of()), Field.of("values", values.type()));
  }

  /// A type with at most `depth` levels of children.
  public static DataType type(SplittableRandom random, int depth) {
    if (depth == 0 || random.nextInt(3) == 0) {
      List<DataType> flat = flatTypes();
      return flat.get(random.nextInt(flat.size()));
    }
    return nested(random, depth);
  }

  private static DataType nested(SplittableRandom random, int depth) {
    Field item = Field.of("item", type(random, depth - 1));
    return switch (random.nextInt(10)) {
      case 0 -> new DataType.List(item);
      case 1 -> new DataType.LargeList(item);
      case 2 -> new DataType.ListView(item);
      case 3 -> new DataType.LargeListView(item);
      case 4 -> new DataType.FixedSizeList(item, random.nextInt(MOST_ELEMENTS));
      case 5 -> new DataType.Struct(fields(random, random.nextInt(MOST_ELEMENTS), depth));
      case 6 -> map(item, random);
      case 7 -> {
        List<Field> fields = fields(random, 1 + random.nextInt(MOST_ELEMENTS), depth);
        int step = 1 + random.nextInt(3);
        yield new DataType.Union(
            random.nextBoolean() ? UnionMode.SPARSE : UnionMode.DENSE,
            IntStream.range(0, fields.size()).mapToObj(i -> i * step).toList(),
            fields);
      }
      case 8 -> runs(new DataType.Int(16 << random.nextInt(3), true), item);
      default -> {
        int bits = 8 << random.nextInt(4);
        DataType.Int index = new DataType.Int(bits, random.nextBoolean());
        yield new DataType.Dictionary(index, item.type(), random.nextBoolean());
      }
    };
  }

  private static List<Field> fields(SplittableRandom random, int count, int depth) {
    return IntStream.range(0, count)
        .mapToObj(i -> Field.of("f" + i, type(random, depth - 1)))
        .toList();
  }

  private static DataType map(Field value, SplittableRandom random) {
    Field key = new Field("key", new DataType.Utf8(), false, Map.of());
    DataType pair = new DataType.Struct(List.of(key, Field.of("value", value.type())));
    return new DataType.Map(new Field("entries", pair, false, Map.of()), random.nextBoolean());
  }

  /// Values of a type, none of them null at the top.
  public static List<Object> values(DataType type, int count, SplittableRandom random) {
    return values(type, count, 0, random);
  }

  /// Values of a type, so many percent of them null. Where values nest, one in eight is null
  /// inside.
  public static List<Object> values(
      DataType type, int count, int nullPercent, SplittableRandom random) {
    List<Object> values = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      values.add(random.nextInt(100) < nullPercent ? null : value(type, random));
    }
    return values;
  }

  private static Object value(DataType type, SplittableRandom random) {
    return switch (type) {
      case DataType.Null _ -> null;
      case DataType.Bool _ -> random.nextBoolean();
      case DataType.Int(int bits, boolean signed) ->
          signed || bits == 64 ? integer(bits, random) : integer(bits, random) & (1L << bits) - 1;
      case DataType.FloatingPoint(int bits) -> floating(bits, random);
      case DataType.Decimal decimal ->
          new BigDecimal(new BigInteger(decimal.bits() - 1, bits(random)), decimal.scale());
      case DataType.Interval(IntervalUnit unit) -> interval(unit, random);
      case DataType.Utf8 _, DataType.LargeUtf8 _, DataType.Utf8View _ -> text(random);
      case DataType.Binary _, DataType.LargeBinary _, DataType.BinaryView _ ->
          bytes(random.nextInt(random.nextInt(4) == 0 ? 30 : MOST_ELEMENTS), random);
      case DataType.FixedSizeBinary(int byteWidth) -> bytes(byteWidth, random);
      case DataType.Date(int bits) -> integer(bits, random);
      case DataType.Time time -> integer(time.bits(), random);
      case DataType.Timestamp _, DataType.Duration _ -> integer(64, random);
      case DataType.List _, DataType.LargeList _, DataType.ListView _, DataType.LargeListView _ ->
          values(type.children().getFirst().type(), random.nextInt(MOST_ELEMENTS), 12, random);
      case DataType.Map(Field entries, _) -> pairs(entries, random);
      case DataType.Union union -> member(union, random);
      case DataType.RunEndEncoded(_, Field values) ->
          value(values.type(), new SplittableRandom(random.nextInt(RUNS)));
      case DataType.FixedSizeList(Field element, int size) ->
          values(element.type(), size, 12, random);
      case DataType.Struct(List<Field> fields) ->
          new Row(
              fields.stream()
                  .map(field -> values(field.type(), 1, 12, random).getFirst())
                  .toList());
      case DataType.Dictionary dictionary ->
          value(dictionary.value(), new SplittableRandom(random.nextInt(DISTINCT)));
    };
  }

  private static Object interval(IntervalUnit unit, SplittableRandom random) {
    long months = unit == IntervalUnit.DAY_TIME ? 0 : integer(32, random);
    long days = unit == IntervalUnit.YEAR_MONTH ? 0 : integer(32, random);
    long nanos =
        switch (unit) {
          case YEAR_MONTH -> 0;
          case DAY_TIME -> integer(32, random) * 1_000_000;
          case MONTH_DAY_NANO -> integer(64, random);
        };
    return new Row(List.of(months, days, nanos));
  }

  private static List<Object> pairs(Field entries, SplittableRandom random) {
    DataType value = entries.type().children().getLast().type();
    return IntStream.range(0, random.nextInt(MOST_ELEMENTS))
        .<Object>mapToObj(
            i -> new Row(Arrays.asList(i + text(random), values(value, 1, 12, random).getFirst())))
        .toList();
  }

  /// Null where the value is.
  private static Object member(DataType.Union union, SplittableRandom random) {
    int child = random.nextInt(union.fields().size());
    Object value = value(union.fields().get(child).type(), random);
    return value == null ? null : new Row(List.of((long) union.typeIds().get(child), value));
  }

  private static Random bits(SplittableRandom random) {
    return new Random(random.nextLong());
  }

  /// Small, large, or at the border.
  private static long integer(int bits, SplittableRandom random) {
    long value =
        switch (random.nextInt(4)) {
          case 0 -> random.nextLong(-2, 3);
          case 1 -> Long.MIN_VALUE >> (64 - bits);
          case 2 -> Long.MAX_VALUE >> (64 - bits);
          default -> random.nextLong();
        };
    return value << (64 - bits) >> (64 - bits);
  }

  private static Object floating(int bits, SplittableRandom random) {
    return switch (bits) {
      case 16 -> Float.float16ToFloat((short) random.nextInt());
      case 32 -> Float.intBitsToFloat(random.nextInt());
      default -> Double.longBitsToDouble(random.nextLong());
    };
  }

  private static String text(SplittableRandom random) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(MOST_ELEMENTS); i > 0; i--) {
      text.append(LETTERS.get(random.nextInt(LETTERS.size())));
    }
    return random.nextInt(4) == 0 ? text.toString().repeat(8) : text.toString();
  }

  private static Bytes bytes(int length, SplittableRandom random) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return Bytes.of(bytes);
  }
}
