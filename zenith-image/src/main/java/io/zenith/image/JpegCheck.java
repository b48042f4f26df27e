package io.zenith.image;

/// Looks through the segments before the pixels of a JPEG image.
///
/// From: ITU-T T.81, annex B.
final class JpegCheck {
  static final String SIGNATURE = "\u00FF\u00D8\u00FF";

  /// A block of 64 pixels takes a bit.
  private static final long MOST_PER_BYTE = 64 * Byte.SIZE;

  /// Each goes over all pixels, in few bytes if it wants. Encoders make about ten.
  private static final int MOST_SCANS = 100;

  private static final String PROFILE = "ICC_PROFILE\0";
  private static final int PROFILE_MARKER = 0xE2;
  private static final int PROGRESSIVE = 0xC2;
  private static final int SCAN = 0xDA;
  private static final int END = 0xD9;

  private JpegCheck() {}

  /// Follows the segments to the first scan, and hides color profiles in the bytes: ImageIO would
  /// convert to sRGB, which nobody else who trains on images does, and which takes longer than all
  /// the rest.
  static ImageHead check(ImageBytes bytes) throws BadImageException {
    ImageHead head = null;
    boolean progressive = false;
    int at = 2;
    while (true) {
      at = marker(bytes, at);
      int marker = bytes.u8(at++);
      if (marker == END) {
        throw new BadImageException("the end mark at byte " + at, "an image");
      }
      if (standsAlone(marker)) {
        continue;
      }
      bytes.require(at + 2L, "a segment at byte " + at);
      int length = bytes.u16Big(at);
      if (length < 2) {
        throw new BadImageException(
            "a segment of " + length + " bytes at byte " + at, "2 at least");
      }
      bytes.require((long) at + length, "a segment of " + length + " bytes at byte " + at);
      if (isFrame(marker) && head == null) {
        progressive = marker == PROGRESSIVE;
        head = frame(bytes, marker, at, length);
      } else if (marker == PROFILE_MARKER && bytes.hasAt(at + 2, PROFILE)) {
        bytes.bytes()[at + 2] = '-';
      } else if (marker == SCAN) {
        if (head == null) {
          throw new BadImageException("pixels at byte " + at, "their size before");
        }
        if (progressive) {
          checkScans(bytes, at);
        }
        return head;
      }
      at += length;
    }
  }

  /// The place behind the 0xFF of the next marker.
  private static int marker(ImageBytes bytes, int from) throws BadImageException {
    int at = from;
    while (at < bytes.length() && bytes.u8(at) != 0xFF) {
      at++;
    }
    while (at < bytes.length() && bytes.u8(at) == 0xFF) {
      at++;
    }
    bytes.require(at + 1L, "a marker");
    return at;
  }

  private static boolean standsAlone(int marker) {
    return marker <= 0x01 || (marker >= 0xD0 && marker <= 0xD8);
  }

  private static boolean isFrame(int marker) {
    return marker >= 0xC0 && marker <= 0xCF && marker != 0xC4 && marker != 0xC8 && marker != 0xCC;
  }

  private static ImageHead frame(ImageBytes bytes, int marker, int at, int length)
      throws BadImageException {
    if (marker > PROGRESSIVE) {
      throw BadImageException.unsupported("JPEG of process SOF" + (marker - 0xC0));
    }
    if (length < 8) {
      throw new BadImageException("a frame header of " + length + " bytes", "8 at least");
    }
    int bits = bytes.u8(at + 2);
    if (bits != 8) {
      throw BadImageException.unsupported("JPEG of " + bits + " bits a value");
    }
    return new ImageHead(
        bytes.u16Big(at + 5), bytes.u16Big(at + 3), bytes.length() * MOST_PER_BYTE);
  }

  private static void checkScans(ImageBytes bytes, int from) throws BadImageException {
    int scans = 1;
    for (int at = from; at + 1 < bytes.length(); at++) {
      if (bytes.u8(at) == 0xFF && bytes.u8(at + 1) == SCAN) {
        scans++;
      }
    }
    if (scans > MOST_SCANS) {
      throw new BadImageException(
          "a progressive image of " + scans + " scans", "at most " + MOST_SCANS);
    }
  }
}
