package io.zenith.testkit;

import io.zenith.spi.Format;
import io.zenith.testkit.Attempt.Outcome;
import java.util.EnumMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.LongAdder;

/// Broken files, very many: each is refused with the file named, or all its values can be read.
///
/// `-Dzenith.mutations=N` runs another number, `-Dzenith.seed=SEED` another sequence, and a failure
/// names what runs it alone: `-Dzenith.seed=SEED:CASE`.
///
/// @param format what they are opened as
/// @param source where they come from
public record Mutations(Format format, Source source) {
  private static final long DEFAULT_SEED = 0x5EED;
  private static final int[] BATCH_SIZES = {1, 7, 64, 1000};

  /// Makes broken files.
  @FunctionalInterface
  public interface Source {
    /// One file.
    ///
    /// @param random the only source of randomness
    byte[] next(SplittableRandom random);
  }

  /// Tries so many files, unless the command line says otherwise.
  ///
  /// @return how often each came of it; nothing if one case was run alone
  public Map<Outcome, Long> run(int cases) throws Exception {
    String given = System.getProperty("zenith.seed", String.valueOf(DEFAULT_SEED));
    int colon = given.indexOf(':');
    if (colon >= 0) {
      int number = Integer.parseInt(given.substring(colon + 1));
      run(Long.parseLong(given.substring(0, colon)), number);
      return Map.of();
    }
    long seed = Long.parseLong(given);
    Map<Outcome, LongAdder> outcomes = new EnumMap<>(Outcome.class);
    for (Outcome outcome : Outcome.values()) {
      outcomes.put(outcome, new LongAdder());
    }
    int number = Integer.getInteger("zenith.mutations", cases);
    Workers.run(number, each -> outcomes.get(run(seed, each)).increment());
    System.out.printf("%d broken files from seed %d: %s%n", number, seed, outcomes);
    Map<Outcome, Long> counts = new EnumMap<>(Outcome.class);
    outcomes.forEach((outcome, count) -> counts.put(outcome, count.sum()));
    return counts;
  }

  private Outcome run(long seed, int number) {
    SplittableRandom random = new SplittableRandom(seed ^ number * 0x9E3779B97F4A7C15L);
    byte[] file = source.next(random);
    boolean mapped = random.nextInt(8) != 0;
    int batchSize = BATCH_SIZES[random.nextInt(BATCH_SIZES.length)];
    try {
      return Attempt.of(format, file, mapped, batchSize).outcome();
    } catch (Throwable e) {
      throw new AssertionError(
          "case " + number + " failed; run it alone with -Dzenith.seed=" + seed + ":" + number, e);
    }
  }
}
