package io.zenith.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class ProfileShareTest {
  private static final String HERE = "io.zenith.bench.ProfileShareTest.";

  private static double spin(long nanos) {
    double sum = 0;
    for (long end = System.nanoTime() + nanos; System.nanoTime() < end; ) {
      sum += Math.sin(sum) + 1;
    }
    return sum;
  }

  /// On a machine that is busy with something else, a run may get no sample.
  @Test
  void allTimeIsSpentWhereItIs() throws IOException, InterruptedException {
    double share = Double.NaN;
    for (int run = 0; run < 20 && Double.isNaN(share); run++) {
      share = ProfileShare.of(HERE + "spin", () -> Keep.alive(spin(200_000_000)));
    }
    assertTrue(share > 0.5, "share " + share);
  }

  @Test
  void aMethodThatIsNotThereHasNoShare() throws IOException, InterruptedException {
    assertEquals(Double.NaN, ProfileShare.of(HERE + "gone", () -> Keep.alive(spin(100_000_000))));
  }
}
