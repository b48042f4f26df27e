package io.zenith.simulation;

import java.util.SplittableRandom;

/// A schedule that a seed draws. How often tasks are stopped is drawn once: never, at each point or
/// in between.
public final class RandomStrategy implements Strategy {
  private static final int[] RARITIES = {1, 3, 10, 40, Integer.MAX_VALUE};

  private static final int STOPS_PER_PAUSE = 8;
  private static final long LONGEST_PAUSE_NANOS = 2_000_000;

  private final SplittableRandom random;
  private final int rarity;

  public RandomStrategy(long seed) {
    random = new SplittableRandom(seed);
    rarity = RARITIES[random.nextInt(RARITIES.length)];
  }

  @Override
  public long stop() {
    if (random.nextInt(rarity) > 0) {
      return GOES_ON;
    }
    return random.nextInt(STOPS_PER_PAUSE) > 0 ? 0 : random.nextLong(LONGEST_PAUSE_NANOS);
  }

  @Override
  public int pick(int count) {
    return random.nextInt(count);
  }
}
