package io.zenith.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class QuantityTest {
  @Test
  void countsInGroupsOfThree() {
    assertEquals("1,351,591", Quantity.count(1_351_591));
    assertEquals("2", Quantity.rounded(1.5));
    assertEquals("1 row", Quantity.of(1, "row"));
    assertEquals("0 rows", Quantity.of(0, "row"));
    assertEquals("2 batches", Quantity.of(2, "batch"));
  }

  @Test
  void choosesTheUnitByTheSize() {
    assertEquals("1 byte", Quantity.bytes(1));
    assertEquals("1,023 bytes", Quantity.bytes(1023));
    assertEquals("1.5 KiB", Quantity.bytes(1536));
    assertEquals("7.5 MiB", Quantity.bytes(7_864_320));
    assertEquals("43.0 ns", Quantity.nanos(43));
    assertEquals("1.35 us", Quantity.nanos(1350));
    assertEquals("12.0 ms", Quantity.nanos(12e6));
    assertEquals("2.50 s", Quantity.nanos(2.5e9));
  }

  @Test
  void writesTimesAsClocksDo() {
    assertEquals("0:07", Quantity.clock(7));
    assertEquals("12:30", Quantity.clock(750));
    assertEquals("1:02:03", Quantity.clock(3723));
  }
}
