package io.zenith;

import java.lang.foreign.Arena;
import java.lang.foreign.SegmentAllocator;

/// The life of the batches that one loader hands out: at most one is valid at a time.
///
/// Every view holds the generation in which it was made. The comparison is a plain read of an
/// `int`, which the compiler hoists out of loops; a thread that was not handed the batch properly
/// may see a stale generation, and then meets the closed arena instead.
final class Frame {
  /// Memory that is valid until the next step.
  final SegmentAllocator memory;

  int generation;
  private int epoch;
  private long step;
  private boolean closed;

  Frame(SegmentAllocator memory) {
    this.memory = memory;
  }

  /// A frame that is never released. Each piece of its memory lives as long as someone refers to
  /// it.
  static Frame ofCopy() {
    return new Frame((bytes, alignment) -> Arena.ofAuto().allocate(bytes, alignment));
  }

  /// Releases what was handed out, and returns the generation of the batch to come.
  int release(int nextEpoch, long nextStep) {
    epoch = nextEpoch;
    step = nextStep;
    return ++generation;
  }

  /// Releases what was handed out, for good.
  void close() {
    closed = true;
    generation++;
  }

  void check(int wanted) {
    if (wanted != generation) {
      throw released();
    }
  }

  IllegalStateException released() {
    return new IllegalStateException(
        "this batch was released "
            + (closed ? "when its loader was closed" : "by step " + step + " of epoch " + epoch)
            + ": a batch is valid until the next step; batch.copy() keeps one");
  }
}
