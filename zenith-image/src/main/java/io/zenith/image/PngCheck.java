package io.zenith.image;

import java.util.zip.CRC32;

/// Looks through the chunks of a PNG image: ImageIO believes its sizes, and does not look at
/// checksums.
///
/// From: Portable Network Graphics, third edition, 5 and 11.
final class PngCheck {
  static final String SIGNATURE = "\u0089PNG\r\n\u001A\n";

  /// Length, type and checksum.
  private static final int AROUND = 12;

  private static final int HEADER = 13;

  /// Bits that 258 bytes take in deflate at least: two.
  private static final long MOST_INFLATED = 1032;

  /// A chunk that a decoder must understand has a capital letter first.
  private static final int SMALL = 0x20;

  private PngCheck() {}

  /// Follows the chunks to the end of the image.
  static ImageHead check(ImageBytes bytes) throws BadImageException {
    CRC32 sum = new CRC32();
    long data = 0;
    int at = SIGNATURE.length();
    while (true) {
      bytes.require((long) at + AROUND, "a chunk at byte " + at);
      long length = Integer.toUnsignedLong(bytes.i32Big(at));
      bytes.require(at + AROUND + length, "a chunk of " + length + " bytes at byte " + at);
      if (at == SIGNATURE.length() && (length != HEADER || !bytes.hasAt(at + 4, "IHDR"))) {
        throw new BadImageException("no IHDR in the first chunk", "one of " + HEADER + " bytes");
      }
      if ((bytes.u8(at + 4) & SMALL) == 0) {
        checkSum(bytes, at, (int) length, sum);
      }
      if (bytes.hasAt(at + 4, "IDAT")) {
        data += length;
      } else if (bytes.hasAt(at + 4, "IEND")) {
        return head(bytes, data);
      }
      at += (int) length + AROUND;
    }
  }

  private static void checkSum(ImageBytes bytes, int at, int length, CRC32 sum)
      throws BadImageException {
    sum.reset();
    sum.update(bytes.bytes(), at + 4, length + 4);
    int stored = bytes.i32Big(at + 8 + length);
    if ((int) sum.getValue() != stored) {
      throw new BadImageException(
          "the checksum " + hex(stored) + " of the chunk at byte " + at, hex((int) sum.getValue()));
    }
  }

  private static String hex(int value) {
    return "0x" + Integer.toHexString(value);
  }

  private static ImageHead head(ImageBytes bytes, long data) throws BadImageException {
    int start = SIGNATURE.length() + 8;
    int bits = bytes.u8(start + 8) * samples(bytes.u8(start + 9));
    if (bits == 0) {
      throw new BadImageException("a bit depth of 0", "at least 1");
    }
    return new ImageHead(
        bytes.i32Big(start), bytes.i32Big(start + 4), data * MOST_INFLATED * Byte.SIZE / bits);
  }

  private static int samples(int colorType) throws BadImageException {
    return switch (colorType) {
      case 0, 3 -> 1;
      case 2 -> 3;
      case 4 -> 2;
      case 6 -> 4;
      default -> throw new BadImageException("color type " + colorType, "0, 2, 3, 4 or 6");
    };
  }
}
