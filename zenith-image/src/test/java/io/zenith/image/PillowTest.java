package io.zenith.image;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;

/// Pixels are those that Pillow makes, `Image.open(...).convert("RGB")`, then `convert("L")` for
/// gray and `resize((width, height), BILINEAR)` where the size is another: to the bit, in all
/// encodings.
class PillowTest {
  @Test
  void pixelsAreThoseOfPillow() throws BadImageException {
    List<String> others = new ArrayList<>();
    List<Sample.Expected> all = Sample.expected();
    assertTrue(all.size() > 100, "samples");
    for (Sample.Expected expected : all) {
      CRC32 crc = new CRC32();
      crc.update(new ImageDecoder().decode(expected.sample().bytes(), expected.shape()));
      if (crc.getValue() != Long.parseLong(expected.crc(), 16)) {
        others.add(expected.toString());
      }
    }
    assertEquals(List.of(), others);
  }
}
