package io.zenith.parquet;

import java.lang.foreign.MemorySegment;

/// Moves values that are there apart, in place, so that there is room for those that are null.
///
/// It goes from the last place to the first, so that no value is overwritten before it is moved,
/// and stops where all values are in their places already. Places of nulls become zero. Loops have
/// no branch on a null, which would be mispredicted where these are at random.
final class Spread {
  private Spread() {}

  /// Spreads values of one width.
  ///
  /// @param from the first place
  /// @param there how many values there are, from the first place on
  /// @param places how many places they get
  /// @param validity which places those are; has whole words
  static void apart(
      MemorySegment values, int width, long from, int there, int places, MemorySegment validity) {
    switch (width) {
      case Integer.BYTES -> ints(values, from, there, places, validity);
      case Long.BYTES -> longs(values, from, there, places, validity);
      default -> any(values, width, from, there, places, validity);
    }
  }

  private static void ints(
      MemorySegment values, long from, int there, int places, MemorySegment validity) {
    long source = from + there;
    for (long place = from + places - 1; source <= place; place--) {
      int bit = bit(validity, place);
      source -= bit;
      values.set(Numbers.INT, place << 2, values.get(Numbers.INT, source << 2) & -bit);
    }
  }

  private static void longs(
      MemorySegment values, long from, int there, int places, MemorySegment validity) {
    long source = from + there;
    for (long place = from + places - 1; source <= place; place--) {
      int bit = bit(validity, place);
      source -= bit;
      values.set(Numbers.LONG, place << 3, values.get(Numbers.LONG, source << 3) & -bit);
    }
  }

  private static void any(
      MemorySegment values, int width, long from, int there, int places, MemorySegment validity) {
    long source = from + there;
    for (long place = from + places - 1; source <= place; place--) {
      if (bit(validity, place) != 0) {
        source--;
        MemorySegment.copy(values, source * width, values, place * width, width);
      } else {
        values.asSlice(place * width, width).fill((byte) 0);
      }
    }
  }

  private static int bit(MemorySegment validity, long place) {
    return (validity.get(Numbers.BYTE, place >>> 3) >>> (place & 7)) & 1;
  }
}
