package io.zenith.internal.filter;

import io.zenith.internal.ErrorText;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/// A value that columns are compared with: as little as the text of a filter can tell apart.
public sealed interface Literal {

  /// A number, exact.
  record Exact(BigDecimal value) implements Literal {
    private static final int MOST_DIGITS = 1_000;
    private static final int MOST_EXPONENT = 10_000;

    /// Makes equal numbers equal, and refuses those that would take long to compute with.
    public Exact {
      if (value.precision() > MOST_DIGITS || Math.abs((long) value.scale()) > MOST_EXPONENT) {
        throw new IllegalArgumentException(
            ErrorText.printable(
                "a number of "
                    + value.precision()
                    + " digits and the exponent "
                    + -(long) value.scale()
                    + "; at most "
                    + MOST_DIGITS
                    + " digits, and an exponent between -"
                    + MOST_EXPONENT
                    + " and "
                    + MOST_EXPONENT));
      }
      value = value.stripTrailingZeros();
    }
  }

  /// Not a number, or an infinite one.
  record NotFinite(double value) implements Literal {}

  /// Text, also of dates and times.
  record Text(String value) implements Literal {
    /// Refuses what is no text: it has no UTF-8 bytes to compare with.
    public Text {
      if (!StandardCharsets.UTF_8.newEncoder().canEncode(value)) {
        throw new IllegalArgumentException(
            ErrorText.printable("'" + value + "' has half a surrogate pair; text is Unicode"));
      }
    }
  }

  /// A truth value.
  record Bool(boolean value) implements Literal {}

  /// Bytes, as hexadecimal digits, which compare by content.
  record Bytes(String digits) implements Literal {
    byte[] bytes() {
      return HexFormat.of().parseHex(digits);
    }
  }

  /// A Java value.
  static Literal of(@Nullable Object value) {
    return switch (value) {
      case null ->
          throw new IllegalArgumentException(
              "a comparison with null is never true; ask isNull or isNotNull");
      case Byte number -> whole(number);
      case Short number -> whole(number);
      case Integer number -> whole(number);
      case Long number -> whole(number);
      case BigInteger number -> new Exact(new BigDecimal(number));
      case BigDecimal number -> new Exact(number);
      case Float number -> of((double) number);
      case Double number -> floating(number);
      case Boolean truth -> new Bool(truth);
      case String text -> new Text(text);
      case byte[] bytes -> new Bytes(HexFormat.of().formatHex(bytes));
      case LocalDate date -> new Text(date.toString());
      case LocalTime time -> new Text(time.toString());
      case LocalDateTime time -> new Text(time.toString());
      case Instant instant -> new Text(instant.toString());
      case OffsetDateTime time -> new Text(time.toInstant().toString());
      case ZonedDateTime time -> new Text(time.toInstant().toString());
      case Duration duration -> new Text(duration.toString());
      case Object other ->
          throw new IllegalArgumentException(
              "a "
                  + other.getClass().getName()
                  + " as the value of a filter; allowed: numbers, strings, booleans, byte[], and"
                  + " dates, times and durations of java.time");
    };
  }

  private static Exact whole(long number) {
    return new Exact(BigDecimal.valueOf(number));
  }

  /// A fraction means its shortest decimal text, so that 0.1 is 0.1; both lie on the same side of
  /// every whole number, and are the same `double`. Whole numbers are exact.
  private static Literal floating(double number) {
    if (!Double.isFinite(number)) {
      return new NotFinite(number);
    }
    boolean whole = number == Math.rint(number);
    return new Exact(whole ? new BigDecimal(number) : new BigDecimal(Double.toString(number)));
  }

  /// This value as what a column of floating point is compared with: the nearest `double`.
  default Literal rounded() {
    if (!(this instanceof Exact(BigDecimal exact))) {
      return this;
    }
    double nearest = Double.parseDouble(exact.toString());
    return Double.isFinite(nearest) ? new Exact(new BigDecimal(nearest)) : new NotFinite(nearest);
  }

  /// The text that a [FilterParser][io.zenith.FilterParser] reads.
  default String text() {
    return switch (this) {
      case Exact(BigDecimal value) ->
          Math.abs(value.scale()) <= 30 ? value.toPlainString() : value.toString();
      case NotFinite(double value) -> Double.isNaN(value) ? "nan" : value > 0 ? "inf" : "-inf";
      case Text(String value) -> "'" + value.replace("'", "''") + "'";
      case Bool(boolean value) -> String.valueOf(value);
      case Bytes(String digits) -> "x'" + digits + "'";
    };
  }
}
