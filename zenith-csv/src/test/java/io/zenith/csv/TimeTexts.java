package io.zenith.csv;

import io.zenith.schema.TimeUnit;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Texts of times and timestamps, and what `java.time` makes of them.
final class TimeTexts {
  private static final String CLOCK = "([0-9]{2}):([0-9]{2})(?::([0-9]{2})(?:\\.([0-9]{1,9}))?)?";
  private static final Pattern TIME = Pattern.compile(CLOCK);
  private static final Pattern TIMESTAMP =
      Pattern.compile(
          "([0-9]{4})-([0-9]{2})-([0-9]{2})[T ]("
              + CLOCK
              + ")([Zz]|([+-])([0-9]{2})(?::?([0-9]{2}))?)?");
  private static final String[] OFFSETS = {"", "", "Z", "z", "+01", "-0330", "+05:45", "-23:59"};
  private static final String[] WRONG_OFFSETS = {"+24", "-00:60", "+1", "+1:00", "+01:0", "ZZ"};

  private TimeTexts() {}

  static long perSecond(TimeUnit unit) {
    return switch (unit) {
      case SECOND -> 1;
      case MILLISECOND -> 1_000;
      case MICROSECOND -> 1_000_000;
      case NANOSECOND -> 1_000_000_000;
    };
  }

  /// A time of day; its hours, minutes and seconds may be too great by one.
  static String time(SplittableRandom random) {
    StringBuilder text = new StringBuilder();
    text.append(twoDigits(random.nextInt(25))).append(':');
    text.append(twoDigits(random.nextInt(10) == 0 ? 60 : random.nextInt(60)));
    if (random.nextInt(8) != 0) {
      text.append(':').append(twoDigits(random.nextInt(10) == 0 ? 60 : random.nextInt(60)));
      int decimals = random.nextInt(12);
      if (random.nextBoolean()) {
        String zeros = "0".repeat(random.nextInt(decimals + 1));
        text.append('.').append(FieldText.digits(decimals - zeros.length(), random)).append(zeros);
      }
    }
    return text.toString();
  }

  /// A timestamp of any year, mostly of one that nanoseconds reach.
  static String timestamp(SplittableRandom random) {
    int days =
        random.nextInt(4) == 0
            ? random.nextInt(-719_528, 2_932_897)
            : random.nextInt(-106_760, 106_760);
    String[] offsets = random.nextInt(8) == 0 ? WRONG_OFFSETS : OFFSETS;
    return LocalDate.ofEpochDay(days)
        + (random.nextBoolean() ? "T" : " ")
        + time(random)
        + offsets[random.nextInt(offsets.length)];
  }

  static String twoDigits(int number) {
    return "" + number / 10 + number % 10;
  }

  /// The units since midnight.
  static Optional<BigInteger> timeValue(String text, TimeUnit unit) {
    Matcher time = TIME.matcher(text);
    try {
      return time.matches()
          ? exact(BigInteger.valueOf(clock(time, 0).toNanoOfDay()), unit)
          : Optional.empty();
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  /// The units since 1970, however many, and whether there is an offset.
  static Optional<BigInteger> timestampValue(String text, TimeUnit unit) {
    Matcher timestamp = TIMESTAMP.matcher(text);
    try {
      return timestamp.matches() ? timestampValue(timestamp, unit) : Optional.empty();
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  private static Optional<BigInteger> timestampValue(Matcher timestamp, TimeUnit unit) {
    LocalDate date =
        LocalDate.of(
            number(timestamp.group(1)), number(timestamp.group(2)), number(timestamp.group(3)));
    LocalTime clock = clock(timestamp, 4);
    int hours = number(timestamp.group(11));
    int minutes = number(timestamp.group(12));
    if (hours > 23 || minutes > 59) {
      return Optional.empty();
    }
    long ahead = (hours * 60L + minutes) * ("-".equals(timestamp.group(10)) ? -60 : 60);
    return exact(
        BigInteger.valueOf(date.toEpochDay() * 86_400 - ahead)
            .multiply(BigInteger.valueOf(1_000_000_000))
            .add(BigInteger.valueOf(clock.toNanoOfDay())),
        unit);
  }

  private static LocalTime clock(Matcher text, int group) {
    String decimals = text.group(group + 4) == null ? "" : text.group(group + 4);
    return LocalTime.of(
        number(text.group(group + 1)),
        number(text.group(group + 2)),
        number(text.group(group + 3)),
        number((decimals + "000000000").substring(0, 9)));
  }

  private static int number(@Nullable String digits) {
    return digits == null ? 0 : Integer.parseInt(digits);
  }

  private static Optional<BigInteger> exact(BigInteger nanos, TimeUnit unit) {
    BigInteger[] parts =
        nanos.divideAndRemainder(BigInteger.valueOf(1_000_000_000 / perSecond(unit)));
    return parts[1].signum() == 0 ? Optional.of(parts[0]) : Optional.empty();
  }
}
