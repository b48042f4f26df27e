package io.zenith.csv;

import io.zenith.schema.DataType;
import io.zenith.schema.TimeUnit;
import io.zenith.testkit.Bytes;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.SplittableRandom;

/// A value, and a text that means it.
///
/// @param value as [io.zenith.testkit.ColumnValues] reads it
/// @param text each byte of it as a character of that number
record SpelledValue(Object value, String text) {
  /// A file that begins with every other byte zero is taken for UTF-16.
  private static final String ZEROS = "\0\0";

  private static final List<String> LETTERS =
      List.of(
          "a", "Z", "1", " ", "e", "é", "€", "😀", ZEROS, "\"", "\"", "'", "#", ",", ";", "\t", "|",
          "~", "-", "\n", "\r", "\r\n");
  private static final List<String> BYTES =
      List.of(ZEROS, "\u0080", "\u00ff", "a", ",", "\"", "\n", "\r");
  private static final List<String> OFFSETS = List.of("Z", "+02", "+0545", "-11:30", "z");

  /// Before and after 1970; nanoseconds reach a little farther.
  private static final long MOST_SECONDS = 9_000_000_000L;

  private static final LocalDate FIRST = LocalDate.of(0, 1, 1);
  private static final LocalDate LAST = LocalDate.of(9999, 12, 31);

  /// A value of a type.
  ///
  /// @param isFound whether the type is found by looking at the texts
  static SpelledValue of(DataType type, boolean isFound, Writing writing, SplittableRandom random) {
    return switch (type) {
      case DataType.Bool _ -> truth(writing, random);
      case DataType.Int(int bits, boolean signed) -> integer(bits, signed, random);
      case DataType.FloatingPoint(int bits) ->
          switch (bits) {
            case 16 -> float16(random);
            case 32 -> float32(random);
            default -> float64(isFound, random);
          };
      case DataType.Decimal(int precision, int scale, _) -> decimal(precision, scale, random);
      case DataType.Date(int bits) -> date(bits, random);
      case DataType.Time(TimeUnit unit) -> time(unit, random);
      case DataType.Timestamp stamp ->
          timestamp(stamp.unit(), stamp.zone().isPresent(), writing, random);
      case DataType.Binary _, DataType.LargeBinary _ -> binary(writing, random);
      default -> text(writing, random);
    };
  }

  private static SpelledValue truth(Writing writing, SplittableRandom random) {
    String value = random.nextBoolean() ? "true" : "false";
    String text =
        switch (random.nextInt(writing.plain() ? 2 : 4)) {
          case 0 -> value;
          case 1 -> value.toUpperCase(Locale.ROOT);
          case 2 -> value.substring(0, 1).toUpperCase(Locale.ROOT) + value.substring(1);
          default -> value.substring(0, 1) + value.substring(1).toUpperCase(Locale.ROOT);
        };
    return new SpelledValue(value.equals("true"), text);
  }

  private static SpelledValue integer(int bits, boolean signed, SplittableRandom random) {
    int shift = Long.SIZE - bits + random.nextInt(bits);
    long value = signed ? random.nextLong() >> shift : random.nextLong() >>> shift;
    String zeros = random.nextInt(8) == 0 ? "00" : "";
    String digits = signed ? String.valueOf(value) : Long.toUnsignedString(value);
    return new SpelledValue(
        value, digits.startsWith("-") ? "-" + zeros + digits.substring(1) : zeros + digits);
  }

  private static SpelledValue float64(boolean isFound, SplittableRandom random) {
    double value = Double.longBitsToDouble(random.nextLong());
    if (random.nextInt(3) > 0) {
      value = random.nextInt() / 100.0;
    }
    if (!Double.isFinite(value) || random.nextInt(16) == 0) {
      return isFound ? new SpelledValue(0.5, ".5") : nonFinite(random);
    }
    boolean isExact = !isFound && random.nextInt(10) == 0;
    return new SpelledValue(
        value, isExact && value != 0 ? new BigDecimal(value).toPlainString() : spelled(value));
  }

  private static String spelled(double value) {
    return Double.toString(value).toLowerCase(Locale.ROOT);
  }

  private static SpelledValue nonFinite(SplittableRandom random) {
    return switch (random.nextInt(3)) {
      case 0 -> new SpelledValue(Double.NaN, "nan");
      case 1 -> new SpelledValue(Double.POSITIVE_INFINITY, "inf");
      default -> new SpelledValue(Double.NEGATIVE_INFINITY, "-inf");
    };
  }

  private static SpelledValue float32(SplittableRandom random) {
    float value = Float.intBitsToFloat(random.nextInt());
    if (!Float.isFinite(value)) {
      value = random.nextInt() / 8f;
    }
    // The nearest `float` to its shortest text, or to the whole text of it.
    return new SpelledValue(value, random.nextBoolean() ? String.valueOf(value) : spelled(value));
  }

