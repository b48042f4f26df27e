package io.zenith;

import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import io.zenith.schema.TimeUnit;
import io.zenith.testkit.Bytes;
import io.zenith.testkit.RandomData;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.stream.Stream;

/// A random filter on columns of any types, and what it means: a function of a row of plain Java
/// values, which knows nothing of how filters are evaluated.
///
/// @param filter the filter
/// @param truth true, false, or null for unknown, of the values of a row by column
public record RandomFilter(Filter filter, Function<Map<String, Object>, Boolean> truth) {
  private static final BigDecimal BILLION = BigDecimal.valueOf(1_000_000_000);

  /// Values of a column to compare with: its own, and a few others.
  public static List<Object> samples(DataType type, List<Object> values, SplittableRandom random) {
    List<Object> more = RandomData.values(plain(type), 5, random);
    return isComparable(type)
        ? Stream.concat(values.stream(), more.stream()).filter(value -> value != null).toList()
        : List.of();
  }

  /// A filter with at most `depth` levels of and, or and not.
  ///
  /// @param columns the columns, with some values of each to compare with
  public static RandomFilter of(
      Map<Field, List<Object>> columns, int depth, SplittableRandom random) {
    if (depth > 0 && random.nextInt(4) != 0) {
      return joined(columns, depth, random);
    }
    List<Field> fields = List.copyOf(columns.keySet());
    Field field = fields.get(random.nextInt(fields.size()));
    return leaf(field, columns.get(field), random);
  }

  private static RandomFilter joined(
      Map<Field, List<Object>> columns, int depth, SplittableRandom random) {
    if (random.nextInt(3) == 0) {
      RandomFilter part = of(columns, depth - 1, random);
      return new RandomFilter(Filter.not(part.filter), row -> not(part.truth.apply(row)));
    }
    List<RandomFilter> parts = new ArrayList<>();
    for (int i = 0; i <= random.nextInt(1, 4); i++) {
      parts.add(of(columns, depth - 1, random));
    }
    Filter[] filters = parts.stream().map(RandomFilter::filter).toArray(Filter[]::new);
    boolean all = random.nextBoolean();
    return new RandomFilter(
        all ? Filter.and(filters) : Filter.or(filters), row -> joined(parts, row, all));
  }

  /// Whatever decides comes first, then what is unknown.
  private static Boolean joined(List<RandomFilter> parts, Map<String, Object> row, boolean all) {
    List<Boolean> truths = new ArrayList<>();
    parts.forEach(part -> truths.add(part.truth.apply(row)));
    return truths.contains(!all) ? (Boolean) !all : truths.contains(null) ? null : (Boolean) all;
  }

  private static Boolean not(Boolean truth) {
    return truth == null ? null : (Boolean) !truth;
  }

  private static RandomFilter leaf(Field field, List<Object> values, SplittableRandom random) {
    String name = field.name();
    if (random.nextInt(6) == 0 || !isComparable(field.type())) {
      boolean wanted = random.nextBoolean();
      return new RandomFilter(
          wanted ? Filter.isNull(name) : Filter.isNotNull(name),
          row -> (row.get(name) == null) == wanted);
    }
    DataType type = plain(field.type());
    if (isText(type) && random.nextInt(4) == 0) {
      String text = (String) near(type, values, random);
      String prefix =
          text.substring(
              0,
              text.offsetByCodePoints(
                  0, random.nextInt(1 + text.codePointCount(0, text.length()))));
      return leaf(
          name, Filter.startsWith(name, prefix), value -> ((String) value).startsWith(prefix));
    }
    Object one = near(type, values, random);
    Object other = near(type, values, random);
    return switch (random.nextInt(8)) {
      case 0 -> leaf(name, Filter.eq(name, one), value -> order(type, value, one) == Order.SAME);
      case 1 -> leaf(name, Filter.ne(name, one), value -> order(type, value, one) != Order.SAME);
      case 2 -> leaf(name, Filter.lt(name, one), value -> order(type, value, one) == Order.BELOW);
      case 3 -> leaf(name, Filter.le(name, one), value -> order(type, value, one).isAtMost());
      case 4 -> leaf(name, Filter.gt(name, one), value -> order(type, value, one) == Order.ABOVE);
      case 5 -> leaf(name, Filter.ge(name, one), value -> order(type, value, one).isAtLeast());
      case 6 ->
          leaf(
              name,
              Filter.between(name, one, other),
              value -> order(type, value, one).isAtLeast() && order(type, value, other).isAtMost());
      default -> in(name, type, values, random);
    };
  }

