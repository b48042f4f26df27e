package io.zenith.image;

import java.util.Arrays;
import java.util.Optional;

/// Makes images of another size: first lines of another length, then another number of lines. What
/// keeps its length is not touched.
///
/// Values of `uint8` are rounded to whole ones by both, as Pillow does; those of `float32` are sums
/// of `float64`, rounded to `float32` by both. It takes the same operations in the same order on
/// every machine, and so gives the same bits.
///
/// It remembers the sizes of the image before, and is used by one thread at a time.
final class Scaler {
  private static final int HALF = 1 << (Weights.BITS - 1);

  private Sizes known = new Sizes(0, 0, 0, 0);
  private Optional<Weights> across = Optional.empty();
  private Optional<Weights> down = Optional.empty();

  private record Sizes(int fromHeight, int fromWidth, int toHeight, int toWidth) {}

  private void prepare(ImageShape from, ImageShape to) {
    Sizes sizes = new Sizes(from.height(), from.width(), to.height(), to.width());
    if (!sizes.equals(known)) {
      across = weights(from.width(), to.width());
      down = weights(from.height(), to.height());
      known = sizes;
    }
  }

  private static Optional<Weights> weights(int from, int to) {
    return from == to ? Optional.empty() : Optional.of(Weights.of(from, to));
  }

  /// An image of `uint8` in another size: a new array, or the same one if the size is.
  byte[] scale(byte[] pixels, ImageShape from, ImageShape to) {
    prepare(from, to);
    int channels = from.channels();
    byte[] lines =
        across
            .map(weights -> lines(pixels, from.height(), from.width(), channels, weights))
            .orElse(pixels);
    return down.map(weights -> columns(lines, to.width() * channels, weights)).orElse(lines);
  }

  /// As [#scale(byte[], ImageShape, ImageShape)], of `float32`.
  float[] scale(float[] pixels, ImageShape from, ImageShape to) {
    prepare(from, to);
    int channels = from.channels();
    float[] lines =
        across
            .map(weights -> lines(pixels, from.height(), from.width(), channels, weights))
            .orElse(pixels);
    return down.map(weights -> columns(lines, to.width() * channels, weights)).orElse(lines);
  }

  private static byte[] lines(byte[] pixels, int height, int width, int channels, Weights weights) {
    byte[] made = new byte[Math.multiplyExact(height * channels, weights.length())];
    for (int y = 0; y < height; y++) {
      int from = y * width * channels;
      int to = y * weights.length() * channels;
      if (channels == 3) {
        colors(pixels, from, made, to, weights);
      } else {
        for (int channel = 0; channel < channels; channel++) {
          line(pixels, from + channel, made, to + channel, channels, weights);
        }
      }
    }
    return made;
  }

  /// One line of three channels at once: half the time of one after the other.
  private static void colors(byte[] pixels, int from, byte[] made, int to, Weights weights) {
    int[] whole = weights.whole();
    int at = to;
    for (int i = 0; i < weights.length(); i++) {
      int red = HALF;
      int green = HALF;
      int blue = HALF;
      int place = from + weights.first(i) * 3;
      int start = weights.start(i);
      for (int k = start; k < start + weights.count(i); k++) {
        int weight = whole[k];
        red += (pixels[place] & 0xFF) * weight;
        green += (pixels[place + 1] & 0xFF) * weight;
        blue += (pixels[place + 2] & 0xFF) * weight;
        place += 3;
      }
      made[at] = whole(red);
      made[at + 1] = whole(green);
      made[at + 2] = whole(blue);
      at += 3;
    }
  }

  private static void line(
      byte[] pixels, int from, byte[] made, int to, int channels, Weights weights) {
    int[] whole = weights.whole();
    for (int i = 0; i < weights.length(); i++) {
      int sum = HALF;
      int place = from + weights.first(i) * channels;
      int start = weights.start(i);
      for (int k = start; k < start + weights.count(i); k++) {
        sum += (pixels[place] & 0xFF) * whole[k];
        place += channels;
      }
      made[to + i * channels] = whole(sum);
    }
  }

  private static byte[] columns(byte[] pixels, int values, Weights weights) {
    byte[] made = new byte[Math.multiplyExact(values, weights.length())];
    int[] sums = new int[values];
    for (int i = 0; i < weights.length(); i++) {
      Arrays.fill(sums, HALF);
      for (int k = 0; k < weights.count(i); k++) {
        add(pixels, (weights.first(i) + k) * values, weights.whole()[weights.start(i) + k], sums);
      }
      for (int x = 0; x < values; x++) {
        made[i * values + x] = whole(sums[x]);
      }
    }
    return made;
  }

  private static void add(byte[] pixels, int from, int weight, int[] sums) {
    for (int x = 0; x < sums.length; x++) {
      sums[x] += (pixels[from + x] & 0xFF) * weight;
    }
  }

  /// Rounded weights may sum up to a little more than 1.
  private static byte whole(int sum) {
    return (byte) Math.min(255, sum >> Weights.BITS);
  }

  private static float[] lines(
      float[] pixels, int height, int width, int channels, Weights weights) {
    float[] made = new float[Math.multiplyExact(height * channels, weights.length())];
    double[] exact = weights.exact();
    int at = 0;
    for (int y = 0; y < height; y++) {
      for (int i = 0; i < weights.length(); i++) {
        for (int channel = 0; channel < channels; channel++) {
          double sum = 0;
          int place = (y * width + weights.first(i)) * channels + channel;
          int start = weights.start(i);
          for (int k = start; k < start + weights.count(i); k++) {
            sum += pixels[place] * exact[k];
            place += channels;
          }
          made[at++] = (float) sum;
        }
      }
    }
    return made;
  }

  private static float[] columns(float[] pixels, int values, Weights weights) {
    float[] made = new float[Math.multiplyExact(values, weights.length())];
    double[] sums = new double[values];
    for (int i = 0; i < weights.length(); i++) {
      Arrays.fill(sums, 0);
      for (int k = 0; k < weights.count(i); k++) {
        add(pixels, (weights.first(i) + k) * values, weights.exact()[weights.start(i) + k], sums);
      }
      for (int x = 0; x < values; x++) {
        made[i * values + x] = (float) sums[x];
      }
    }
    return made;
  }

  private static void add(float[] pixels, int from, double weight, double[] sums) {
    for (int x = 0; x < sums.length; x++) {
      sums[x] += pixels[from + x] * weight;
    }
  }
}
