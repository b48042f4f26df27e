package io.zenith.internal.pipeline;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The windows of one number of all lanes. Guarded by who has it.
///
/// @param <T> a record batch, as bound for the consumer
final class WindowSet<T> {
  private final int epoch;
  private final long number;
  private final Map<Integer, LaneWindow<T>> windows = new TreeMap<>();

  /// Groups that gather from it, and the planner.
  private int users = 1;

  WindowSet(int epoch, long number) {
    this.epoch = epoch;
    this.number = number;
  }

  void add(int lane, LaneWindow<T> window) {
    window.splits().forEach(LoadedSplit::use);
    windows.put(lane, window);
  }

  long number() {
    return number;
  }

  boolean isBefore(int otherEpoch, long otherNumber) {
    return epoch < otherEpoch || (epoch == otherEpoch && number < otherNumber);
  }

  boolean isWithin(int ofEpoch, long from, long to) {
    return epoch == ofEpoch && number >= from && number <= to;
  }

  Collection<LaneWindow<T>> windows() {
    return windows.values();
  }

  @Nullable LaneWindow<T> of(int lane) {
    return windows.get(lane);
  }

  boolean isLoaded() {
    return windows.values().stream()
        .allMatch(window -> window.splits().stream().allMatch(LoadedSplit::isLoaded));
  }

  void enter() {
    users++;
  }

  /// Ends one use. After the last one its splits are no longer needed for it.
  ///
  /// @param finished gets those that nobody needs any more, to be released without any lock
  void leave(List<LoadedSplit<T>> finished) {
    users--;
    if (users == 0) {
      for (LaneWindow<T> window : windows.values()) {
        for (LoadedSplit<T> split : window.splits()) {
          if (split.leave()) {
            finished.add(split);
          }
        }
      }
    }
  }
}
