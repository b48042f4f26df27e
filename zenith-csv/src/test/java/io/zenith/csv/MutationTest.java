package io.zenith.csv;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.spi.Format;
import io.zenith.testkit.Attempt.Outcome;
import io.zenith.testkit.Mutations;
import io.zenith.testkit.Mutator;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Broken files, very many: see [Mutations] for how to run other ones, or one alone.
class MutationTest {
  private static final int CASES = 16_000;
  private static final int CASES_OF_CUTS = 4_000;

  @Test
  void brokenFilesAreRefusedOrReadToTheirEnds() throws Exception {
    verify(Csv.format(), CASES);
  }

  /// Of which parts are gone through apart, and values read later than types were found.
  @Test
  void brokenFilesInSmallPieces() throws Exception {
    CsvOptions few = Csv.format().inferFrom(2).options();
    verify(new CutFormat(few, new Sizes(32, 24, 2, 40, 30)), CASES_OF_CUTS);
  }

  private static void verify(Format format, int cases) throws Exception {
    Mutator broken = new Mutator(List.copyOf(Samples.files().values()));
    Map<Outcome, Long> outcomes = new Mutations(format, broken).run(cases);
    for (Outcome outcome : List.of(Outcome.READ, Outcome.MALFORMED)) {
      assertTrue(outcomes.getOrDefault(outcome, 1L) > 0, outcome.toString());
    }
  }
}
