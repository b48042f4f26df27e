package io.zenith.csv;

import static org.junit.jupiter.api.Assertions.fail;

import io.zenith.testkit.Property;
import io.zenith.testkit.SharedFiles;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Numbers that are rounded to a type of floating point, against what the JDK makes of them.
abstract class RoundingContract {
  private static final int EACH = 1_000;

  private final long invalid;
  private final int fractionBits;
  private final long infinity;

  /// @param invalid what no number is
  /// @param fractionBits bits of the fraction as it is stored
  /// @param infinity the bits of infinity
  RoundingContract(long invalid, int fractionBits, long infinity) {
    this.invalid = invalid;
    this.fractionBits = fractionBits;
    this.infinity = infinity;
  }

  /// The bits that are to be tested.
  abstract long bits(byte[] text, int from, int to);

  /// The bits that the JDK has for a number.
  abstract long expectedBits(String text);

  /// What finite bits stand for.
  abstract double value(long bits);

  /// The shortest text of finite bits.
  abstract String print(long bits);

  private long expected(String text) {
    return NumberTexts.GRAMMAR.matcher(text).matches() ? expectedBits(text) : invalid;
  }

  private void check(String text, SplittableRandom random) {
    check(expected(text), text, random);
  }

  private void check(long expected, String text, SplittableRandom random) {
    long bits = FieldText.of(text, random).value(this::bits);
    if (bits != expected) {
      fail(
          "'"
              + text
              + "' is "
              + Long.toHexString(expected)
              + ", but was "
              + Long.toHexString(bits));
    }
  }

  @Test
  void textsOfAllShapes() {
    Property.check(
        150,
        (random, _) -> {
          for (int i = 0; i < EACH; i++) {
            check(NumberTexts.any(random), random);
          }
        });
  }

  @Test
  void valuesAsTheyArePrinted() {
    Property.check(
        70,
        (random, _) -> {
          for (int i = 0; i < EACH; i++) {
            long bits = random.nextLong(infinity);
            check(bits, print(bits), random);
            long common = commonBits(random);
            check(common, print(common), random);
          }
        });
  }

  /// Few values are near one, where texts are short; so many of them are taken.
  private long commonBits(SplittableRandom random) {
    return expectedBits(String.valueOf(Math.scalb(random.nextDouble(1, 2), power(random))));
  }

  private static int power(SplittableRandom random) {
    return random.nextInt(-70, 90);
  }

  /// A number halfway between the value of some bits and the next, or near that.
  private String nearHalfway(long bits, SplittableRandom random) {
    BigDecimal below = new BigDecimal(value(bits));
    BigDecimal above = new BigDecimal(value(bits + 1));
    return NumberTexts.near(below.add(above).divide(BigDecimal.TWO), random);
  }

  @Test
  void halfwayBetweenTwoValues() {
    Property.check(
        30,
        (random, _) -> {
          for (int i = 0; i < EACH; i++) {
            long bits =
                random.nextInt(16) == 0 ? random.nextLong(infinity - 1) : commonBits(random);
            check(nearHalfway(bits, random), random);
          }
        });
  }

  @Test
  void halfwayInFewDigits() {
    Property.check(
        150,
        (random, _) -> {
          for (int i = 0; i < EACH; i++) {
            check(NumberTexts.near(NumberTexts.tie(fractionBits + 1, random), random), random);
          }
        });
  }

  @Test
  void subnormalValues() {
    Property.check(
        2,
        (random, _) -> {
          for (int i = 0; i < EACH; i++) {
            long bits = random.nextLong(1L << random.nextInt(1, fractionBits + 2));
            check(nearHalfway(bits, random), random);
            check(bits, print(bits), random);
          }
        });
  }

