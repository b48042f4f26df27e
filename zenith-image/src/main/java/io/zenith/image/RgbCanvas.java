package io.zenith.image;

import java.awt.color.ColorSpace;
import java.awt.image.BufferedImage;
import java.awt.image.ColorModel;
import java.awt.image.ComponentColorModel;
import java.awt.image.DataBuffer;
import java.awt.image.DataBufferByte;
import java.awt.image.Raster;
import java.util.Arrays;
import java.util.Optional;

/// An image to read into, whose bytes are red, green and blue of each pixel, in this order. Readers
/// of JPEG and PNG copy their lines to it as they are; to an image that they make themselves, which
/// is blue, green and red, pixel by pixel.
///
/// The next image of the same size gets the same memory, which is in the processor's caches then.
final class RgbCanvas {
  private static final int RGB = 3;
  private static final int[] BANDS = {0, 1, 2};

  private static final ColorModel COLORS =
      new ComponentColorModel(
          ColorSpace.getInstance(ColorSpace.CS_sRGB),
          false,
          false,
          ColorModel.OPAQUE,
          DataBuffer.TYPE_BYTE);

  private Optional<BufferedImage> last = Optional.empty();

  /// A black image, in which those before it are gone.
  BufferedImage of(ImageHead head) {
    BufferedImage image = last.filter(known -> isOf(known, head)).orElseGet(() -> make(head));
    Arrays.fill(((DataBufferByte) image.getRaster().getDataBuffer()).getData(), (byte) 0);
    last = Optional.of(image);
    return image;
  }

  private static boolean isOf(BufferedImage image, ImageHead head) {
    return image.getWidth() == head.width() && image.getHeight() == head.height();
  }

  private static BufferedImage make(ImageHead head) {
    int width = head.width();
    return new BufferedImage(
        COLORS,
        Raster.createInterleavedRaster(
            DataBuffer.TYPE_BYTE, width, head.height(), RGB * width, RGB, BANDS, null),
        false,
        null);
  }
}
