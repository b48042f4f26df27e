package io.zenith.internal.pipeline;

import java.util.List;
import java.util.stream.Stream;

/// Splits that groups of steps gather from, and who needs them. Guarded by who has it.
///
/// @param <T> a record batch, as bound for the consumer
abstract class SplitSet<T> {
  /// Groups that gather from it, and the planner.
  private int users = 1;

  private boolean isLoaded;

  /// The splits; one may come several times, which counts.
  abstract Stream<LoadedSplit<T>> splits();

  final boolean isLoaded() {
    isLoaded = isLoaded || splits().allMatch(LoadedSplit::isLoaded);
    return isLoaded;
  }

  final void enter() {
    users++;
  }

  /// Ends one use. After the last one its splits are no longer needed for it.
  ///
  /// @param finished gets those that nobody needs any more, to be released without any lock
  final void leave(List<LoadedSplit<T>> finished) {
    users--;
    if (users == 0) {
      splits().filter(LoadedSplit::leave).forEach(finished::add);
    }
  }
}
