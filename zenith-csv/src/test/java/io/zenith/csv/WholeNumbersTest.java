package io.zenith.csv;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.zenith.testkit.Property;
import io.zenith.testkit.SharedFiles;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.util.SplittableRandom;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Whole numbers, against `BigInteger`.
final class WholeNumbersTest {
  private static final int EACH = 1_000;
  private static final Pattern GRAMMAR = Pattern.compile("-?[0-9]+");
  private static final BigInteger LEAST = BigInteger.valueOf(Long.MIN_VALUE);
  private static final BigInteger GREATEST = BigInteger.TWO.pow(64).subtract(BigInteger.ONE);

  private static void check(String text, SplittableRandom random) {
    FieldText field = FieldText.of(text, random);
    boolean whole = GRAMMAR.matcher(text).matches();
    BigInteger number = whole ? new BigInteger(text) : BigInteger.ZERO;

    boolean fits = whole && number.bitLength() < Long.SIZE;
    equal(
        text,
        fits ? number.longValue() : WholeNumbers.NOT_SIGNED,
        field.value(WholeNumbers::signed));
    assertEquals(fits && number.equals(LEAST), field.isRead(WholeNumbers::isLeast), text);

    boolean fitsUnsigned = whole && number.signum() >= 0 && number.bitLength() <= Long.SIZE;
    equal(
        text,
        fitsUnsigned ? number.longValue() : WholeNumbers.NOT_UNSIGNED,
        field.value(WholeNumbers::unsigned));
    assertEquals(
        fitsUnsigned && number.equals(GREATEST), field.isRead(WholeNumbers::isGreatest), text);
  }

  private static void equal(String text, long expected, long actual) {
    if (expected != actual) {
      assertEquals(expected, actual, "of '" + text + "'");
    }
  }

  @Test
  void numbersOfAllLengths() {
    Property.check(
        200,
        (random, _) -> {
          for (int i = 0; i < EACH; i++) {
            String digits = FieldText.digits(random.nextInt(24), random);
            check((random.nextBoolean() ? "-" : "") + digits, random);
          }
        });
  }

  @Test
  void numbersAroundTheLimits() {
    Property.check(
        100,
        (random, _) -> {
          for (int i = 0; i < EACH; i++) {
            BigInteger number =
                BigInteger.ONE
                    .shiftLeft(random.nextInt(70))
                    .multiply(random.nextInt(4) == 0 ? BigInteger.TEN : BigInteger.ONE)
                    .add(BigInteger.valueOf(random.nextLong(-20, 20)));
            String zeros = "0".repeat(random.nextInt(8) == 0 ? random.nextInt(40) : 0);
            check(zeros + number.abs(), random);
            check("-" + zeros + number.abs(), random);
          }
        });
  }

  @Test
  void powersOfTen() {
    SplittableRandom random = new SplittableRandom(1);
    for (int power = 0; power < 30; power++) {
      check("1" + "0".repeat(power), random);
      check("-1" + "0".repeat(power), random);
      check("9".repeat(power), random);
      check("0".repeat(power), random);
    }
  }

  @Test
  void numbersThatAreLong() {
    SplittableRandom random = new SplittableRandom(1);
    for (String text : new String[] {"1".repeat(100_000), "0".repeat(100_000)}) {
      check(text, random);
      check("-" + text, random);
      check(text + "-", random);
    }
    check("0".repeat(100_000) + Long.MAX_VALUE, random);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "-",
        "--1",
        "+1",
        " 1",
        "1 ",
        "1.",
        "1.0",
        ".",
        "1e3",
        "1-",
        "-0",
        "-00",
        "-1",
        "9223372036854775807",
        "9223372036854775808",
        "-9223372036854775808",
        "-9223372036854775809",
        "18446744073709551615",
        "18446744073709551616",
        "-18446744073709551615",
        "18446744073709551605",
        "18446744073709551620",
        "1844674407370955161:",
        "00000000000000000000018446744073709551615",
        "-0000000000000000000009223372036854775808",
        "99999999999999999999"
      })
  void numbersThatAreHardToGetRight(String text) {
    for (int i = 0; i < 100; i++) {
      check(text, new SplittableRandom(i));
    }
  }

  @Test
  void anyByteAtAnyPlace() {
    SplittableRandom random = new SplittableRandom(1);
    String digits = "123456789012345678901234";
    for (int length = 1; length <= digits.length(); length++) {
      for (int place = 0; place < length; place++) {
        for (char intruder = 0; intruder < 256; intruder++) {
          String text = digits.substring(0, place) + intruder + digits.substring(place + 1, length);
          check(text, random);
          check("-" + text, random);
        }
      }
    }
  }

  @Test
  void sharedFile() throws IOException {
    for (String text :
        Files.readAllLines(SharedFiles.require("conformance/csv/int64-limits.csv"))) {
      check(text, new SplittableRandom(1));
    }
  }
}
