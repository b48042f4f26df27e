package io.zenith.internal.pipeline;

import java.util.concurrent.atomic.LongAdder;

/// Counts what a store of splits has, and has not. Safe for threads.
public final class StoreMeter {
  private final LongAdder found = new LongAdder();
  private final LongAdder missed = new LongAdder();

  void addFound() {
    found.increment();
  }

  void addMissed() {
    missed.increment();
  }

  /// How often a split was found.
  public long found() {
    return found.sum();
  }

  /// How often a split was not found, and read.
  public long missed() {
    return missed.sum();
  }
}
