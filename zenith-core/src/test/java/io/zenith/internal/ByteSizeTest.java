package io.zenith.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ByteSizeTest {

  @Test
  void sizesAreReadAsPeopleWriteThem() {
    Map<String, Long> sizes =
        Map.ofEntries(
            Map.entry("1", 1L),
            Map.entry("4096", 4096L),
            Map.entry("4096 B", 4096L),
            Map.entry("2 GiB", 2L << 30),
            Map.entry("2GiB", 2L << 30),
            Map.entry(" 512 MiB ", 512L << 20),
            Map.entry("1.5 KiB", 1536L),
            Map.entry("1.5 GB", 1_500_000_000L),
            Map.entry("3 KB", 3_000L),
            Map.entry("200 TiB", 200L << 40),
            Map.entry(".5 KiB", 512L),
            Map.entry("9223372036854775807", Long.MAX_VALUE));
    sizes.forEach((text, bytes) -> assertEquals(bytes, ByteSize.parse(text), text));
  }

  @Test
  void whatIsNoSizeIsRefusedWithItsText() {
    for (String bad :
        List.of(
            "",
            " ",
            "0",
            "-1",
            "0.1",
            "GiB",
            "2 gib",
            "2 G",
            "2 GiBs",
            "1e3",
            "1,5 GB",
            "2 PiB",
            "99999999 TiB",
            "1..5 KiB",
            "NaN",
            "Infinity",
            "٣",
            "2 GiB 3",
            "0x10")) {
      String message =
          assertThrows(IllegalArgumentException.class, () -> ByteSize.parse(bad), bad).getMessage();
      assertEquals("'" + bad + "' is no size; write 2 GiB, 512 MiB or bytes", message);
    }
  }

  @Test
  void sizesArePrintedInTheLargestUnitWhateverTheLocale() {
    Locale before = Locale.getDefault();
    Locale.setDefault(Locale.GERMANY);
    try {
      assertEquals("0 bytes", ByteSize.text(0));
      assertEquals("1023 bytes", ByteSize.text(1023));
      assertEquals("1.0 KiB", ByteSize.text(1024));
      assertEquals("1.5 MiB", ByteSize.text(3 << 19));
      assertEquals("3.0 GiB", ByteSize.text(3L << 30));
      assertEquals("8388608.0 TiB", ByteSize.text(Long.MAX_VALUE));
    } finally {
      Locale.setDefault(before);
    }
  }
}
