package io.zenith.parquet;

import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.BINARY;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.BOOLEAN;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.DOUBLE;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.FLOAT;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.INT32;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.INT64;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.INT96;

import io.zenith.schema.DataType;
import io.zenith.schema.TimeUnit;
import io.zenith.testkit.Bytes;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.RecordConsumer;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;

/// Random leaves for parquet-java, of all physical and logical types, with few values or many.
final class JavaLeaves {
  private static final List<String> WORDS =
      List.of("", "a", "ab", "abc", "Zürich", "𝄞", "longer than twelve bytes", "x".repeat(300));
  private static final long DAY_MICROS = 86_400_000_000L;

  /// Of 1970-01-01, as INT96 counts days.
  private static final int JULIAN_EPOCH = 2_440_588;

  private final SplittableRandom random;

  JavaLeaves(SplittableRandom random) {
    this.random = random;
  }

  private static void addInt(RecordConsumer out, Object value) {
    out.addInteger(((Long) value).intValue());
  }

  private static void addLong(RecordConsumer out, Object value) {
    out.addLong((Long) value);
  }

  private static void addBytes(RecordConsumer out, Object value) {
    out.addBinary(binary(((Bytes) value).toArray()));
  }

  private static Binary binary(byte... bytes) {
    return Binary.fromConstantByteArray(bytes);
  }

  /// One of any type.
  JavaShape.Leaf next() {
    return switch (random.nextInt(22)) {
      case 0, 18, 19 ->
          leaf(
              BOOLEAN,
              new DataType.Bool(),
              random::nextBoolean,
              (out, value) -> out.addBoolean((Boolean) value));
      case 1 ->
          leaf(INT32, new DataType.Int(32, true), number(32, true)::getAsLong, JavaLeaves::addInt);
      case 2 ->
          leaf(INT64, new DataType.Int(64, true), number(64, true)::getAsLong, JavaLeaves::addLong);
      case 3, 4 -> integer(8 << random.nextInt(4), random.nextBoolean());
      case 5 ->
          leaf(
              FLOAT,
              new DataType.FloatingPoint(32),
              () -> (float) real(),
              (out, value) -> out.addFloat((Float) value));
      case 6 ->
          leaf(
              DOUBLE,
              new DataType.FloatingPoint(64),
              this::real,
              (out, value) -> out.addDouble((Double) value));
      case 7 -> instant();
      case 8 -> bytes();
      case 9 ->
          annotated(
              BINARY,
              0,
              LogicalTypeAnnotation.bsonType(),
              new DataType.Binary(),
              () -> bytes(random.nextInt(1, 9)),
              JavaLeaves::addBytes);
      case 10, 11 -> text();
      case 12 -> fixed(random.nextInt(1, 20), Optional.empty());
      case 13 ->
          random.nextBoolean()
              ? fixed(16, Optional.of(LogicalTypeAnnotation.uuidType()))
              : fixed(12, Optional.of(LogicalTypeAnnotation.intervalType()));
      case 14 -> half();
      case 15 ->
          annotated(
              INT32,
              0,
              LogicalTypeAnnotation.dateType(),
              new DataType.Date(32),
              number(32, true)::getAsLong,
              JavaLeaves::addInt);
      case 16 -> time();
      case 17 -> timestamp();
      default -> decimal();
    };
  }

  private JavaShape.Leaf leaf(
      PrimitiveTypeName primitive,
      DataType type,
      Supplier<Object> values,
      BiConsumer<RecordConsumer, Object> writer) {
    return new JavaShape.Leaf(primitive, 0, Optional.empty(), type, repeating(values), writer);
  }

  private JavaShape.Leaf annotated(
      PrimitiveTypeName primitive,
      int length,
      LogicalTypeAnnotation meaning,
      DataType type,
      Supplier<Object> values,
      BiConsumer<RecordConsumer, Object> writer) {
    return new JavaShape.Leaf(
        primitive, length, Optional.of(meaning), type, repeating(values), writer);
  }

  /// Mostly new values, or few that come again and again, or runs of the same, or few at first, so
  /// that a dictionary is begun and given up.
  private Supplier<Object> repeating(Supplier<Object> values) {
    return switch (random.nextInt(7)) {
      case 0 -> pool(values, random.nextInt(1, 6));
      case 1 -> pool(values, random.nextInt(20, 400));
      case 2 -> runs(values);
      case 3, 4 -> growing(values);
      default -> values;
    };
  }

