package io.zenith.arrow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.testkit.Attempt.Outcome;
import io.zenith.testkit.Mutations;
import io.zenith.testkit.Mutator;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Broken files, very many: see [Mutations] for how to run other ones, or one alone.
final class MutationTest {
  private static final int CASES = 20_000;

  @Test
  void brokenFilesAreRefusedOrReadToTheirEnds() throws Exception {
    Mutator mutator = new Mutator(List.copyOf(Corpus.files().values()));
    new Mutations(Arrow.format(), mutator)
        .run(CASES)
        .forEach((outcome, count) -> {
          if (outcome == Outcome.TOO_LARGE) {
            assertEquals(0, count, "sizes that bytes do not justify are malformed");
          } else {
            assertTrue(count > 0, outcome.toString());
          }
        });
  }
}
