package io.zenith.image;

/// How much each pixel of a line counts for each pixel of a line of another length.
///
/// Pixel i of `to` lies over the middle `m = (i + 0.5) * from / to` of the old line, and reaches `r
/// = max(1, from / to)` to both sides. An old pixel j counts `max(0, 1 - |j + 0.5 - m| / r)`, where
/// these are divided by their sum. So an enlarged line is interpolated, and in one made smaller
/// each old pixel has its share. Pillow's `BILINEAR` is the same, to the bit.
///
/// From: Pillow, src/libImaging/Resample.c.
final class Weights {
  /// Bits behind the point of whole weights: with 8 bits of a value, and some to spare, they fill
  /// an `int`.
  static final int BITS = 22;

  /// How many old pixels at most count for one.
  private final int most;

  private final int[] first;
  private final int[] count;
  private final double[] exact;
  private final int[] whole;

  private Weights(int to, int most) {
    this.most = most;
    this.first = new int[to];
    this.count = new int[to];
    this.exact = new double[Math.multiplyExact(to, most)];
    this.whole = new int[exact.length];
  }

  /// For lines of `from` pixels, and new ones of `to`.
  static Weights of(int from, int to) {
    double step = (double) from / to;
    double reach = Math.max(1, step);
    Weights weights = new Weights(to, Math.min(from, (int) Math.ceil(reach) * 2 + 1));
    for (int i = 0; i < to; i++) {
      weights.set(i, from, (i + 0.5) * step, reach);
    }
    return weights;
  }

  private void set(int i, int from, double middle, double reach) {
    int start = Math.max(0, (int) (middle - reach + 0.5));
    int end = Math.min(from, (int) (middle + reach + 0.5));
    first[i] = start;
    count[i] = end - start;
    double sum = 0;
    double scale = 1 / reach;
    for (int j = start; j < end; j++) {
      double weight = Math.max(0, 1 - Math.abs((j - middle + 0.5) * scale));
      exact[i * most + j - start] = weight;
      sum += weight;
    }
    for (int k = i * most; k < i * most + count[i]; k++) {
      exact[k] /= sum;
      whole[k] = (int) (0.5 + exact[k] * (1 << BITS));
    }
  }

  /// The length of the new line.
  int length() {
    return first.length;
  }

  /// The first old pixel that counts for a new one.
  int first(int i) {
    return first[i];
  }

  /// How many count for it.
  int count(int i) {
    return count[i];
  }

  /// The place of the weight of the first of them.
  int start(int i) {
    return i * most;
  }

  /// The weights, those of a new pixel side by side: 1 in all.
  double[] exact() {
    return exact;
  }

  /// The same in whole numbers: 2^[#BITS] in all, but for rounding.
  int[] whole() {
    return whole;
  }
}
