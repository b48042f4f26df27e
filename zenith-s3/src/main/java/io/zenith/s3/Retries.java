package io.zenith.s3;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/// Tries again what fails for a while. Safe for threads, which share one budget.
///
/// The waits are drawn from 0 to a limit that doubles (full jitter), so that those who failed
/// together do not come back together. A retry takes two tokens out of the budget, and a success
/// puts one in: a store of which one in three requests fails is borne for ever, and one that is
/// down is left alone soon, however many threads ask. See Brooker, "Exponential Backoff And Jitter"
/// (AWS Architecture Blog, 2015).
final class Retries {
  private static final int TOKENS = 500;
  private static final int COST = 2;
  private static final long FIRST_MILLIS = 50;
  private static final long MOST_MILLIS = 5_000;

  /// Attempts where nobody answers: about a second.
  private static final int UNREACHABLE_ATTEMPTS = 5;

  private final long patienceNanos;
  private int tokens = TOKENS;

  /// @param patience how long to go on with one thing
  Retries(Duration patience) {
    this.patienceNanos = patience.toNanos();
  }

  /// What may fail.
  @FunctionalInterface
  interface Attempt<T> {
    /// Makes one attempt.
    ///
    /// @param isRetry whether there was one before
    /// @throws TransientException if it is worth another attempt
    T run(boolean isRetry) throws IOException;
  }

  /// Makes attempts until one succeeds.
  ///
  /// @throws IOException why none did
  <T> T run(Attempt<T> attempt) throws IOException {
    long begun = System.nanoTime();
    for (int attempts = 1; ; attempts++) {
      try {
        T result = attempt.run(attempts > 1);
        refund();
        return result;
      } catch (TransientException e) {
        long waited = System.nanoTime() - begun;
        boolean isHopeless =
            waited > patienceNanos || (e.isUnreachable() && attempts == UNREACHABLE_ATTEMPTS);
        if (isHopeless || !take()) {
          throw new IOException(e.getMessage() + after(attempts, waited, isHopeless), e);
        }
        pause(attempts);
      }
    }
  }

  private static String after(int attempts, long nanos, boolean isHopeless) {
    String tried =
        " (after "
            + attempts
            + (attempts == 1 ? " attempt" : " attempts")
            + " in "
            + TimeUnit.NANOSECONDS.toMillis(nanos)
            + " ms";
    return tried + (isHopeless ? ")" : ", and more than a third of all requests have failed)");
  }

  private synchronized boolean take() {
    if (tokens < COST) {
      return false;
    }
    tokens -= COST;
    return true;
  }

  private synchronized void refund() {
    tokens = Math.min(TOKENS, tokens + 1);
  }

  private static void pause(int attempts) throws InterruptedIOException {
    long most = Math.min(MOST_MILLIS, FIRST_MILLIS << Math.min(attempts - 1, 10));
    try {
      Thread.sleep(ThreadLocalRandom.current().nextLong(most + 1));
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted before another attempt");
    }
  }
}
