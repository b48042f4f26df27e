package io.zenith.internal.order;

import io.zenith.internal.order.Keys.Purpose;
import java.util.random.RandomGenerator;

/// The random numbers of one transform: SplitMix64, started with a key of what they are for. So
/// they do not depend on what others have drawn.
///
/// The definition is part of [Order#VERSION]. From: Steele, Lea, Flood: Fast splittable
/// pseudorandom number generators, 2014.
///
/// @param seed of the order
/// @param place of the transform among those that draw
public record Draws(long seed, int place) {

  /// A generator for a row, by its number in the dataset.
  public RandomGenerator ofRow(long epoch, long row) {
    return new SplitMix(Keys.of(seed, Purpose.ROW_DRAWS, epoch, place, row));
  }

  /// A generator for a step.
  public RandomGenerator ofStep(long epoch, long step) {
    return new SplitMix(Keys.of(seed, Purpose.STEP_DRAWS, epoch, place, step));
  }

  private static final class SplitMix implements RandomGenerator {
    private long state;

    private SplitMix(long key) {
      state = key;
    }

    @Override
    public long nextLong() {
      state += Keys.STEP;
      return Keys.mix(state);
    }
  }
}
