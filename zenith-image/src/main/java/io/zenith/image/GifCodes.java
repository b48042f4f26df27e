package io.zenith.image;

/// Codes of LZW as GIF has them: of few bits first, each with one more as the table grows.
///
/// An entry of the table is a part of what was decoded so far: the last part, and the value behind
/// it.
final class GifCodes {
  private static final int MOST_BITS = 12;
  private static final int MOST_ENTRIES = 1 << MOST_BITS;

  private final byte[] data;
  private final int length;
  private final int clear;
  private final int[] starts = new int[MOST_ENTRIES];
  private final int[] lengths = new int[MOST_ENTRIES];
  private long place;

  /// @param length how many bytes there are in the data
  /// @param bits of a value
  GifCodes(byte[] data, int length, int bits) throws BadImageException {
    if (bits < 1 || bits > Byte.SIZE) {
      throw new BadImageException("values of " + bits + " bits", "1 to 8");
    }
    this.data = data;
    this.length = length;
    this.clear = 1 << bits;
  }

  /// So many values.
  byte[] decode(int count) throws BadImageException {
    byte[] made = new byte[count];
    int bits = bits(clear);
    int next = clear + 2;
    int filled = 0;
    int last = 0; // where the part before begins; there is none if it begins where it ends
    while (filled < count) {
      int code = code(bits, filled, count);
      if (code == clear) {
        bits = bits(clear);
        next = clear + 2;
        last = filled;
        continue;
      }
      if (last < filled && next < MOST_ENTRIES) {
        starts[next] = last;
        lengths[next] = filled - last + 1;
        next++;
      }
      if (code == clear + 1 || code >= next) {
        throw new BadImageException(
            (code >= next ? "code " + code : "the end") + " after " + filled + " pixels",
            count + " pixels in GIF data");
      }
      last = filled;
      if (code < clear) {
        made[filled++] = (byte) code;
      } else {
        filled = copy(made, starts[code], filled, lengths[code]);
      }
      if (next == 1 << bits && bits < MOST_BITS) {
        bits++;
      }
    }
    return made;
  }

  private static int bits(int clear) {
    return Integer.numberOfTrailingZeros(clear) + 1;
  }

  /// One by one, since the part may reach into what is made of it.
  private static int copy(byte[] made, int from, int to, int count) {
    int end = Math.min(made.length, to + count);
    for (int i = to; i < end; i++) {
      made[i] = made[from + i - to];
    }
    return end;
  }

  private int code(int bits, int filled, int count) throws BadImageException {
    if (place + bits > (long) length * Byte.SIZE) {
      throw new BadImageException(
          "the end of data after " + filled + " pixels", count + " pixels in GIF data");
    }
    int at = (int) (place >>> 3);
    int word = 0;
    for (int i = 0; i < 3 && at + i < length; i++) {
      word |= (data[at + i] & 0xFF) << (Byte.SIZE * i);
    }
    int code = word >>> (place & 7) & ((1 << bits) - 1);
    place += bits;
    return code;
  }
}
