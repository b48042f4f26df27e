package io.zenith.internal.layout;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.zenith.testkit.Property;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;

/// Every range of a buffer is judged as a check of the range alone judges it.
class TextRangesTest {
  private static final int[] BYTES = {0x41, 0x80, 0xbf, 0xc3, 0xe2, 0x82, 0xac, 0xf0, 0x9f, 0xff};

  @Test
  void rangesAreJudgedAsIfEachWereAlone() {
    Property.check(
        300,
        (random, _) -> {
          int most = 1 + random.nextInt(BYTES.length);
          try (Arena arena = Arena.ofConfined()) {
            MemorySegment bytes = arena.allocate(1 + random.nextInt(150));
            for (long i = 0; i < bytes.byteSize(); i++) {
              byte value = (byte) BYTES[random.nextInt(most)];
              bytes.set(ValueLayout.JAVA_BYTE, i, value);
            }
            TextRanges ranges = new TextRanges(bytes);
            for (long from = 0; from <= bytes.byteSize(); from++) {
              for (long to = from; to <= bytes.byteSize(); to++) {
                boolean expected = Utf8.firstInvalid(bytes, from, to) < 0;
                if (expected != ranges.isText(from, to)) {
                  assertEquals(expected, ranges.isText(from, to), from + " to " + to);
                }
              }
            }
          }
        });
  }
}