  @Test
  void powersOfTwoAndTen() {
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < 20; i++) {
      for (int power = -400; power <= 400; power++) {
        check("1e" + power, random);
        check("-9.99999999999999999e" + power, random);
        check("9".repeat(i) + "e" + power, random);
        check("1" + "0".repeat(i) + "1e" + power, random);
      }
    }
    for (int i = 0; i < fractionBits; i++) {
      checkNear(1L << i, random);
    }
    for (long bits = 1L << fractionBits; bits < infinity; bits += 1L << fractionBits) {
      checkNear(bits, random);
    }
  }

  private void checkNear(long bits, SplittableRandom random) {
    for (int i = 0; i < 8; i++) {
      check(NumberTexts.near(new BigDecimal(value(bits)), random), random);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "-",
        ".",
        "-.",
        "e",
        "e5",
        ".e5",
        "-e5",
        "1e",
        "1e+",
        "1e-",
        "1.e",
        "+1",
        "--1",
        "-+1",
        "1.2.3",
        "1..",
        "1e5.",
        "1e5e5",
        "1e++5",
        " 1",
        "1 ",
        "1f",
        "1d",
        "0x10",
        "0x1p3",
        "nan",
        "NaN",
        "inf",
        "Infinity",
        "1,5",
        "1_000",
        "\u00b2"
      })
  void whatIsNoNumber(String text) {
    for (int i = 0; i < 100; i++) {
      check(invalid, text, new SplittableRandom(i));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0",
        "-0",
        "-0.0",
        "-.0",
        "0.",
        "-0e5",
        "00000000000000000000000000",
        ".5",
        "5.",
        "-5.e3",
        "1e400",
        "-1e400",
        "1e-400",
        "-1e-400",
        "1e99999999999999999999999",
        "0e9999999999999999",
        "1e-99999999999999999999999",
        "1e2147483648",
        "1e-2147483648",
        "1e4294967297",
        "1e0000000000000000000000000000000000000001",
        "9007199254740993",
        "9007199254740992.5",
        "9007199254740993.00000000000000000000000000000",
        "2.2250738585072011e-308",
        "2.2250738585072012e-308",
        "2.4703282292062327e-324",
        "2.4703282292062328e-324",
        "4.9e-324",
        "1.7976931348623157e308",
        "1.7976931348623158e308",
        "1.7976931348623159e308",
        "179769313486231580793e289",
        "7.2057594037927933e16",
        "8.589973428413488e9",
        "18446744073709551615",
        "18446744073709551616",
        "9999999999999999999",
        "1e23",
        "8.5e22"
      })
  void numbersThatAreHardToGetRight(String text) {
    for (int i = 0; i < 100; i++) {
      check(text, new SplittableRandom(i));
    }
  }

  @Test
  void numbersThatAreLong() {
    SplittableRandom random = new SplittableRandom(1);
    for (int length : new int[] {20, 100, 1_000, 5_000, 100_000}) {
      String zeros = "0".repeat(length);
      check("0." + zeros + "123e" + length, random);
      check("-123" + zeros + "e-" + length, random);
      check("0." + zeros, random);
      check(zeros + "1.5", random);
      check(zeros + "1.5e-" + zeros + "1", random);
      check("1." + zeros + "e5", random);
      check("9007199254740993." + zeros + "1", random);
      check("9007199254740992." + "9".repeat(length), random);
      check(FieldText.digits(length, random) + "e-" + length, random);
      check("1e" + "9".repeat(length), random);
    }
  }

  @Test
  void anyByteAtAnyPlace() {
    SplittableRandom random = new SplittableRandom(1);
    String[] texts = {
      "1",
      "-5",
      "1.5",
      "12345678",
      "-0.12345678",
      "123456789.123456789",
      "1e5",
      "-1.25E-12",
      "1234567.12345678901234",
      "123456789012345678901.2345",
      ".5",
      "5."
    };
    for (String text : texts) {
      for (int place = 0; place < text.length(); place++) {
        for (char intruder = 0; intruder < 256; intruder++) {
          check(text.substring(0, place) + intruder + text.substring(place + 1), random);
        }
      }
    }
  }

  @Test
  void changedTexts() {
    Property.check(
        100,
        (random, _) -> {
          for (int i = 0; i < EACH; i++) {
            String text = NumberTexts.any(random);
            check(FieldText.mutated(text, NumberTexts.CHARACTERS, random), random);
          }
        });
  }

  @ParameterizedTest
  @ValueSource(strings = {"doubles.csv", "doubles-hard.csv"})
  void sharedFiles(String file) throws IOException {
    for (String text : Files.readAllLines(SharedFiles.require("conformance/csv/" + file))) {
      check(text, new SplittableRandom(1));
    }
  }
}
