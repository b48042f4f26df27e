package io.zenith.image;

/// The first frame of a GIF image. It is decoded here since the JDK's reader loses the last pixels
/// of some sound images, and fills them with the first color, without a word.
///
/// From: Graphics Interchange Format, version 89a, 17 to 22 and appendix F.
///
/// @param bytes the image
/// @param at the place of the frame's header
/// @param length of all parts of its data, with their lengths
record GifFrame(ImageBytes bytes, int at, int length) {
  static final String SIGNATURE = "GIF8";

  private static final int SCREEN = 13;
  private static final int EXTENSION = 0x21;
  private static final int FRAME = 0x2C;
  private static final int HEADER = 10;
  private static final int TABLE = 0x80;
  private static final int INTERLACED = 0x40;

  /// A code of 12 bits stands for at most 3,840 pixels.
  private static final long MOST_PER_BYTE = 2560;

  /// The first lines of each pass, and how far the next one is.
  private static final int[][] PASSES = {{0, 8}, {4, 8}, {2, 4}, {1, 2}};

  /// Follows the blocks to the end of the first frame.
  static GifFrame of(ImageBytes bytes) throws BadImageException {
    bytes.require(SCREEN, "a screen");
    int at = SCREEN + colors(bytes.u8(10));
    while (true) {
      bytes.require(at + 1L, "a block at byte " + at);
      int block = bytes.u8(at);
      if (block == FRAME) {
        bytes.require((long) at + HEADER, "a frame at byte " + at);
        int data = at + HEADER + colors(bytes.u8(at + 9)) + 1;
        return new GifFrame(bytes, at, end(bytes, data) - data);
      }
      if (block != EXTENSION) {
        throw new BadImageException("a block of kind " + block + " at byte " + at, "a frame");
      }
      at = end(bytes, at + 2);
    }
  }

  /// Bytes of a table of colors.
  private static int colors(int flags) {
    return (flags & TABLE) == 0 ? 0 : 3 << ((flags & 7) + 1);
  }

  /// The place behind some parts of data.
  private static int end(ImageBytes bytes, int from) throws BadImageException {
    int place = from;
    while (true) {
      bytes.require(place + 1L, "data at byte " + place);
      int part = bytes.u8(place);
      place += part + 1;
      if (part == 0) {
        return place;
      }
    }
  }

  private int width() {
    return bytes.u16(at + 5);
  }

  private int height() {
    return bytes.u16(at + 7);
  }

  ImageHead head() {
    return new ImageHead(width(), height(), length * MOST_PER_BYTE);
  }

  /// The values of its pixels, as [Samples#of]. What has no color is black.
  byte[] values(int channels) throws BadImageException {
    int flags = bytes.u8(at + 9);
    int local = colors(flags);
    int colors = local > 0 ? local : colors(bytes.u8(10));
    if (colors == 0) {
      throw BadImageException.unsupported("GIF without colors");
    }
    int table = local > 0 ? at + HEADER : SCREEN;
    byte[] palette = new byte[256 * channels];
    for (int color = 0; color < colors / 3; color++) {
      int place = table + 3 * color;
      int[] rgb = {bytes.u8(place), bytes.u8(place + 1), bytes.u8(place + 2)};
      for (int channel = 0; channel < channels; channel++) {
        palette[color * channels + channel] =
            channels == 1 ? Samples.luma(rgb[0], rgb[1], rgb[2]) : (byte) rgb[channel];
      }
    }
    byte[] indices = indices(at + HEADER + local);
    byte[] made = new byte[indices.length * channels];
    int line = 0;
    for (int[] pass : (flags & INTERLACED) == 0 ? new int[][] {{0, 1}} : PASSES) {
      for (int y = pass[0]; y < height(); y += pass[1]) {
        for (int x = 0; x < width(); x++) {
          int color = indices[line * width() + x] & 0xFF;
          for (int channel = 0; channel < channels; channel++) {
            made[(y * width() + x) * channels + channel] = palette[color * channels + channel];
          }
        }
        line++;
      }
    }
    return made;
  }

  private byte[] indices(int from) throws BadImageException {
    byte[] data = new byte[length];
    int filled = 0;
    int place = from + 1;
    for (int part = bytes.u8(place); part > 0; part = bytes.u8(place)) {
      System.arraycopy(bytes.bytes(), place + 1, data, filled, part);
      filled += part;
      place += part + 1;
    }
    return new GifCodes(data, filled, bytes.u8(from)).decode(width() * height());
  }
}
