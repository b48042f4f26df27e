package io.zenith;

import io.zenith.internal.order.End;
import io.zenith.internal.proof.RunIdentity;
import java.util.List;
import java.util.SplittableRandom;

/// What runs could be.
final class RandomRuns {
  private static final String DATASET = "0123456789abcdef".repeat(4);
  private static final String[] KINDS = {"none", "window", "global"};
  private static final List<End> REMAINDERS = List.of(End.values());
  private static final String[] FILTERS = {
    "", "label < 10", "name startswith '\"\\\\\n\t\u0001'", "stra\u00dfe = '\ud83d\ude00 \u2028'"
  };

  private RandomRuns() {}

  /// A run that shuffles.
  static RunIdentity identity() {
    return new RunIdentity(DATASET, "window", 42, 65_536, 16, 64, End.KEEP, "label < 10");
  }

  /// As [#identity], of another seed.
  static RunIdentity identity(long seed) {
    return new RunIdentity(DATASET, "window", seed, 65_536, 16, 64, End.KEEP, "label < 10");
  }

  static RunIdentity random(SplittableRandom random) {
    return new RunIdentity(
        Long.toHexString(random.nextLong() | Long.MIN_VALUE).repeat(4),
        KINDS[random.nextInt(KINDS.length)],
        random.nextLong(),
        random.nextLong(Long.MAX_VALUE),
        random.nextLong(1, Long.MAX_VALUE),
        random.nextLong(1, 1L << random.nextInt(1, 63)),
        REMAINDERS.get(random.nextInt(REMAINDERS.size())),
        FILTERS[random.nextInt(FILTERS.length)]);
  }

  static Receipt receipt(SplittableRandom random) {
    return new Receipt(random.nextLong(1, 1L << 60), random.nextLong(), random.nextLong());
  }

  static Checkpoint checkpoint(SplittableRandom random) {
    return new Checkpoint(
        random(random),
        random.nextLong(Long.MAX_VALUE),
        random.nextLong(Long.MAX_VALUE),
        receipt(random));
  }
}
