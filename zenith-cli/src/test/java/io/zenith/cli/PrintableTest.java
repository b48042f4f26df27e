package io.zenith.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import org.junit.jupiter.api.Test;

class PrintableTest {
  @Test
  void leavesHarmlessTextAlone() {
    String text = "Grüße, 世界 👋 a/b";
    assertSame(text, Printable.of(text));
  }

  @Test
  void escapesWhatControlsTerminals() {
    assertEquals("\\u001b[31mred", Printable.of("\u001b[31mred"));
    assertEquals("a\\nb\\r\\tc", Printable.of("a\nb\r\tc"));
    assertEquals("\\u009b2J\\u007f\\u0000", Printable.of("\u009b2J\u007f\0"));
  }

  @Test
  void escapesWhatReordersOrHidesText() {
    assertEquals("a\\u202eb\\u200b\\u2028", Printable.of("a\u202eb\u200b\u2028"));
    assertEquals("\\ud800", Printable.of("\ud800"));
    assertEquals("\\U000e0041", Printable.of("\udb40\udc41"));
  }

  @Test
  void cutsByTheCellsThatCharactersTake() {
    assertEquals("abcdef", Printable.cut("abcdef", 6));
    assertEquals("abc...", Printable.cut("abcdefg", 6));
    assertEquals("世...", Printable.cut("世界世界", 6));
    assertEquals(6, Printable.width("世界ab"));
    assertEquals(1, Printable.width("e\u0301"));
  }
}
