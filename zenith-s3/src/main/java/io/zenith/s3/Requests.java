package io.zenith.s3;

import io.zenith.spi.Request;
import io.zenith.spi.RequestListener;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;

/// Makes the requests of all who read through a storage: so many at a time, again where they fail,
/// and none untold. Safe for threads.
final class Requests {
  /// Requests under way together. At 40 ms and 8 MiB each, more than 10 GB/s.
  static final int MOST = 64;

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final Retries retries;
  private final Semaphore slots;
  private final List<RequestListener> listeners;

  Requests() {
    this(new Retries(PATIENCE), new Semaphore(MOST, true), List.of());
  }

  private Requests(Retries retries, Semaphore slots, List<RequestListener> listeners) {
    this.retries = retries;
    this.slots = slots;
    this.listeners = listeners;
  }

  /// These, of which another listener is told as well.
  Requests telling(RequestListener listener) {
    return new Requests(
        retries, slots, Stream.concat(listeners.stream(), Stream.of(listener)).toList());
  }

  /// A request.
  @FunctionalInterface
  interface Call<T> {
    /// Makes one attempt.
    ///
    /// @param received counts the bytes of files that come
    /// @throws TransientException if it is worth another attempt
    T make(LongAdder received) throws IOException;
  }

  /// Makes attempts until one succeeds.
  ///
  /// @throws IOException why none did
  <T> T make(Request.Kind kind, Call<T> call) throws IOException {
    return retries.run(isRetry -> attempt(kind, isRetry, call));
  }

  /// A slot is not held between attempts.
  private <T> T attempt(Request.Kind kind, boolean isRetry, Call<T> call) throws IOException {
    try {
      slots.acquire();
    } catch (InterruptedException _) {
      throw Outage.interrupted("a " + kind.name().toLowerCase(Locale.ROOT) + " request");
    }
    LongAdder received = new LongAdder();
    long begun = System.nanoTime();
    boolean isDone = false;
    try {
      T result = call.make(received);
      isDone = true;
      return result;
    } finally {
      slots.release();
      long nanos = System.nanoTime() - begun;
      Request made = new Request(kind, received.sum(), nanos, isRetry, !isDone);
      listeners.forEach(listener -> listener.made(made));
    }
  }
}
