package io.zenith.csv;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Locale;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Truth values.
final class BooleansTest {
  private final SplittableRandom random = new SplittableRandom(1);

  private void check(String text) {
    long expected =
        switch (asciiLowerCase(text)) {
          case "true" -> 1;
          case "false" -> 0;
          default -> Booleans.INVALID;
        };
    assertEquals(expected, FieldText.of(text, random).value(Booleans::value), text);
  }

  /// Unicode has other characters that become these letters.
  private static String asciiLowerCase(String text) {
    return text.chars().allMatch(c -> c < 128) ? text.toLowerCase(Locale.ROOT) : text;
  }

  @ParameterizedTest
  @ValueSource(strings = {"true", "false"})
  void inAnyCase(String word) {
    for (int cases = 0; cases < 1 << word.length(); cases++) {
      StringBuilder text = new StringBuilder(word);
      for (int i = 0; i < word.length(); i++) {
        if ((cases >> i & 1) != 0) {
          text.setCharAt(i, Character.toUpperCase(text.charAt(i)));
        }
      }
      check(text.toString());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"true", "FALSE"})
  void anyByteAtAnyPlace(String word) {
    for (int place = 0; place < word.length(); place++) {
      for (char intruder = 0; intruder < 256; intruder++) {
        check(word.substring(0, place) + intruder + word.substring(place + 1));
        check(word.substring(0, place) + intruder + word.substring(place));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "t", "f", "tru", "fals", "truee", "yes", "no", "0", "1", " true"})
  void nothingElse(String text) {
    check(text);
  }
}