  private static RandomFilter leaf(String name, Filter filter, Function<Object, Boolean> truth) {
    return new RandomFilter(
        filter, row -> row.get(name) == null ? null : truth.apply(row.get(name)));
  }

  private static RandomFilter in(
      String name, DataType type, List<Object> values, SplittableRandom random) {
    List<Object> wanted = new ArrayList<>();
    for (int i = 0; i <= random.nextInt(12); i++) {
      wanted.add(near(type, values, random));
    }
    boolean orNull = random.nextInt(3) == 0;
    Object[] all =
        Stream.concat(wanted.stream(), orNull ? Stream.of((Object) null) : Stream.of()).toArray();
    return new RandomFilter(
        Filter.in(name, all),
        row -> {
          Object value = row.get(name);
          if (value == null) {
            return null;
          }
          boolean found = wanted.stream().anyMatch(one -> order(type, value, one) == Order.SAME);
          return found ? (Boolean) true : orNull ? null : (Boolean) false;
        });
  }

  private enum Order {
    BELOW,
    SAME,
    ABOVE,
    NONE;

    boolean isAtMost() {
      return this == BELOW || this == SAME;
    }

    boolean isAtLeast() {
      return this == ABOVE || this == SAME;
    }

    static Order of(int sign) {
      return sign < 0 ? BELOW : sign > 0 ? ABOVE : SAME;
    }
  }

  /// The type of the values.
  static DataType plain(DataType type) {
    return switch (type) {
      case DataType.Dictionary dictionary -> plain(dictionary.value());
      case DataType.RunEndEncoded(_, Field values) -> plain(values.type());
      default -> type;
    };
  }

  public static boolean isComparable(DataType type) {
    return switch (plain(type)) {
      case DataType.Interval _, DataType.Null _, DataType.Struct _ -> false;
      case DataType other -> other.children().isEmpty();
    };
  }

  private static boolean isText(DataType type) {
    return type instanceof DataType.Utf8
        || type instanceof DataType.LargeUtf8
        || type instanceof DataType.Utf8View;
  }

  /// A Java value to compare with: one of the column, or one beside it.
  private static Object near(DataType type, List<Object> values, SplittableRandom random) {
    Object value = values.get(random.nextInt(values.size()));
    return switch (type) {
      case DataType.Bool _ -> random.nextBoolean();
      case DataType.FloatingPoint _ -> nearNumber(((Number) value).doubleValue(), random);
      case DataType.Int _ -> nearWhole(exact(type, value), random);
      case DataType.Decimal _ -> nearWhole((BigDecimal) value, random);
      case DataType.Utf8 _, DataType.LargeUtf8 _, DataType.Utf8View _ ->
          random.nextInt(3) == 0 ? value + "a" : value;
      case DataType.Binary _,
          DataType.LargeBinary _,
          DataType.BinaryView _,
          DataType.FixedSizeBinary _ -> {
        byte[] bytes = ((Bytes) value).toArray();
        yield random.nextInt(3) == 0 ? Arrays.copyOf(bytes, bytes.length + 1) : bytes;
      }
      case DataType.Date(int bits) ->
          LocalDate.ofEpochDay(
              Math.floorDiv(bits == 32 ? (long) value : (long) value / 86_400_000, 1)
                      % 100_000_000_000L
                  + random.nextInt(-1, 2));
      case DataType.Time _ -> LocalTime.ofNanoOfDay(random.nextLong(86_400_000_000_000L));
      case DataType.Timestamp(TimeUnit unit, Optional<String> zone) -> {
        Instant instant = instant(exact(type, value), random);
        yield zone.isPresent() ? instant : LocalDateTime.ofInstant(instant, ZoneOffset.UTC);
      }
      case DataType.Duration _ -> {
        BigDecimal nanos = exact(type, value).add(BigDecimal.valueOf(random.nextInt(-1, 2)));
        BigInteger[] parts = nanos.toBigInteger().divideAndRemainder(BILLION.toBigInteger());
        yield Duration.ofSeconds(clamp(parts[0]), parts[1].longValue());
      }
      default -> throw new IllegalArgumentException(type.toString());
    };
  }

  private static long clamp(BigInteger seconds) {
    return seconds
        .max(BigInteger.valueOf(Long.MIN_VALUE + 1))
        .min(BigInteger.valueOf(Long.MAX_VALUE - 1))
        .longValue();
  }

  private static Instant instant(BigDecimal nanos, SplittableRandom random) {
    BigDecimal near = nanos.add(BigDecimal.valueOf(random.nextInt(-1, 2)));
    BigDecimal seconds = near.divide(BILLION, 0, RoundingMode.FLOOR);
    BigDecimal last = BigDecimal.valueOf(LocalDateTime.MAX.toEpochSecond(ZoneOffset.UTC));
    return Instant.ofEpochSecond(
        seconds.min(last).max(last.negate()).longValueExact(),
        near.subtract(seconds.multiply(BILLION)).longValueExact());
  }

