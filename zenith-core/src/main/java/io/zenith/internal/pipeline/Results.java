package io.zenith.internal.pipeline;

import io.zenith.spi.Hold;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The consumer's end of a ring: the record batches of one result after the other, of which at most
/// the current result and the next one are held.
///
/// A failure is met when its turn comes, after everything that was right before it, and then stays.
///
/// @param <T> a record batch, as bound for the consumer
final class Results<T> implements Feed<T> {
  private final Ring<Result<T>> ring;
  private volatile @Nullable Result<T> current;
  private int batch;

  /// Taken from the ring, and not current yet.
  private @Nullable Result<T> next;

  private boolean closed;

  Results(Ring<Result<T>> ring) {
    this.ring = ring;
  }

  /// Waits until it is known whether another record batch follows. The current one stays.
  boolean hasNext() throws IOException, InterruptedException {
    Result<T> result = current;
    if (result != null && batch + 1 < result.batches().size()) {
      return true;
    }
    while (true) {
      Result<T> following = following();
      if (following.failure() != null) {
        rethrow(following.failure());
      }
      if (following.isEnd() || !following.batches().isEmpty()) {
        return !following.isEnd();
      }
      drop();
    }
  }

  @Override
  public boolean advance() throws IOException, InterruptedException {
    Result<T> result = current;
    if (result != null && batch + 1 < result.batches().size()) {
      batch++;
      return true;
    }
    // Before the wait, since what comes next may wait for this memory.
    releaseCurrent();
    batch = 0;
    if (!hasNext()) {
      return false;
    }
    makeCurrent();
    return true;
  }

  private Result<T> following() throws InterruptedException {
    synchronized (this) {
      if (next != null) {
        return next;
      }
    }
    Result<T> taken = ring.take();
    synchronized (this) {
      if (closed) {
        taken.release().run();
      } else {
        next = taken;
      }
    }
    return taken;
  }

  private synchronized void drop() {
    if (next != null) {
      next.release().run();
      next = null;
    }
  }

  private synchronized void releaseCurrent() {
    if (current != null) {
      current.release().run();
      current = null;
    }
  }

  private synchronized void makeCurrent() {
    current = next;
    next = null;
  }

  private static void rethrow(Throwable failure) throws IOException {
    switch (failure) {
      case IOException e -> throw e;
      case RuntimeException e -> throw e;
      case Error e -> throw e;
      default -> throw new IllegalStateException(failure);
    }
  }

  @Override
  public T batch() {
    return current().batches().get(batch);
  }

  @Override
  public synchronized Optional<Hold> hold() {
    return current().hold().get();
  }

  private Result<T> current() {
    Result<T> result = current;
    if (result == null) {
      throw new IllegalStateException("the loader is closed");
    }
    return result;
  }

  /// A close by another thread comes either before what the consumer does, and then it finds
  /// nothing, or after.
  @Override
  public void close() {
    ring.close().forEach(result -> result.release().run());
    synchronized (this) {
      closed = true;
      releaseCurrent();
      drop();
    }
  }
}
