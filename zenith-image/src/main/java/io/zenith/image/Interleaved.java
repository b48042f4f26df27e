package io.zenith.image;

import java.awt.image.PixelInterleavedSampleModel;

/// Bytes in which the values of a pixel lie side by side, in any order.
///
/// Hot and ugly on purpose: a loop for each number of values.
final class Interleaved {
  private final byte[] data;
  private final int width;
  private final int height;
  private final int pixel;
  private final int line;
  private final int[] bands;

  Interleaved(byte[] data, PixelInterleavedSampleModel model) {
    this.data = data;
    this.width = model.getWidth();
    this.height = model.getHeight();
    this.pixel = model.getPixelStride();
    this.line = model.getScanlineStride();
    this.bands = model.getBandOffsets();
  }

  /// As [Samples#of].
  ///
  /// @param cmyk whether there are four colors
  byte[] values(int channels, boolean cmyk) {
    if (channels == bands.length && !cmyk && isInOrder()) {
      return data;
    }
    byte[] made = new byte[width * height * channels];
    for (int y = 0; y < height; y++) {
      int at = y * width * channels;
      if (cmyk) {
        printed(y * line, made, at, channels);
      } else if (bands.length < 3) {
        gray(y * line, made, at, channels);
      } else if (channels == 1) {
        luma(y * line, made, at);
      } else {
        colors(y * line, made, at);
      }
    }
    return made;
  }

  /// Whether the values lie as they are wanted, without anything between them.
  private boolean isInOrder() {
    boolean inOrder = pixel == bands.length && line == width * pixel;
    for (int band = 0; band < bands.length; band++) {
      inOrder &= bands[band] == band;
    }
    return inOrder && data.length == height * line;
  }

  private void gray(int from, byte[] made, int to, int channels) {
    int source = from + bands[0];
    if (pixel == 1 && channels == 1) {
      System.arraycopy(data, source, made, to, width);
      return;
    }
    int at = to;
    for (int x = 0; x < width; x++) {
      for (int channel = 0; channel < channels; channel++) {
        made[at++] = data[source];
      }
      source += pixel;
    }
  }

  private void colors(int from, byte[] made, int to) {
    int red = bands[0];
    int green = bands[1];
    int blue = bands[2];
    for (int x = 0; x < width; x++) {
      int source = from + x * pixel;
      int at = to + 3 * x;
      made[at] = data[source + red];
      made[at + 1] = data[source + green];
      made[at + 2] = data[source + blue];
    }
  }

  private void luma(int from, byte[] made, int to) {
    for (int x = 0; x < width; x++) {
      int source = from + x * pixel;
      made[to + x] =
          Samples.luma(
              data[source + bands[0]] & 0xFF,
              data[source + bands[1]] & 0xFF,
              data[source + bands[2]] & 0xFF);
    }
  }

  /// Cyan, magenta, yellow and black of a JPEG image. Without a profile nobody knows the inks: each
  /// takes its share of the light that black leaves.
  private void printed(int from, byte[] made, int to, int channels) {
    for (int x = 0; x < width; x++) {
      int source = from + x * pixel;
      int light = 0xFF - (data[source + bands[3]] & 0xFF);
      int red = left(light, data[source + bands[0]]);
      int green = left(light, data[source + bands[1]]);
      int blue = left(light, data[source + bands[2]]);
      int at = to + x * channels;
      if (channels == 1) {
        made[at] = Samples.luma(red, green, blue);
      } else {
        made[at] = (byte) red;
        made[at + 1] = (byte) green;
        made[at + 2] = (byte) blue;
      }
    }
  }

  /// `light * (1 - ink)`, rounded in two steps as Pillow does.
  private static int left(int light, byte ink) {
    int product = (ink & 0xFF) * light + 128;
    return Math.max(0, light - (((product >> 8) + product) >> 8));
  }
}
