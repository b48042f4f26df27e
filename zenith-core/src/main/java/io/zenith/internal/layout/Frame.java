package io.zenith.internal.layout;

import java.lang.foreign.Arena;
import java.lang.foreign.SegmentAllocator;
import java.util.ArrayDeque;
import java.util.Deque;

/// The life of the batches that one loader hands out: at most one is valid at a time.
///
/// Every view holds the generation in which it was made. The comparison is a plain read of an
/// `int`, which the compiler hoists out of loops; a thread that was not handed the batch properly
/// may see a stale generation, and then meets the closed arena instead.
public final class Frame {
  /// Epochs whose steps a message can name.
  private static final int REMEMBERED = 64;

  /// Memory that is valid until the next step.
  public final SegmentAllocator memory;

  public int generation;
  private final Deque<Start> starts = new ArrayDeque<>();
  private int lastGeneration = Integer.MAX_VALUE;

  /// The generation in which an epoch began. Its steps follow, one each.
  private record Start(int epoch, int generation) {}

  public Frame(SegmentAllocator memory) {
    this.memory = memory;
  }

  /// A frame that is never released. Each piece of its memory lives as long as someone refers to
  /// it.
  public static Frame ofCopy() {
    return new Frame((bytes, alignment) -> Arena.ofAuto().allocate(bytes, alignment));
  }

  /// Releases what was handed out, since an epoch begins.
  public synchronized void begin(int epoch) {
    if (starts.size() == REMEMBERED) {
      starts.removeLast();
    }
    starts.addFirst(new Start(epoch, ++generation));
  }

  /// Releases what was handed out, and returns the generation of the batch to come.
  public int release() {
    return ++generation;
  }

  /// Releases what was handed out, for good.
  public synchronized void close() {
    lastGeneration = Math.min(lastGeneration, generation);
    generation++;
  }

  void check(int wanted) {
    if (wanted != generation) {
      throw released(wanted);
    }
  }

  IllegalStateException released(int wanted) {
    return new IllegalStateException(
        "this batch was released "
            + releaseOf(wanted)
            + ": a batch is valid until the next step; batch.copy() keeps one");
  }

  private synchronized String releaseOf(int wanted) {
    if (wanted >= lastGeneration) {
      return "when its loader was closed";
    }
    for (Start start : starts) {
      if (start.generation <= wanted) {
        return "by step " + (wanted - start.generation) + " of epoch " + start.epoch;
      }
      if (start.generation == wanted + 1) {
        return "by step 0 of epoch " + start.epoch;
      }
    }
    return "by a later step";
  }
}
