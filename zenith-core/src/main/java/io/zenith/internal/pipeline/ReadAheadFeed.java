package io.zenith.internal.pipeline;

import io.zenith.internal.pipeline.Meter.Ahead;
import io.zenith.spi.Hold;
import io.zenith.spi.Stage;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A feed that is read ahead: tasks put results into a ring, and the consumer takes the record
/// batches of one after the other. It holds the current result and the next one at most.
///
/// A failure is met when its turn comes, after everything that was right before it, and then stays.
///
/// @param <T> a record batch, as bound for the consumer
public abstract class ReadAheadFeed<T> implements Feed<T> {
  final Ring<Result<T>> ring;
  private final Depth depth;
  private final Meter meter;
  private volatile @Nullable Result<T> current;
  private int batch;

  /// Taken from the ring, and not current yet; or what is left of the current one behind its record
  /// batches.
  private @Nullable Result<T> next;

  private boolean closed;

  /// Whether the consumer waits for a result.
  private volatile boolean isAwaited;

  /// Thrown by the listener when it was told of a wait.
  private @Nullable Throwable refusal;

  /// @param most how many results may be on their way, or wait
  /// @param depth how many of them are worth it
  ReadAheadFeed(Resources with, int most, Depth depth) {
    this.ring = new Ring<>(with.tasks(), most);
    this.depth = depth;
    this.meter = with.meter();
  }

  /// Whether a result may be started.
  final boolean hasSlot(long place) {
    return ring.hasSlot(place, depth.now());
  }

  /// What was read brings the consumer nothing: if it waits, it waits for what comes next.
  final void passedOver() {
    if (isAwaited) {
      depth.waited(meter.fetched());
    }
  }

  /// More may be started: a result was taken, or the depth has grown.
  abstract void slotFreed();

  /// Nobody will take more results.
  abstract void stopReading();

  /// Hands a result over in its place, or releases it if nobody will take it.
  final void put(long place, Result<T> result) {
    if (!ring.put(place, result)) {
      result.release().run();
    }
  }

  /// As much was started as can be.
  ///
  /// @param place of the next result
  /// @param isShort whether memory is the reason
  final void planned(long place, boolean isShort) {
    Ahead ahead = Ahead.READING;
    if (isShort || !hasSlot(place)) {
      // Results that are on their way are no use to the consumer yet.
      ahead = ring.isFilled() ? Ahead.ENOUGH : isShort ? Ahead.SHORT_OF_MEMORY : Ahead.READING;
    }
    meter.ahead(ahead);
  }

  /// Waits until it is known whether another record batch follows, or a failure in its place. The
  /// current one stays.
  ///
  /// @throws IllegalStateException if the feed is closed, also while this waits
  public final boolean hasNext() throws InterruptedException {
    Result<T> result = current;
    if (result != null && batch + 1 < result.batches().size()) {
      return true;
    }
    while (true) {
      Result<T> following = following();
      if (following.isFailed() || following.isEnd() || !following.batches().isEmpty()) {
        return !following.isEnd();
      }
      drop();
    }
  }

  @Override
  public final boolean advance() throws IOException, InterruptedException {
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
    List<T> _ = following().get(); // or its failure
    makeCurrent();
    return true;
  }

  @Override
  public final void nextEpoch() throws InterruptedException {
    releaseCurrent();
    batch = 0;
    while (!following().isEnd()) {
      drop();
    }
    drop();
  }

  private Result<T> following() throws InterruptedException {
    if (refusal != null) {
      throw new IllegalStateException("the listener has failed", refusal);
    }
    synchronized (this) {
      if (next != null) {
        return next;
      }
    }
    Meter.@Nullable Timing wait = null;
    if (ring.isFilled()) {
      depth.taken();
    } else {
      wait = meter.begin(Stage.WAIT);
      isAwaited = true;
      if (depth.waited(meter.fetched())) {
        slotFreed();
      }
    }
    Result<T> taken = take();
    slotFreed();
    synchronized (this) {
      if (closed) {
        taken.release().run();
      } else {
        next = taken;
      }
    }
    if (wait != null) {
      tell(wait);
    }
    return taken;
  }

  private Result<T> take() throws InterruptedException {
    try {
      return ring.take();
    } finally {
      isAwaited = false;
    }
  }

  private void tell(Meter.Timing wait) {
    try {
      wait.end("", 0);
    } catch (RuntimeException | Error e) {
      refusal = e;
      throw e;
    }
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
    Result<T> result = next;
    current = result;
    next = result == null ? null : result.rest();
  }

  @Override
  public final T batch() {
    return current().batches().get(batch);
  }

  @Override
  public final synchronized Optional<Hold> hold() {
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
  public final void close() {
    ring.close().forEach(result -> result.release().run());
    synchronized (this) {
      closed = true;
      releaseCurrent();
      drop();
    }
    stopReading();
  }
}
