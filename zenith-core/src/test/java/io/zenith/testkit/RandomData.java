package io.zenith.testkit;

import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import io.zenith.schema.TimeUnit;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/// Random types, nested to a depth, and random values of them, as [ColumnValues] reads them.
public final class RandomData {
  private static final int MOST_ELEMENTS = 4;

  /// How many different values a dictionary column has at most: a byte must be able to index them.
  private static final int DISTINCT = 20;

  private static final List<Object> LETTERS =
      List.of("a", "Z", " ", "\n", "é", "ß", "€", "한", "😀", "\u0000", "\uFFFF", "\uE000");

  private RandomData() {}

  /// Every type without children, in all its variants.
  public static List<DataType> flatTypes() {
    List<DataType> types = new ArrayList<>(List.of(new DataType.Bool(), new DataType.Utf8()));
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
    types.add(new DataType.Decimal(38, 10, 128));
    types.add(new DataType.Decimal(5, -2, 128));
    types.add(new DataType.Binary());
    types.add(new DataType.FixedSizeBinary(5));
    types.add(new DataType.FixedSizeBinary(0));
    return types;
  }

  /// A type with at most `depth` levels of children.
  public static DataType type(SplittableRandom random, int depth) {
    if (depth == 0 || random.nextInt(3) == 0) {
      List<DataType> flat = flatTypes();
      return flat.get(random.nextInt(flat.size()));
    }
    return switch (random.nextInt(4)) {
      case 0 -> new DataType.List(Field.of("item", type(random, depth - 1)));
      case 1 ->
          new DataType.FixedSizeList(
              Field.of("item", type(random, depth - 1)), random.nextInt(MOST_ELEMENTS));
      case 2 ->
          new DataType.Struct(
              IntStream.range(0, random.nextInt(MOST_ELEMENTS))
                  .mapToObj(i -> Field.of("f" + i, type(random, depth - 1)))
                  .toList());
      default -> {
        int bits = 8 << random.nextInt(4);
        DataType.Int index = new DataType.Int(bits, random.nextBoolean());
        yield new DataType.Dictionary(index, type(random, depth - 1), random.nextBoolean());
      }
    };
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
      case DataType.Bool _ -> random.nextBoolean();
      case DataType.Int(int bits, boolean signed) ->
          signed || bits == 64 ? integer(bits, random) : integer(bits, random) & (1L << bits) - 1;
      case DataType.FloatingPoint(int bits) -> floating(bits, random);
      case DataType.Decimal decimal ->
          new BigDecimal(
              BigInteger.valueOf(random.nextLong()).pow(1 + random.nextInt(2)), decimal.scale());
      case DataType.Utf8 _ -> text(random);
      case DataType.Binary _ -> bytes(random.nextInt(MOST_ELEMENTS), random);
      case DataType.FixedSizeBinary(int byteWidth) -> bytes(byteWidth, random);
      case DataType.Date(int bits) -> integer(bits, random);
      case DataType.Time time -> integer(time.bits(), random);
      case DataType.Timestamp _, DataType.Duration _ -> integer(64, random);
      case DataType.List(Field element) ->
          values(element.type(), random.nextInt(MOST_ELEMENTS), 12, random);
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
    return text.toString();
  }

  private static Bytes bytes(int length, SplittableRandom random) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return Bytes.of(bytes);
  }
}
