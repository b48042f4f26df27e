package io.zenith.csv;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.zenith.testkit.Property;
import java.math.BigDecimal;
import org.junit.jupiter.api.Test;

/// Doubles, against those of the JDK.
final class DoublesTest extends RoundingContract {
  private final Doubles doubles = new Doubles();

  DoublesTest() {
    super(Doubles.INVALID, 52, Double.doubleToRawLongBits(Double.POSITIVE_INFINITY));
  }

  @Override
  long bits(byte[] text, int from, int to) {
    return doubles.bits(text, from, to);
  }

  @Override
  long expectedBits(String text) {
    return Double.doubleToRawLongBits(Double.parseDouble(text));
  }

  @Override
  double value(long bits) {
    return Double.longBitsToDouble(bits);
  }

  @Override
  String print(long bits) {
    return Double.toString(Double.longBitsToDouble(bits));
  }

  /// The JDK rounds a `BigDecimal` by other code than text.
  @Test
  void theOtherOracle() {
    Property.check(
        20_000,
        (random, _) -> {
          String text = NumberTexts.near(NumberTexts.tie(53, random), random);
          long expected = Double.doubleToRawLongBits(new BigDecimal(text).doubleValue());
          assertEquals(expected, FieldText.of(text, random).value(doubles::bits), text);
        });
  }
}
