package io.zenith.csv;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.zenith.testkit.Property;
import java.math.BigDecimal;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/// Floats, against those of the JDK.
final class FloatsTest extends RoundingContract {
  private final Floats floats = new Floats();

  FloatsTest() {
    super(Floats.INVALID, 23, Float.floatToRawIntBits(Float.POSITIVE_INFINITY));
  }

  @Override
  long bits(byte[] text, int from, int to) {
    return floats.bits(text, from, to);
  }

  @Override
  long expectedBits(String text) {
    return Float.floatToRawIntBits(Float.parseFloat(text));
  }

  @Override
  double value(long bits) {
    return Float.intBitsToFloat((int) bits);
  }

  @Override
  String print(long bits) {
    return Float.toString(Float.intBitsToFloat((int) bits));
  }

  /// The JDK rounds a `BigDecimal` by other code than text.
  @Test
  void theOtherOracle() {
    Property.check(
        20_000,
        (random, _) -> {
          String text = NumberTexts.near(NumberTexts.tie(24, random), random);
          long expected = Float.floatToRawIntBits(new BigDecimal(text).floatValue());
          assertEquals(expected, FieldText.of(text, random).value(floats::bits), text);
        });
  }

  /// What is rounded to a `double` first lies halfway between two floats, and is rounded again.
  @Test
  void numbersAreRoundedOnce() {
    String text = "1.00000017881393432617187499999";
    assertEquals(1.0000002f, (float) Double.parseDouble(text));
    assertEquals(
        Float.floatToRawIntBits(1.0000001f),
        FieldText.of(text, new SplittableRandom(1)).value(floats::bits));
  }
}
