package io.zenith.internal.layout;

import java.util.Objects;

/// The rows of a node that a view shows, and the generation in which it may show them.
public final class Range {
  public final Frame frame;
  final int generation;
  public final int count;
  public final long start;

  public Range(Frame frame, int generation, long start, int count) {
    this.frame = frame;
    this.generation = generation;
    this.start = start;
    this.count = count;
  }

  /// Other rows under the same generation.
  public Range with(long newStart, int newCount) {
    return new Range(frame, generation, newStart, newCount);
  }

  /// The place of a row in the node, after checking that it exists and is not released.
  public long at(int row) {
    if (generation != frame.generation) {
      throw frame.released(generation);
    }
    return start + Objects.checkIndex(row, count);
  }

  public boolean isReleased() {
    return generation != frame.generation;
  }

  public void check() {
    frame.check(generation);
  }
}
