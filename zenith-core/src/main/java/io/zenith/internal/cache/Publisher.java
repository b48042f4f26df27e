package io.zenith.internal.cache;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/// Brings entries to the disk by threads of its own: that takes milliseconds, in which those that
/// decode have better things to do.
final class Publisher implements AutoCloseable {
  /// A disk brings several files to itself at a time.
  private static final int THREADS = 4;

  /// Whoever is this far ahead of the disk waits for it.
  private static final int MOST_WAITING = 64;

  private static final long IDLE_SECONDS = 1;

  private final Semaphore places = new Semaphore(MOST_WAITING);
  private final ThreadPoolExecutor threads =
      new ThreadPoolExecutor(
          THREADS,
          THREADS,
          IDLE_SECONDS,
          TimeUnit.SECONDS,
          new LinkedBlockingQueue<>(),
          work -> Thread.ofPlatform().daemon().name("zenith-cache").unstarted(work));

  Publisher() {
    threads.allowCoreThreadTimeOut(true);
  }

  /// Waits until there is a place for one more.
  void enter() {
    places.acquireUninterruptibly();
  }

  /// Gives up a place.
  void leave() {
    places.release();
  }

  /// Does something for whoever has a place, which is free then.
  void start(Runnable work) {
    threads.execute(() -> {
      try {
        work.run();
      } finally {
        leave();
      }
    });
  }

  /// Waits until all that was started is done.
  ///
  /// @return whether it is
  boolean await(long millis) {
    boolean done = false;
    try {
      done = places.tryAcquire(MOST_WAITING, millis, TimeUnit.MILLISECONDS);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
    if (done) {
      places.release(MOST_WAITING);
    }
    return done;
  }

  /// Does something once all that was started is done.
  void afterAll(Runnable last) {
    threads.execute(() -> {
      places.acquireUninterruptibly(MOST_WAITING);
      places.release(MOST_WAITING);
      last.run();
    });
  }

  /// Ends the threads, once all that was started is done.
  @Override
  public void close() {
    threads.shutdown();
  }
}
