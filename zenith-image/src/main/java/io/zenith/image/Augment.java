package io.zenith.image;

import io.zenith.RandomTransform;

/// Random changes of images, which say nothing new about what they show.
///
/// What a row draws depends on the seed, the epoch and the row alone, so that each epoch shows
/// other images, and a run can be repeated to the byte. They take images of `uint8` or `float32`,
/// `[height, width, channels]` or `[height, width]`: tensors of fixed shape, or fixed-size lists of
/// fixed-size lists. Nulls stay null.
///
/// The numbers drawn are the words `w` of [the row's generator][io.zenith.RowRandom#at(int)], in
/// this order; one below `n` is the upper 64 bits of `w * n`, with `w` taken as unsigned.
///
/// ```java
/// Dataset.open("train.arrow").loader(64).shuffle(42)
///     .map(Decode.image("image", 40, 40))
///     .randomMap(Augment.crop("image", 32, 32))
///     .randomMap(Augment.flip("image"));
/// ```
public final class Augment {
  private Augment() {}

  /// Mirrors left and right in one of two cases: if the first bit of `w1` is set.
  public static RandomTransform flip(String column) {
    return new Flip(column);
  }

  /// Cuts a part of each image at random, all parts alike: the number of lines above it is drawn by
  /// `w1`, that of pixels left of it by `w2`.
  ///
  /// @throws IllegalArgumentException if a side is below 1
  public static RandomTransform crop(String column, int height, int width) {
    return crop(column, height, width, 0);
  }

  /// As [#crop(String, int, int)], of the image with a border of zeros around it.
  ///
  /// @param padding how many pixels the border has on each side
  /// @throws IllegalArgumentException if a side is below 1, or the padding below 0 or above 2^16
  public static RandomTransform crop(String column, int height, int width, int padding) {
    return new Crop(column, height, width, padding);
  }
}
