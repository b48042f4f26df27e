package io.zenith.codec;

import java.util.ArrayDeque;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// Working memory that is dear to make, kept for the next call: at most one piece a processor.
final class Pool<T> {
  private final ArrayDeque<T> idle = new ArrayDeque<>();
  private final int most = Runtime.getRuntime().availableProcessors();
  private final Supplier<? extends T> maker;
  private final Consumer<T> closer;

  /// A pool.
  ///
  /// @param maker makes a piece when none is idle
  /// @param closer frees a piece that is one too many
  Pool(Supplier<? extends T> maker, Consumer<T> closer) {
    this.maker = maker;
    this.closer = closer;
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
        return;
      }
    }
    closer.accept(piece);
  }
}
