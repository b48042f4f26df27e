package io.zenith;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.simulation.SimulatedCode;
import io.zenith.testkit.Property;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Loaders under many schedules, over virtual time and a storage that delays and fails.
///
/// `-Dzenith.simulations=N` runs so many. What fails names its seed, which runs the same schedule
/// again.
class SimulationTest {
  private static final int SIMULATIONS = Integer.getInteger("zenith.simulations", 200);

  /// Enough for each planted bug, and some more: the rarest shows once in some 2,000.
  private static final int SIMULATIONS_OF_A_BUG = 10_000;

  private static LongUnaryOperator load(SimulatedCode code) throws ReflectiveOperationException {
    return (LongUnaryOperator)
        code.loadClass(SimulatedRun.class.getName()).getConstructor().newInstance();
  }

  @Test
  void everyScheduleDeliversTheRowsOfTheDefinitionAndLeavesNothing() throws Exception {
    LongUnaryOperator run = load(new SimulatedCode((_, _) -> false));
    Property.check(SIMULATIONS, (random, _) -> assertTrue(run.applyAsLong(random.nextLong()) > 0));
  }

  /// Seeds that have failed: a copy from memory that a close has just freed.
  @ParameterizedTest
  @ValueSource(longs = {1001425, 1011763, 1014079})
  void whatHasFailedOnceDoesNotFailAgain(long seed) throws Exception {
    assertTrue(load(new SimulatedCode((_, _) -> false)).applyAsLong(seed) > 0);
  }

  @Test
  void oneSeedIsOneSchedule() throws Exception {
    LongUnaryOperator run = load(new SimulatedCode((_, _) -> false));
    LongUnaryOperator other = load(new SimulatedCode((_, _) -> false));
    Property.check(
        20,
        (random, _) -> {
          long seed = random.nextLong();
          assertEquals(run.applyAsLong(seed), other.applyAsLong(seed));
        });
  }

  /// Each is a bug that was made in such code by someone: a call that is forgotten, on the way in
  /// which the code goes on, or in which it gives back what it has.
  @ParameterizedTest
  @CsvSource({
    "Ring.put, Condition.signalAll",
    "Ring.close, Condition.signalAll",
    "Budget.release, Runnable.run",
    "PickerPool.giveBack, Runnable.run",
    "LoadedRows.loaded, Runnable.run",
    "LoadedRows.start, Runnable.run",
    "SplitCache.keep, Budget.keep",
    "PrefetchFeed.slotFreed, PrefetchFeed.plan",
    "GatherFeed.slotFreed, GatherFeed.plan",
    "StepFeed.stopReading, StepRows.close",
    "FoundFeed.stopReading, FoundRows.close",
    "FoundFeed$Found.close, FoundRows.gathered",
    "SplitReads$Read.release, Budget.release",
    "SplitReads$Read.release, OpenSources.release",
    "SplitReads$Read.giveUp, SplitReads$Read.release",
    "ReadAheadFeed.put, Runnable.run",
    "OpenSplits.leave, OpenSources.release",
    "OpenSplits.open, " + SimulatedCode.MONITOR,
    "FileSlot.open, " + SimulatedCode.MONITOR,
    "LoadedRows.leave, " + SimulatedCode.MONITOR,
    "GatherFeed.gather, PickerPool$Lent.giveBack"
  })
  void aCallThatIsForgottenIsFound(String caller, String call) throws Exception {
    LongUnaryOperator run =
        load(new SimulatedCode((from, to) -> from.equals(caller) && to.equals(call)));
    assertThrows(
        AssertionError.class,
        () ->
            Property.check(
                SIMULATIONS_OF_A_BUG,
                (random, _) -> assertTrue(run.applyAsLong(random.nextLong()) > 0)));
  }
}
