package io.zenith.internal.pipeline;

import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The windows of one number of all lanes. Guarded by who has it.
///
/// @param <T> a record batch, as bound for the consumer
final class WindowSet<T> extends SplitSet<T> {
  private final int epoch;
  private final long number;
  private final Map<Integer, LaneWindow<T>> windows = new TreeMap<>();

  WindowSet(int epoch, long number) {
    this.epoch = epoch;
    this.number = number;
  }

  void add(int lane, LaneWindow<T> window) {
    window.splits().forEach(LoadedSplit::use);
    windows.put(lane, window);
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

  @Override
  Stream<LoadedSplit<T>> splits() {
    return windows.values().stream().flatMap(window -> window.splits().stream());
  }
}
