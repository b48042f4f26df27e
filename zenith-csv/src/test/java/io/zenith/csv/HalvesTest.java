package io.zenith.csv;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.testkit.Property;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// `float16`s, all of them, and what lies between them.
class HalvesTest {
  private static final int INFINITY = 0x7c00;
  private static final int MINUS = 0x8000;

  private final Halves halves = new Halves();
  private final SplittableRandom noise = new SplittableRandom(1);

  private static BigDecimal value(int bits) {
    // Where infinity stands there would be another one.
    return bits == INFINITY
        ? BigDecimal.valueOf(1 << 16)
        : new BigDecimal(Float.float16ToFloat((short) bits));
  }

  private void check(int expected, String text) {
    assertEquals(expected, FieldText.of(text, noise).value(halves::bits), text);
    assertEquals(expected | MINUS, FieldText.of("-" + text, noise).value(halves::bits), text);
  }

  @Test
  void everyValue() {
    for (int bits = 0; bits < INFINITY; bits++) {
      check(bits, value(bits).toPlainString());
      check(bits, Float.toString(Float.float16ToFloat((short) bits)));
    }
  }

  /// In the middle, the even one; beside it, however little, the nearer one.
  @Test
  void middlesOfAllSizes() {
    for (int bits = 0; bits < INFINITY; bits += noise.nextInt(1, 8)) {
      BigDecimal middle = value(bits).add(value(bits + 1)).divide(BigDecimal.TWO);
      int even = bits + (bits & 1);
      String text = middle.toPlainString();
      String point = text.contains(".") ? "" : ".";
      String zeros = "0".repeat(noise.nextInt(60));
      check(even, text);
      check(even, text + point + zeros);
      check(even, middle.unscaledValue() + zeros + "e" + (-middle.scale() - zeros.length()));
      check(bits + 1, text + point + zeros + "1");
      check(
          bits + 1, middle.unscaledValue() + zeros + "1e" + (-middle.scale() - zeros.length() - 1));
      BigDecimal little = BigDecimal.ONE.movePointLeft(26 + noise.nextInt(40));
      check(bits, middle.subtract(little).toPlainString());
    }
  }

  @Test
  void numbersOfAllShapes() {
    Property.check(
        8_000,
        (random, _) -> {
          int bits = random.nextInt(INFINITY);
          BigDecimal width = value(bits + 1).subtract(value(bits));
          // A part of the way to the next one, in few digits or many.
          BigDecimal way = new BigDecimal("." + FieldText.digits(1 + random.nextInt(30), random));
          int side = way.compareTo(new BigDecimal("0.5"));
          int expected = side == 0 ? bits + (bits & 1) : side < 0 ? bits : bits + 1;
          check(expected, value(bits).add(width.multiply(way)).toPlainString());
        });
  }

  /// To a `float` first they would lie in the middle.
  @ParameterizedTest
  @CsvSource({
    "1.00048828125, 3c00",
    "1.000488281250000000000000001, 3c01",
    "1.00048828124999999999999999999, 3c00",
    "65519.9999999999999999999, 7bff",
    "65520, 7c00",
    "1e5, 7c00",
    "1e-400, 0",
    "2.98023223876953125e-8, 0",
    "2.980232238769531250000000000001e-8, 1",
    "inf, 7c00",
    "Infinity, 7c00",
  })
  void roundedOnce(String text, String bits) {
    check(Integer.parseInt(bits, 16), text);
  }

  @Test
  void whatIsNoNumber() {
    for (String text : List.of("", "-", ".", "1e", "+1", "x", "1 ", "0x1")) {
      assertEquals(Halves.INVALID, FieldText.of(text, noise).value(halves::bits), text);
    }
    assertEquals(0x7e00, FieldText.of("NaN", noise).value(halves::bits));
  }

  @Test
  void columns() throws IOException {
    Csv format = Csv.format().types("h:float16");
    byte[] text = "h,x\n1.5,\n,\n-0.1,\nnan,\n".getBytes(StandardCharsets.UTF_8);
    assertEquals(
        Arrays.asList(1.5f, null, -0.099975586f, Float.NaN), Read.columns(format, text).getFirst());
    String message = Read.refused(format, "h\n1.5\none\n".getBytes(StandardCharsets.UTF_8));
    assertTrue(message.contains("line 3, column h: found 'one', expected float16"), message);
  }
}
