package io.zenith;

import java.util.Objects;

/// The rows of a node that a view shows, and the generation in which it may show them.
final class Range {
  final Frame frame;
  final int generation;
  final int count;
  final long start;

  Range(Frame frame, int generation, long start, int count) {
    this.frame = frame;
    this.generation = generation;
    this.start = start;
    this.count = count;
  }

  /// Other rows under the same generation.
  Range with(long newStart, int newCount) {
    return new Range(frame, generation, newStart, newCount);
  }

  /// The place of a row in the node, after checking that it exists and is not released.
  long at(int row) {
    if (generation != frame.generation) {
      throw frame.released(generation);
    }
    return start + Objects.checkIndex(row, count);
  }

  boolean isReleased() {
    return generation != frame.generation;
  }

  void check() {
    frame.check(generation);
  }
}
