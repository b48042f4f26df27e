package io.zenith.csv;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Floating point that is not a number, or infinite.
final class NonFiniteTest {
  private static final SplittableRandom RANDOM = new SplittableRandom(1);

  private static long doubleBits(String text) {
    return FieldText.of(text, RANDOM).value(NonFinite::doubleBits);
  }

  private static long floatBits(String text) {
    return FieldText.of(text, RANDOM).value(NonFinite::floatBits);
  }

  @ParameterizedTest
  @CsvSource({
    "nan, NaN",
    "NaN, NaN",
    "-nan, NaN",
    "+NAN, NaN",
    "inf, Infinity",
    "Inf, Infinity",
    "+inf, Infinity",
    "-INF, -Infinity",
    "infinity, Infinity",
    "Infinity, Infinity",
    "+iNfInItY, Infinity",
    "-Infinity, -Infinity"
  })
  void spellings(String text, double value) {
    assertEquals(Double.doubleToRawLongBits(value), doubleBits(text));
    assertEquals(Float.floatToRawIntBits((float) value), floatBits(text));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "-", "+", "na", "nano", "in", "infi", "infinit", "infinityy", "--inf", "1"})
  void nothingElse(String text) {
    assertEquals(Doubles.INVALID, doubleBits(text));
    assertEquals(Floats.INVALID, floatBits(text));
  }

  @Test
  void anyByteAtAnyPlace() {
    String word = "-infinity";
    for (int place = 0; place < word.length(); place++) {
      for (char intruder = 0; intruder < 256; intruder++) {
        String text = word.substring(0, place) + intruder + word.substring(place + 1);
        boolean valid = text.matches("[+-]?(?i:infinity)");
        assertEquals(valid, doubleBits(text) != Doubles.INVALID, text);
      }
    }
  }
}
