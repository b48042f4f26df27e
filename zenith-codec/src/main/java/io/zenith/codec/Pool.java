package io.zenith.codec;

import java.util.ArrayDeque;
import java.util.function.Supplier;

/// Working memory that is dear to make, kept for the next call: at most one piece for each
/// processor.
final class Pool<T> {
  private final ArrayDeque<T> idle = new ArrayDeque<>();
  private final int most = Runtime.getRuntime().availableProcessors();
  private final Supplier<T> maker;

  Pool(Supplier<T> maker) {
    this.maker = maker;
  }

  T take() {
    synchronized (idle) {
      T kept = idle.pollFirst();
      if (kept != null) {
        return kept;
      }
    }
    return maker.get();
  }

  void giveBack(T piece) {
    synchronized (idle) {
      if (idle.size() < most) {
        idle.addFirst(piece);
      }
    }
  }
}
