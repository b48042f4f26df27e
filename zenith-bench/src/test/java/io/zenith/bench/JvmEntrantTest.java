package io.zenith.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.datasets.GeneratedSet;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JvmEntrantTest {
  private static final Duration LENGTH = Duration.ofMillis(20);

  @TempDir private Path folder;

  @Test
  void contenderInItsOwnProcessDeliversAndIsMeasured() throws IOException {
    CaseFiles files = BenchFiles.write(GeneratedSet.TABLE, folder, 1_000);

    try (Contender here = JvmContender.ZENITH_VIEWS.open(files);
        Entrant there = new JvmEntrant(JvmContender.ZENITH_VIEWS, Variant.PLAIN, folder, "table")) {
      assertEquals("Zenith, views (plain)", there.title());
      assertEquals(here.checksums().toHex(), there.checksums());
      there.warmUp(LENGTH);
      Turn turn = there.turn(LENGTH);

      assertTrue(turn.samplesPerSecond() > 0, turn::toString);
      assertTrue(turn.p50Nanos() <= turn.p99Nanos(), turn::toString);
    }
  }

  @Test
  void processThatFailsIsNamed() throws IOException {
    try (Entrant nothing =
        new JvmEntrant(JvmContender.ARROW_SUMS, Variant.PLAIN, folder, "no-such-case")) {
      BenchFailure failure = assertThrows(BenchFailure.class, nothing::checksums);

      assertEquals(
          "arrow-java, values summed (plain) ended while it was asked for: checksums",
          failure.getMessage());
    }
  }
}
