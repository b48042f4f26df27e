package io.zenith.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.error.MalformedDataException;
import io.zenith.error.UnsupportedDataException;
import org.junit.jupiter.api.Test;

class ErrorTextTest {

  @Test
  void controlAndFormatCharactersAreEscaped() {
    assertEquals("a\\u000ab\\u001b[0m\\u202e\\u0000", ErrorText.printable("a\nb\u001b[0m\u202e\0"));
    assertEquals("ünïcode 😀 stays", ErrorText.printable("ünïcode 😀 stays"));
  }

  @Test
  void longTextIsCutAtOneKilobyte() {
    for (String piece : new String[] {"x", "\n", "😀"}) {
      String cut = ErrorText.printable(piece.repeat(10_000));
      assertTrue(cut.length() <= 1024 && cut.endsWith("..."), cut);
    }
    assertEquals("x".repeat(1000), ErrorText.printable("x".repeat(1000)));
  }

  @Test
  void exceptionsSayWhereWhatWasFoundAndWhatWasExpected() {
    InternalError cause = new InternalError();
    MalformedDataException malformed =
        new MalformedDataException("a.arrow, footer", "7 bytes", "8", cause);
    assertEquals("a.arrow, footer: found 7 bytes, expected 8", malformed.getMessage());
    assertEquals(cause, malformed.getCause());
    assertEquals(
        "a.arrow, record batch 3: LZ4 compression is not read yet",
        new UnsupportedDataException("a.arrow, record batch 3", "LZ4 compression is not read yet")
            .getMessage());
  }
}
