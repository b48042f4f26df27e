package io.zenith;

import java.util.function.Supplier;

/// The least memory budget that a loader does not refuse.
final class LeastBudget {
  private static final long MOST = 1L << 30;

  private LeastBudget() {}

  /// Looks for it.
  ///
  /// @param options those of the loader, anew each time, without a budget
  static long of(Supplier<DataLoader.Builder> options) {
    long refused = -1;
    long accepted = MOST;
    while (accepted - refused > 1) {
      long limit = (refused + accepted) >>> 1;
      try {
        options.get().memoryBudget(String.valueOf(limit)).build().close();
        accepted = limit;
      } catch (IllegalArgumentException e) {
        refused = limit;
      }
    }
    return accepted;
  }
}
