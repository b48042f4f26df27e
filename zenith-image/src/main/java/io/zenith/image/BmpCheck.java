package io.zenith.image;

/// Looks at the header of a BMP image.
///
/// From: Microsoft, Bitmap Storage, BITMAPINFOHEADER.
final class BmpCheck {
  static final String SIGNATURE = "BM";

  private static final int FILE_HEAD = 14;
  private static final int CORE_HEAD = 12;
  private static final int INFO_HEAD = 40;
  private static final int BIT_FIELDS = 3;

  private BmpCheck() {}

  /// Compares sizes with the bytes that there are.
  static ImageHead check(ImageBytes bytes) throws BadImageException {
    bytes.require(FILE_HEAD + 4L, "a header");
    long start = Integer.toUnsignedLong(bytes.i32(10));
    long head = Integer.toUnsignedLong(bytes.i32(FILE_HEAD));
    bytes.require(FILE_HEAD + head, "a header of " + head + " bytes");
    bytes.require(start, "pixels at byte " + start);
    if (head == CORE_HEAD) {
      return sized(bytes, start, bytes.u16(18), bytes.u16(20), bytes.u16(24));
    }
    if (head < INFO_HEAD || start < FILE_HEAD + head) {
      throw new BadImageException(
          "a header of " + head + " bytes, and pixels at byte " + start, "pixels behind 40 of it");
    }
    int compression = bytes.i32(30);
    if (compression != 0 && compression != BIT_FIELDS) {
      throw BadImageException.unsupported("BMP with compression " + compression);
    }
    long colors = Integer.toUnsignedLong(bytes.i32(46));
    bytes.require(FILE_HEAD + head + 4 * colors, colors + " colors");
    // Lines from the bottom have a positive height, from the top a negative one.
    int height = bytes.i32(22);
    return sized(
        bytes,
        start,
        bytes.i32(18),
        height == Integer.MIN_VALUE ? 0 : Math.abs(height),
        bytes.u16(28));
  }

  private static ImageHead sized(ImageBytes bytes, long start, int width, int height, int bits)
      throws BadImageException {
    if (bits < 1 || bits > 32) {
      throw new BadImageException(bits + " bits a pixel", "1 to 32");
    }
    long line = Math.max(0, ((long) width * bits + 31) / 32 * 4);
    if (height > 0 && line > (bytes.length() - start) / height) {
      throw BadImageException.cut(
          bytes.bytes(), height + " lines of " + line + " bytes from byte " + start + " on");
    }
    return new ImageHead(width, height, Long.MAX_VALUE);
  }
}
