package io.zenith;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.zenith.simulation.RandomStrategy;
import io.zenith.simulation.Simulation;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.LongUnaryOperator;

/// Simulates a loader that a seed draws, to be loaded by
/// [SimulatedCode][io.zenith.simulation.SimulatedCode]. Where a read fails, another schedule must
/// fail alike.
public final class SimulatedRun implements LongUnaryOperator {

  /// Returns at how many points tasks might have met.
  @Override
  public long applyAsLong(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    long choices = random.nextLong();
    List<SimulatedLoader.Outcome> outcomes = new ArrayList<>();
    long points = run(choices, random.nextLong(), outcomes);
    if (!outcomes.isEmpty()) {
      points += run(choices, random.nextLong(), outcomes);
      assertEquals(outcomes.get(0), outcomes.get(1), "another schedule, another outcome");
    }
    return points;
  }

  private static long run(long choices, long schedule, List<SimulatedLoader.Outcome> outcomes) {
    return Simulation.run(
        new RandomStrategy(schedule),
        () -> new SimulatedLoader(choices, schedule).run().ifPresent(outcomes::add));
  }
}
