package io.zenith.csv;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.zenith.testkit.Property;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Decimals, against `BigDecimal`.
final class DecimalsTest {
  private static final Pattern FAR_POWER = Pattern.compile("(.*)[eE][+-]?0*[1-9][0-9]{4,}");

  private static Optional<BigInteger> expected(String text, int precision, int scale) {
    if (!NumberTexts.GRAMMAR.matcher(text).matches()) {
      return Optional.empty();
    }
    Matcher farPower = FAR_POWER.matcher(text);
    if (farPower.matches()) {
      // So far no decimal is, but zero.
      return Optional.of(BigInteger.ZERO).filter(_ -> farPower.group(1).matches("[-0.]+"));
    }
    BigDecimal number = new BigDecimal(text).stripTrailingZeros();
    return number.scale() > scale || number.precision() - number.scale() + scale > precision
        ? Optional.of(BigInteger.ZERO).filter(_ -> number.signum() == 0)
        : Optional.of(number.setScale(scale).unscaledValue());
  }

  private static Optional<BigInteger> actual(
      Decimals decimals, String text, SplittableRandom random) {
    return FieldText.of(text, random).isRead(decimals::read)
        ? Optional.of(
            BigInteger.valueOf(decimals.high())
                .shiftLeft(Long.SIZE)
                .add(new BigInteger(Long.toUnsignedString(decimals.low()))))
        : Optional.empty();
  }

  private static void check(String text, int precision, int scale, SplittableRandom random) {
    assertEquals(
        expected(text, precision, scale),
        actual(new Decimals(precision, scale), text, random),
        () -> "'" + text + "' as decimal(" + precision + ", " + scale + ")");
  }

  @Test
  void textsOfAllShapes() {
    Property.check(
        60_000,
        (random, _) ->
            check(NumberTexts.any(random), random.nextInt(1, 39), random.nextInt(-10, 39), random));
  }

  /// Numbers that have about as many digits as fit.
  @Test
  void numbersThatJustFit() {
    Property.check(
        60_000,
        (random, _) -> {
          int precision = random.nextInt(1, 39);
          int scale = random.nextInt(-5, precision + 3);
          String digits =
              random.nextInt(4) == 0 ? "9".repeat(precision) : FieldText.digits(precision, random);
          BigDecimal number =
              new BigDecimal(new BigInteger(digits))
                  .add(random.nextInt(4) == 0 ? BigDecimal.ONE : BigDecimal.ZERO)
                  .scaleByPowerOfTen(-scale)
                  .setScale(Math.max(scale, 0) + random.nextInt(3));
          String text = random.nextBoolean() ? number.toPlainString() : number.toString();
          check(text, precision, scale, random);
          check("-" + text, precision, scale, random);
        });
  }

  @Test
  void changedTexts() {
    Property.check(
        30_000,
        (random, _) ->
            check(
                FieldText.mutated(NumberTexts.any(random), NumberTexts.CHARACTERS, random),
                38,
                random.nextInt(0, 39),
                random));
  }

  @ParameterizedTest
  @CsvSource({
    "0, 1, 0, 0",
    "-0.00, 1, 0, 0",
    "0e999999999, 3, 1, 0",
    "1.50, 3, 1, 15",
    "1.55, 3, 1,",
    "99.9, 3, 1, 999",
    "100, 3, 1,",
    "-1e1, 3, 1, -100",
    "1200, 3, -2, 12",
    "1250, 3, -2,",
    "99999999999999999999999999999999999999, 38, 0, 99999999999999999999999999999999999999",
    "-99999999999999999999999999999999999999, 38, 0, -99999999999999999999999999999999999999",
    "100000000000000000000000000000000000000, 38, 0,",
    "18446744073709551616, 20, 0, 18446744073709551616",
    "-18446744073709551616, 20, 0, -18446744073709551616",
    "1.0000000000000000000000000000000000000000, 38, 37, 10000000000000000000000000000000000000",
    "1.0000000000000000000000000000000000000001, 38, 37,",
    "1e-99999999999999999999, 38, 38,",
    "1e99999999999999999999, 38, 0,"
  })
  void limits(String text, int precision, int scale, BigInteger value) {
    Optional<BigInteger> actual =
        actual(new Decimals(precision, scale), text, new SplittableRandom(1));
    assertEquals(Optional.ofNullable(value), actual);
  }

  /// However long a text is, it is read in one pass.
  @Test
  void numbersThatAreLong() {
    SplittableRandom random = new SplittableRandom(1);
    String zeros = "0".repeat(1_000_000);
    Decimals decimals = new Decimals(38, 3);
    Optional<BigInteger> expected = Optional.of(BigInteger.valueOf(1_500));
    assertEquals(expected, actual(decimals, zeros + "1.5" + zeros, random));
    assertEquals(expected, actual(decimals, "15" + zeros + "e-1000001", random));
    assertEquals(expected, actual(decimals, "." + zeros + "15e1000001", random));
    assertEquals(Optional.empty(), actual(decimals, "1.5" + zeros + "1", random));
  }
}