  private static Object nearWhole(BigDecimal value, SplittableRandom random) {
    return switch (random.nextInt(7)) {
      case 0 -> value.add(new BigDecimal("0.5"));
      case 1 -> value.subtract(BigDecimal.ONE);
      case 2 -> value.doubleValue();
      case 3 -> random.nextInt(-2, 3);
      case 4 -> random.nextBoolean() ? Double.NEGATIVE_INFINITY : Double.NaN;
      case 5 -> value.toBigInteger();
      default -> value;
    };
  }

  private static Object nearNumber(double value, SplittableRandom random) {
    return switch (random.nextInt(8)) {
      case 0 -> Math.nextUp(value);
      case 1 -> Math.nextDown(value);
      case 2 -> random.nextInt(-2, 3);
      case 3 -> 0.1;
      case 4 -> -0.0;
      case 5 -> random.nextBoolean() ? Double.POSITIVE_INFINITY : Double.NaN;
      case 6 -> Double.isFinite(value) ? new BigDecimal(value) : (Object) value;
      default -> value;
    };
  }

  private static Order order(DataType type, Object value, Object other) {
    if (type instanceof DataType.FloatingPoint) {
      double left = ((Number) value).doubleValue();
      double right = ((Number) other).doubleValue();
      return left < right
          ? Order.BELOW
          : left > right ? Order.ABOVE : left == right ? Order.SAME : Order.NONE;
    }
    if (other instanceof Double number && !Double.isFinite(number)) {
      return Double.isNaN(number) ? Order.NONE : number > 0 ? Order.BELOW : Order.ABOVE;
    }
    return switch (value) {
      case Boolean truth -> Order.of(truth.compareTo((Boolean) other));
      case String text -> Order.of(Arrays.compareUnsigned(utf8(text), utf8((String) other)));
      case Bytes bytes -> Order.of(Arrays.compareUnsigned(bytes.toArray(), (byte[]) other));
      case BigDecimal decimal when other instanceof Double fraction && fraction % 1 != 0 ->
          Order.of(decimal.compareTo(new BigDecimal(fraction.toString())));
      default -> Order.of(exact(type, value).compareTo(exactOther(other)));
    };
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /// Numbers as they are, dates as days, times as nanoseconds.
  private static BigDecimal exact(DataType type, Object value) {
    if (value instanceof BigDecimal decimal) {
      return decimal;
    }
    long stored = (long) value;
    BigDecimal number = BigDecimal.valueOf(stored);
    return switch (type) {
      case DataType.Int(int bits, boolean signed) when bits == 64 && !signed ->
          new BigDecimal(Long.toUnsignedString(stored));
      case DataType.Date(int bits) ->
          bits == 32 ? number : number.divide(new BigDecimal(86_400_000), 20, RoundingMode.FLOOR);
      case DataType.Time(TimeUnit unit) -> number.multiply(nanos(unit));
      case DataType.Timestamp(TimeUnit unit, _) -> number.multiply(nanos(unit));
      case DataType.Duration(TimeUnit unit) -> number.multiply(nanos(unit));
      default -> number;
    };
  }

  private static BigDecimal nanos(TimeUnit unit) {
    return switch (unit) {
      case SECOND -> BILLION;
      case MILLISECOND -> BigDecimal.valueOf(1_000_000);
      case MICROSECOND -> BigDecimal.valueOf(1_000);
      case NANOSECOND -> BigDecimal.ONE;
    };
  }

  private static BigDecimal exactOther(Object other) {
    return switch (other) {
      case Integer number -> BigDecimal.valueOf(number);
      case BigInteger number -> new BigDecimal(number);
      case BigDecimal number -> number;
      case Double number -> new BigDecimal(number);
      case LocalDate date -> BigDecimal.valueOf(date.toEpochDay());
      case LocalTime time -> BigDecimal.valueOf(time.toNanoOfDay());
      case Instant instant ->
          BigDecimal.valueOf(instant.getEpochSecond())
              .multiply(BILLION)
              .add(BigDecimal.valueOf(instant.getNano()));
      case LocalDateTime time -> exactOther(time.toInstant(ZoneOffset.UTC));
      case Duration duration ->
          BigDecimal.valueOf(duration.getSeconds())
              .multiply(BILLION)
              .add(BigDecimal.valueOf(duration.getNano()));
      default -> throw new IllegalArgumentException(other.getClass().toString());
    };
  }
}
