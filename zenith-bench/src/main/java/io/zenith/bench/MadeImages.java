package io.zenith.bench;

import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import javax.imageio.ImageIO;

/// Images of gradients with noise, so that they are as large as photographs are.
///
/// @param format such as `png`
/// @param side pixels of a side
/// @param encoded the images
record MadeImages(String format, int side, List<byte[]> encoded) {
  static final int CHANNELS = 3;

  private static final int NOISE_BITS = 5;

  /// So many images, always the same.
  static MadeImages of(String format, int side, int count) throws IOException {
    SplittableRandom random = new SplittableRandom(1);
    List<byte[]> images = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      images.add(encode(format, side, random));
    }
    return new MadeImages(format, side, images);
  }

  /// One image.
  static byte[] encode(String format, int side, SplittableRandom random) throws IOException {
    BufferedImage image = new BufferedImage(side, side, BufferedImage.TYPE_INT_RGB);
    int slope = 1 + random.nextInt(2);
    for (int y = 0; y < side; y++) {
      for (int x = 0; x < side; x++) {
        int rgb = 0;
        for (int channel = 0; channel < CHANNELS; channel++) {
          int value = (slope * (x + y * channel) + random.nextInt(1 << NOISE_BITS)) & 0xFF;
          rgb = rgb << 8 | value;
        }
        image.setRGB(x, y, rgb);
      }
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    ImageIO.write(image, format, bytes);
    return bytes.toByteArray();
  }

  /// Their format and size.
  @Override
  public String toString() {
    return format.toUpperCase(Locale.ROOT) + " of " + side + " x " + side;
  }
}
