package io.zenith.csv;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/// What means null, besides a field without a byte.
final class NullSpellings {
  private final byte[][] words;
  private final boolean hasEmpty;

  NullSpellings(List<String> spellings) {
    this.hasEmpty = spellings.contains("");
    this.words =
        spellings.stream()
            .filter(spelling -> !spelling.isEmpty())
            .map(spelling -> spelling.getBytes(StandardCharsets.UTF_8))
            .toArray(byte[][]::new);
  }

  /// Whether a quoted field without a byte means null.
  boolean hasEmpty() {
    return hasEmpty;
  }

  boolean hasWords() {
    return words.length > 0;
  }

  boolean isNull(byte[] text, int from, int to) {
    for (byte[] word : words) {
      if (Arrays.equals(word, 0, word.length, text, from, to)) {
        return true;
      }
    }
    return false;
  }
}
