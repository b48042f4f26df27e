package io.zenith.internal.filter;

import io.zenith.schema.DataType;
import io.zenith.schema.TimeUnit;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.Optional;

/// What a value would be among the whole numbers that a column stores: exact, so perhaps between
/// two of them, or beyond them all.
public final class StoredNumber {
  private static final BigDecimal NANOS_PER_SECOND = BigDecimal.valueOf(1_000_000_000);
  private static final BigDecimal MILLIS_PER_DAY = BigDecimal.valueOf(86_400_000);
  private static final int MOST_SCALE = 10_000;

  private StoredNumber() {}

  /// How many bits the whole numbers of a type have; 0 if it is stored otherwise.
  static int bits(DataType type) {
    return switch (type) {
      case DataType.Int(int bits, _) -> bits;
      case DataType.Date(int bits) -> bits;
      case DataType.Time time -> time.bits();
      case DataType.Timestamp _, DataType.Duration _ -> Long.SIZE;
      case DataType.Decimal(_, int scale, int bits) ->
          Math.abs((long) scale) > MOST_SCALE ? 0 : bits;
      default -> 0;
    };
  }

  /// The smallest number that the type can store.
  public static BigInteger least(DataType type) {
    return isUnsigned(type) ? BigInteger.ZERO : BigInteger.ONE.shiftLeft(bits(type) - 1).negate();
  }

  /// The largest number that the type can store.
  public static BigInteger most(DataType type) {
    int ones = isUnsigned(type) ? bits(type) : bits(type) - 1;
    return BigInteger.ONE.shiftLeft(ones).subtract(BigInteger.ONE);
  }

  /// Whether the type can store a number as it is.
  static boolean isStored(DataType type, BigDecimal number) {
    return number.stripTrailingZeros().scale() <= 0
        && number.compareTo(new BigDecimal(least(type))) >= 0
        && number.compareTo(new BigDecimal(most(type))) <= 0;
  }

  private static boolean isUnsigned(DataType type) {
    return type instanceof DataType.Int(_, boolean signed) && !signed;
  }

  /// The number, or nothing if a value of this kind cannot be compared with the type.
  static Optional<BigDecimal> of(DataType type, Literal value) {
    return switch (value) {
      case Literal.Exact(BigDecimal number) ->
          switch (type) {
            case DataType.Int _ -> Optional.of(number);
            case DataType.Decimal(_, int scale, _) -> Optional.of(number.scaleByPowerOfTen(scale));
            default -> Optional.empty();
          };
      case Literal.Text(String text) -> {
        try {
          yield of(type, text);
        } catch (DateTimeException _) {
          yield Optional.empty();
        }
      }
      default -> Optional.empty();
    };
  }

  private static Optional<BigDecimal> of(DataType type, String text) {
    return Optional.ofNullable(
        switch (type) {
          case DataType.Date(int bits) -> {
            BigDecimal days = BigDecimal.valueOf(LocalDate.parse(text).toEpochDay());
            yield bits == 32 ? days : days.multiply(MILLIS_PER_DAY);
          }
          case DataType.Time(TimeUnit unit) ->
              inUnits(BigDecimal.valueOf(LocalTime.parse(text).toNanoOfDay()), unit);
          case DataType.Timestamp(TimeUnit unit, Optional<String> zone) -> {
            Instant instant =
                zone.isPresent() ? Instant.parse(text) : local(text).toInstant(ZoneOffset.UTC);
            yield inUnits(nanos(instant.getEpochSecond(), instant.getNano()), unit);
          }
          case DataType.Duration(TimeUnit unit) -> {
            Duration duration = Duration.parse(text);
            yield inUnits(nanos(duration.getSeconds(), duration.getNano()), unit);
          }
          default -> null;
        });
  }

  /// A date alone is its midnight.
  private static LocalDateTime local(String text) {
    return text.length() <= "2024-02-29".length()
        ? LocalDate.parse(text).atStartOfDay()
        : LocalDateTime.parse(text.replace(' ', 'T'));
  }

  private static BigDecimal nanos(long seconds, int nanos) {
    return BigDecimal.valueOf(seconds).multiply(NANOS_PER_SECOND).add(BigDecimal.valueOf(nanos));
  }

  private static BigDecimal inUnits(BigDecimal nanos, TimeUnit unit) {
    return nanos.movePointLeft(
        switch (unit) {
          case SECOND -> 9;
          case MILLISECOND -> 6;
          case MICROSECOND -> 3;
          case NANOSECOND -> 0;
        });
  }
}