  private Supplier<Object> pool(Supplier<Object> values, int size) {
    List<Object> pool = Stream.generate(values).limit(size).toList();
    return () -> pool.get(random.nextInt(size));
  }

  private Supplier<Object> runs(Supplier<Object> values) {
    Object[] last = {values.get()};
    return () -> {
      if (random.nextInt(20) == 0) {
        last[0] = values.get();
      }
      return last[0];
    };
  }

  private Supplier<Object> growing(Supplier<Object> values) {
    Supplier<Object> few = pool(values, 2);
    int[] left = {random.nextInt(20, 200)};
    return () -> (left[0]-- > 0 ? few : values).get();
  }

  /// Numbers of many magnitudes, or such as grow by little.
  private LongSupplier number(int bits, boolean signed) {
    int spare = 64 - bits;
    long[] last = {0};
    boolean grows = random.nextInt(3) == 0;
    return () -> {
      last[0] =
          grows ? last[0] + random.nextInt(100) - 9 : random.nextLong() >> random.nextInt(bits);
      long high = last[0] << spare;
      return signed ? high >> spare : high >>> spare;
    };
  }

  private JavaShape.Leaf integer(int bits, boolean signed) {
    return annotated(
        bits == 64 ? INT64 : INT32,
        0,
        LogicalTypeAnnotation.intType(bits, signed),
        new DataType.Int(bits, signed),
        number(bits, signed)::getAsLong,
        bits == 64 ? JavaLeaves::addLong : JavaLeaves::addInt);
  }

  private double real() {
    return switch (random.nextInt(10)) {
      case 0 -> Double.NaN;
      case 1 -> Double.NEGATIVE_INFINITY;
      case 2 -> -0.0;
      case 3 -> 0.0;
      default -> random.nextInt(-5000, 5000) / 8.0;
    };
  }

  private JavaShape.Leaf half() {
    return annotated(
        FIXED_LEN_BYTE_ARRAY,
        2,
        LogicalTypeAnnotation.float16Type(),
        new DataType.FloatingPoint(16),
        () -> (float) random.nextInt(-99, 99) / 4,
        (out, value) -> {
          short bits = Float.floatToFloat16((Float) value);
          out.addBinary(binary((byte) bits, (byte) (bits >> 8)));
        });
  }

  /// The deprecated timestamps, which are read as microseconds.
  private JavaShape.Leaf instant() {
    return leaf(
        INT96,
        new DataType.Timestamp(TimeUnit.MICROSECOND, Optional.empty()),
        () -> random.nextLong(-1L << 51, 1L << 51),
        (out, value) -> {
          long nanos = Math.floorMod((Long) value, DAY_MICROS) * 1000;
          int day = JULIAN_EPOCH + (int) Math.floorDiv((Long) value, DAY_MICROS);
          ByteBuffer stored = ByteBuffer.allocate(12).order(ByteOrder.LITTLE_ENDIAN);
          out.addBinary(binary(stored.putLong(nanos).putInt(day).array()));
        });
  }

  /// Bytes without a meaning.
  JavaShape.Leaf bytes() {
    return leaf(
        BINARY, new DataType.Binary(), () -> bytes(random.nextInt(20)), JavaLeaves::addBytes);
  }

  /// Values of which nobody knows what they are: there are none.
  static JavaShape.Leaf unknown() {
    return new JavaShape.Leaf(
        INT32,
        0,
        Optional.of(LogicalTypeAnnotation.unknownType()),
        new DataType.Null(),
        () -> {
          throw new AssertionError("a value that nobody knows");
        },
        JavaLeaves::addInt);
  }

  private Bytes bytes(int count) {
    byte[] bytes = new byte[count];
    random.nextBytes(bytes);
    return Bytes.of(bytes);
  }

  private JavaShape.Leaf text() {
    LogicalTypeAnnotation meaning =
        switch (random.nextInt(4)) {
          case 0 -> LogicalTypeAnnotation.enumType();
          case 1 -> LogicalTypeAnnotation.jsonType();
          default -> LogicalTypeAnnotation.stringType();
        };
    return annotated(
        BINARY,
        0,
        meaning,
        new DataType.Utf8(),
        this::word,
        (out, value) -> out.addBinary(Binary.fromString((String) value)));
  }

