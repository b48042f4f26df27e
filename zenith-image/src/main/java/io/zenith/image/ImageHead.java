package io.zenith.image;

/// The size of an image as its bytes claim it, which are not to be trusted.
///
/// @param width pixels a line
/// @param height how many lines
/// @param most pixels that so many bytes can hold
record ImageHead(int width, int height, long most) {
  /// What JPEG can express. It bounds what a scaled image takes on the way.
  private static final int MOST_SIDE = 65_535;

  /// About 134 million: 400 MB of memory. The largest cameras take 150 million; no data set of
  /// training has such images, and few heaps have room for one a thread.
  private static final long MOST_PIXELS = 1L << 27;

  /// Refuses an image that has no pixels, more than a loader should decode, or more than its bytes
  /// can hold.
  void check() throws BadImageException {
    if (width < 1 || height < 1) {
      throw new BadImageException(size(), "sides of at least 1");
    }
    long pixels = (long) width * height;
    if (width > MOST_SIDE || height > MOST_SIDE || pixels > MOST_PIXELS) {
      throw new BadImageException(
          size(), "sides of at most " + MOST_SIDE + ", and at most " + MOST_PIXELS + " pixels");
    }
    if (pixels > most) {
      throw new BadImageException(size(), "at most " + most + " pixels in so few bytes");
    }
  }

  private String size() {
    return "an image of " + width + " x " + height + " pixels";
  }
}