  private static SpelledValue float16(SplittableRandom random) {
    float value = Float.float16ToFloat((short) random.nextInt());
    return Float.isFinite(value)
        ? new SpelledValue(value, String.valueOf(value))
        : new SpelledValue(Float.POSITIVE_INFINITY, "inf");
  }

  private static SpelledValue decimal(int precision, int scale, SplittableRandom random) {
    int digits = 1 + random.nextInt(precision);
    BigInteger number =
        new BigInteger(128, new Random(random.nextLong())).mod(BigInteger.TEN.pow(digits));
    BigDecimal value = new BigDecimal(random.nextBoolean() ? number : number.negate(), scale);
    return new SpelledValue(value, value.toPlainString());
  }

  private static SpelledValue date(int bits, SplittableRandom random) {
    long days = random.nextLong(FIRST.toEpochDay(), LAST.toEpochDay() + 1);
    return new SpelledValue(
        bits == 32 ? days : days * 86_400_000, LocalDate.ofEpochDay(days).toString());
  }

  private static SpelledValue time(TimeUnit unit, SplittableRandom random) {
    long second = random.nextLong(86_400);
    long part = part(unit, random);
    return new SpelledValue(
        second * perSecond(unit) + part, clock(second, decimals(unit, part), random));
  }

  private static SpelledValue timestamp(
      TimeUnit unit, boolean hasZone, Writing writing, SplittableRandom random) {
    long second = random.nextLong(-MOST_SECONDS, MOST_SECONDS);
    long part = part(unit, random);
    String offset =
        hasZone ? OFFSETS.get(random.nextInt(OFFSETS.size() - (writing.plain() ? 1 : 0))) : "";
    ZoneOffset zone =
        switch (offset) {
          case "+0545" -> ZoneOffset.of("+05:45");
          case "", "z" -> ZoneOffset.UTC;
          default -> ZoneOffset.of(offset);
        };
    LocalDateTime local = LocalDateTime.ofEpochSecond(second, 0, zone);
    String between = random.nextBoolean() ? "T" : " ";
    String clock = clock(local.toLocalTime().toSecondOfDay(), decimals(unit, part), random);
    return new SpelledValue(
        second * perSecond(unit) + part, local.toLocalDate() + between + clock + offset);
  }

  private static long perSecond(TimeUnit unit) {
    return switch (unit) {
      case SECOND -> 1;
      case MILLISECOND -> 1_000;
      case MICROSECOND -> 1_000_000;
      case NANOSECOND -> 1_000_000_000;
    };
  }

  private static long part(TimeUnit unit, SplittableRandom random) {
    return random.nextBoolean() ? 0 : random.nextLong(perSecond(unit));
  }

  /// As many decimals as the unit has, without the point; none of zero.
  private static String decimals(TimeUnit unit, long part) {
    return part == 0 ? "" : String.valueOf(perSecond(unit) + part).substring(1);
  }

  private static String clock(long second, String decimals, SplittableRandom random) {
    LocalTime time = LocalTime.ofSecondOfDay(second);
    String minutes = String.format(Locale.ROOT, "%02d:%02d", time.getHour(), time.getMinute());
    if (decimals.isEmpty()) {
      boolean mayEnd = time.getSecond() == 0 && random.nextBoolean();
      return mayEnd ? minutes : minutes + String.format(Locale.ROOT, ":%02d", time.getSecond());
    }
    return minutes + String.format(Locale.ROOT, ":%02d.", time.getSecond()) + decimals;
  }

  private static SpelledValue binary(Writing writing, SplittableRandom random) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(12); i > 0; i--) {
      text.append(BYTES.get(random.nextInt(BYTES.size())));
    }
    String fit = writing.fit(text.toString());
    return new SpelledValue(Bytes.of(fit.getBytes(StandardCharsets.ISO_8859_1)), fit);
  }

  /// Any text.
  static SpelledValue text(Writing writing, SplittableRandom random) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(random.nextInt(4) == 0 ? 40 : 5); i > 0; i--) {
      text.append(LETTERS.get(random.nextInt(LETTERS.size())));
    }
    String whole = random.nextInt(40) == 0 ? text.toString().repeat(90) : text.toString();
    byte[] bytes = whole.getBytes(StandardCharsets.UTF_8);
    return ofText(writing.fit(new String(bytes, StandardCharsets.ISO_8859_1)));
  }

  /// What these bytes mean as text.
  static SpelledValue ofText(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
    return new SpelledValue(new String(bytes, StandardCharsets.UTF_8), text);
  }
}
