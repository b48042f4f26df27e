package io.zenith.image;

import java.awt.image.BufferedImage;
import java.awt.image.DataBufferByte;
import java.awt.image.DataBufferUShort;
import java.awt.image.IndexColorModel;
import java.awt.image.PixelInterleavedSampleModel;
import java.awt.image.Raster;

/// The stored values of decoded images, as red, green and blue, or as gray. No color is converted
/// but as said here: `BufferedImage.getRGB` takes gray for linear light, and makes it brighter.
///
/// Hot and ugly on purpose: a loop for each layout that readers make.
final class Samples {
  private static final int RGB = 3;

  private Samples() {}

  /// The values of an image, line by line, pixel by pixel. Alpha is dropped; of 16 bits the upper 8
  /// are taken.
  ///
  /// @param channels 3, or 1 for the luma of colors
  static byte[] of(BufferedImage image, int channels) {
    Raster raster = image.getRaster();
    if (image.getColorModel() instanceof IndexColorModel palette) {
      return indexed(raster, palette, channels);
    }
    if (raster.getSampleModel() instanceof PixelInterleavedSampleModel model
        && !image.isAlphaPremultiplied()) {
      boolean cmyk = image.getColorModel().getColorSpace().getNumComponents() > RGB;
      if (raster.getDataBuffer() instanceof DataBufferByte data) {
        return new Interleaved(data.getData(), model).values(channels, cmyk);
      }
      if (raster.getDataBuffer() instanceof DataBufferUShort data) {
        return new Interleaved(upper(data.getData()), model).values(channels, cmyk);
      }
    }
    return packed(image, channels);
  }

  private static byte[] upper(short[] values) {
    byte[] upper = new byte[values.length];
    for (int i = 0; i < values.length; i++) {
      upper[i] = (byte) (values[i] >> Byte.SIZE);
    }
    return upper;
  }

  private static byte[] indexed(Raster raster, IndexColorModel palette, int channels) {
    int width = raster.getWidth();
    int height = raster.getHeight();
    // An index that has no color is black.
    int[] colors = new int[1 << Math.max(Byte.SIZE, palette.getPixelSize())];
    palette.getRGBs(colors);
    byte[] made = new byte[width * height * channels];
    int[] line = new int[width];
    int at = 0;
    for (int y = 0; y < height; y++) {
      raster.getSamples(0, y, width, 1, 0, line);
      for (int x = 0; x < width; x++) {
        line[x] = colors[line[x]];
      }
      at = put(line, made, at, channels);
    }
    return made;
  }

  private static byte[] packed(BufferedImage image, int channels) {
    int width = image.getWidth();
    int height = image.getHeight();
    byte[] made = new byte[width * height * channels];
    int[] line = new int[width];
    int at = 0;
    for (int y = 0; y < height; y++) {
      image.getRGB(0, y, width, 1, line, 0, width);
      at = put(line, made, at, channels);
    }
    return made;
  }

  private static int put(int[] line, byte[] made, int from, int channels) {
    int at = from;
    for (int color : line) {
      int red = color >> 16 & 0xFF;
      int green = color >> 8 & 0xFF;
      int blue = color & 0xFF;
      if (channels == RGB) {
        made[at] = (byte) red;
        made[at + 1] = (byte) green;
        made[at + 2] = (byte) blue;
      } else {
        made[at] = luma(red, green, blue);
      }
      at += channels;
    }
    return at;
  }

  /// That of ITU-R BT.601 in whole numbers, rounded. It is the value itself where all three are
  /// one.
  static byte luma(int red, int green, int blue) {
    return (byte) ((19595 * red + 38470 * green + 7471 * blue + 32768) >> 16);
  }
}
