package io.zenith.arrow;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.arrow.Attempt.Outcome;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Test;

/// Broken files, very many: each is refused with the file named, or all its values can be read.
///
/// `-Dzenith.mutations=N` runs another number, `-Dzenith.seed=SEED` another sequence, and a failure
/// names what runs it alone: `-Dzenith.seed=SEED:CASE`.
final class MutationTest {
  private static final int CASES = 20_000;
  private static final long DEFAULT_SEED = 0x5EED;
  private static final int[] BATCH_SIZES = {1, 7, 64, 1000};

  @Test
  void brokenFilesAreRefusedOrReadToTheirEnds() throws Exception {
    String given = System.getProperty("zenith.seed", String.valueOf(DEFAULT_SEED));
    Mutator mutator = new Mutator(List.copyOf(Corpus.files().values()));
    int colon = given.indexOf(':');
    if (colon >= 0) {
      int number = Integer.parseInt(given.substring(colon + 1));
      run(mutator, Long.parseLong(given.substring(0, colon)), number);
      return;
    }
    long seed = Long.parseLong(given);
    int cases = Integer.getInteger("zenith.mutations", CASES);
    Map<Outcome, LongAdder> outcomes = new EnumMap<>(Outcome.class);
    for (Outcome outcome : Outcome.values()) {
      outcomes.put(outcome, new LongAdder());
    }
    Workers.run(cases, number -> outcomes.get(run(mutator, seed, number)).increment());
    System.out.printf("%d broken files from seed %d: %s%n", cases, seed, outcomes);
    outcomes.forEach((outcome, count) -> assertTrue(count.sum() > 0, outcome.toString()));
  }

  private static Outcome run(Mutator mutator, long seed, int number) {
    SplittableRandom random = new SplittableRandom(seed ^ number * 0x9E3779B97F4A7C15L);
    byte[] file = mutator.next(random);
    boolean mapped = random.nextInt(8) != 0;
    try {
      return Attempt.of(file, mapped, BATCH_SIZES[random.nextInt(BATCH_SIZES.length)]).outcome();
    } catch (Throwable e) {
      throw new AssertionError(
          "case " + number + " failed; run it alone with -Dzenith.seed=" + seed + ":" + number, e);
    }
  }
}