  private String word() {
    String word = WORDS.get(random.nextInt(WORDS.size()));
    return random.nextInt(4) == 0 ? word : word + random.nextInt(2000);
  }

  private JavaShape.Leaf fixed(int length, Optional<LogicalTypeAnnotation> meaning) {
    return new JavaShape.Leaf(
        FIXED_LEN_BYTE_ARRAY,
        length,
        meaning,
        new DataType.FixedSizeBinary(length),
        repeating(() -> bytes(length)),
        JavaLeaves::addBytes);
  }

  private JavaShape.Leaf time() {
    var unit = unit();
    boolean isShort = unit == LogicalTypeAnnotation.TimeUnit.MILLIS;
    return annotated(
        isShort ? INT32 : INT64,
        0,
        LogicalTypeAnnotation.timeType(random.nextBoolean(), unit),
        new DataType.Time(unit(unit)),
        () -> random.nextLong(86_400_000),
        isShort ? JavaLeaves::addInt : JavaLeaves::addLong);
  }

  private JavaShape.Leaf timestamp() {
    var unit = unit();
    boolean isInstant = random.nextBoolean();
    return annotated(
        INT64,
        0,
        LogicalTypeAnnotation.timestampType(isInstant, unit),
        new DataType.Timestamp(unit(unit), isInstant ? Optional.of("UTC") : Optional.empty()),
        number(64, true)::getAsLong,
        JavaLeaves::addLong);
  }

  private LogicalTypeAnnotation.TimeUnit unit() {
    var units = LogicalTypeAnnotation.TimeUnit.values();
    return units[random.nextInt(units.length)];
  }

  private static TimeUnit unit(LogicalTypeAnnotation.TimeUnit unit) {
    return switch (unit) {
      case MILLIS -> TimeUnit.MILLISECOND;
      case MICROS -> TimeUnit.MICROSECOND;
      case NANOS -> TimeUnit.NANOSECOND;
    };
  }

  private JavaShape.Leaf decimal() {
    return switch (random.nextInt(4)) {
      case 0 ->
          decimal(INT32, 9, 0, (out, value) -> out.addInteger(unscaled(value).intValueExact()));
      case 1 ->
          decimal(INT64, 18, 0, (out, value) -> out.addLong(unscaled(value).longValueExact()));
      case 2 ->
          decimal(
              BINARY, 76, 0, (out, value) -> out.addBinary(binary(unscaled(value).toByteArray())));
      default -> {
        int length = random.nextInt(1, 17);
        yield decimal(
            FIXED_LEN_BYTE_ARRAY,
            digits(length),
            length,
            (out, value) -> out.addBinary(binary(widened(unscaled(value), length))));
      }
    };
  }

  private JavaShape.Leaf decimal(
      PrimitiveTypeName primitive,
      int mostDigits,
      int length,
      BiConsumer<RecordConsumer, Object> writer) {
    int digits = random.nextInt(1, mostDigits + 1);
    int scale = random.nextInt(digits + 1);
    BigInteger end = BigInteger.TEN.pow(digits);
    return annotated(
        primitive,
        length,
        LogicalTypeAnnotation.decimalType(scale, digits),
        new DataType.Decimal(digits, scale, digits <= 38 ? 128 : 256),
        () -> {
          byte[] bytes = new byte[random.nextInt(33)];
          random.nextBytes(bytes);
          return new BigDecimal(new BigInteger(1, bytes).mod(end), scale)
              .multiply(BigDecimal.valueOf(random.nextBoolean() ? 1 : -1));
        },
        writer);
  }

  /// How many decimal digits surely fit into so many bytes.
  private static int digits(int bytes) {
    return (int) ((bytes * 8 - 1) * Math.log10(2));
  }

  private static BigInteger unscaled(Object decimal) {
    return ((BigDecimal) decimal).unscaledValue();
  }

  private static byte[] widened(BigInteger value, int length) {
    byte[] bytes = new byte[length];
    Arrays.fill(bytes, (byte) (value.signum() < 0 ? -1 : 0));
    byte[] least = value.toByteArray();
    System.arraycopy(least, 0, bytes, length - least.length, least.length);
    return bytes;
  }
}
