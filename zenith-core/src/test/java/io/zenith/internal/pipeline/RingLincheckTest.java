package io.zenith.internal.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.testkit.ChildJvm;
import org.junit.jupiter.api.Test;

/// Lincheck's search through schedules of the ring. `-Dzenith.schedules=N` checks so many.
class RingLincheckTest {
  private static final int SCHEDULES = Integer.getInteger("zenith.schedules", 100);

  private static ChildJvm.Result check(Object... models) throws Exception {
    return ChildJvm.of(RingModel.class)
        .flags("-XX:+EnableDynamicAgentLoading", "-XX:TieredStopAtLevel=1")
        .arguments(models)
        .run();
  }

  @Test
  void noScheduleLosesAResultOrLeavesSomeoneWaiting() throws Exception {
    ChildJvm.Result result = check("order", SCHEDULES, "close", SCHEDULES);
    assertEquals(0, result.exitCode(), result::toString);
  }

  /// A tool that finds nothing here would find nothing above.
  @Test
  void aPlantedBugIsFound() throws Exception {
    ChildJvm.Result result = check("bug", SCHEDULES);
    assertNotEquals(0, result.exitCode(), result::toString);
    assertTrue(result.stderr().contains("LincheckAssertionError"), result::toString);
  }
}
