package io.zenith.csv;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.SplittableRandom;
import java.util.regex.Pattern;

/// Texts of numbers of many shapes.
final class NumberTexts {
  /// What a number looks like.
  static final Pattern GRAMMAR =
      Pattern.compile("-?([0-9]+(\\.[0-9]*)?|\\.[0-9]+)([eE][+-]?[0-9]+)?");

  /// What numbers are written with, and what may be taken for it.
  static final String CHARACTERS = "00123456789...eE--++ ,fdxnN";

  private static final String[] SIGNS = {"", "+", "-", "-"};

  private static final RoundingMode[] ROUNDINGS = {
    RoundingMode.DOWN, RoundingMode.UP, RoundingMode.HALF_EVEN
  };

  private NumberTexts() {}

  /// Digits, perhaps a point, perhaps an exponent.
  static String any(SplittableRandom random) {
    StringBuilder text = new StringBuilder();
    if (random.nextBoolean()) {
      text.append('-');
    }
    int most = random.nextInt(4) == 0 ? 30 : 10;
    String whole = FieldText.digits(random.nextInt(most), random);
    text.append(whole);
    if (whole.isEmpty() || random.nextInt(4) != 0) {
      text.append('.');
      if (random.nextInt(8) == 0) {
        text.append("0".repeat(random.nextInt(30)));
      }
      text.append(FieldText.digits(random.nextInt(whole.isEmpty() ? 1 : 0, most), random));
    }
    if (random.nextInt(3) == 0) {
      text.append(random.nextBoolean() ? 'e' : 'E')
          .append(SIGNS[random.nextInt(SIGNS.length)])
          .append(random.nextInt(random.nextInt(4) == 0 ? 400 : 40));
    }
    return text.toString();
  }

  /// A number, or one that is a little more or less, or has a few digits of it, in some spelling.
  static String near(BigDecimal number, SplittableRandom random) {
    BigDecimal chosen =
        switch (random.nextInt(4)) {
          case 0 -> number;
          case 1 -> number.add(far(number, random));
          case 2 -> number.subtract(far(number, random));
          default ->
              number.round(new MathContext(random.nextInt(15, 25), ROUNDINGS[random.nextInt(3)]));
        };
    String text =
        switch (random.nextInt(3)) {
          case 0 -> chosen.toPlainString();
          case 1 -> chosen.toString();
          default -> chosen.unscaledValue() + "e" + -chosen.scale();
        };
    return random.nextBoolean() ? "-" + text : text;
  }

  private static BigDecimal far(BigDecimal number, SplittableRandom random) {
    int digits = random.nextInt(20) == 0 ? 900 : 20;
    return BigDecimal.ONE.scaleByPowerOfTen(-number.scale() - random.nextInt(1, digits));
  }

  /// A number of few digits that lies halfway between two that have so many bits: one bit more, an
  /// odd number, times a power of two, or of ten if some of it are factors of five.
  static BigDecimal tie(int bits, SplittableRandom random) {
    long least = 1L << bits;
    if (random.nextInt(4) == 0) {
      int power = random.nextInt(bits / 2);
      long fives = BigInteger.valueOf(5).pow(power).longValueExact();
      long odd = random.nextLong(least / fives, 2 * least / fives + 1) | 1;
      return BigDecimal.valueOf(odd).scaleByPowerOfTen(power);
    }
    long odd = least | random.nextLong(least) | 1;
    if (random.nextBoolean()) {
      int up = random.nextInt(Long.SIZE - bits);
      return new BigDecimal(new BigInteger(Long.toUnsignedString(odd << up)));
    }
    // Divided more often by two it has more than 19 digits.
    int most = (Long.SIZE - bits) * 3 / 7;
    return BigDecimal.valueOf(odd).divide(BigDecimal.valueOf(1L << random.nextInt(most + 2)));
  }
}
