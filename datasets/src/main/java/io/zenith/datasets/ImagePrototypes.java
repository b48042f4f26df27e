package io.zenith.datasets;

/// The typical picture of each class: five soft blots, with a margin for moving it about.
final class ImagePrototypes {
  /// How far a picture may be moved, in pixels.
  static final int MARGIN = 2;

  private static final int SIDE = ImageGenerator.SIDE + 2 * MARGIN;
  private static final int BLOTS = 5;

  /// Chosen freely and fixed for good: it makes the ten classes what they are.
  private static final long SHAPES = 5;

  private final int[][] pixels = new int[ImageGenerator.CLASSES][SIDE * SIDE];

  ImagePrototypes() {
    CounterRandom random = new CounterRandom(SHAPES, 0);
    for (int theClass = 0; theClass < pixels.length; theClass++) {
      for (int blot = 0; blot < BLOTS; blot++) {
        addBlot(pixels[theClass], random, theClass * BLOTS + blot);
      }
    }
  }

  /// Grey from 0 to 255, the margin included in the coordinates.
  int pixel(int theClass, int x, int y) {
    return pixels[theClass][y * SIDE + x];
  }

  private static void addBlot(int[] picture, CounterRandom random, long number) {
    double centreX = 6 + 20 * random.uniform(number, 0);
    double centreY = 6 + 20 * random.uniform(number, 1);
    double width = 2 + 2 * random.uniform(number, 2);
    double height = 255 * (0.6 + 0.4 * random.uniform(number, 3));
    for (int at = 0; at < picture.length; at++) {
      int x = at % SIDE;
      int y = at / SIDE;
      double dx = x - centreX;
      double dy = y - centreY;
      double grey = height * StrictMath.exp(-(dx * dx + dy * dy) / (2 * width * width));
      picture[at] = Math.max(picture[at], (int) grey);
    }
  }
}
