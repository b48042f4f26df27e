package io.zenith.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.util.Map;
import org.junit.jupiter.api.Test;

class ColumnChecksumsTest {
  @Test
  void sumsBitsTimesPlaces() {
    ColumnChecksums checksums = new ColumnChecksums();

    checksums.column("x").addArray(new byte[] {1, -1, 7}, 2);
    checksums.column("f").add(1f);

    assertEquals(
        Map.of("x", String.format("%016x", 1 + 255 * 3), "f", String.format("%016x", 0x3F800000)),
        checksums.toHex());
  }

  @Test
  void orderCounts() {
    ColumnChecksums one = new ColumnChecksums();
    ColumnChecksums other = new ColumnChecksums();

    one.column("x").addArray(new long[] {1, 2}, 2);
    other.column("x").addArray(new long[] {2, 1}, 2);

    assertNotEquals(one.toHex(), other.toHex());
  }
}
