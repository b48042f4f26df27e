package io.zenith.s3;

import io.zenith.spi.StoredFile;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;

/// Makes the requests of all readers of a storage, many at a time, and again where they fail.
final class Fetcher {
  /// Requests under way together. At 40 ms and 8 MiB each, more than 10 GB/s.
  static final int MOST_REQUESTS = 64;

  private final ObjectReader objects;
  private final Retries retries;
  private final Semaphore slots = new Semaphore(MOST_REQUESTS, true);

  Fetcher(ObjectReader objects, Retries retries) {
    this.objects = objects;
    this.retries = retries;
  }

  /// Gets all ranges. When it returns or fails, nobody writes to their targets any more.
  ///
  /// @throws IOException and unchecked exceptions: why one of them could not be got
  void get(StoredFile file, List<RangeRequest> ranges) throws IOException {
    if (ranges.size() == 1) {
      get(file, ranges.getFirst());
      return;
    }
    List<Future<?>> others = new ArrayList<>(ranges.size());
    // Closing it waits for all.
    try (ExecutorService threads =
        Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("zenith-range").factory())) {
      for (RangeRequest range : ranges) {
        others.add(
            threads.submit(() -> {
              get(file, range);
              return null;
            }));
      }
      try {
        await(others);
      } catch (Throwable e) {
        threads.shutdownNow();
        throw e;
      }
    }
  }

  private static void await(List<Future<?>> others) throws IOException {
    for (Future<?> other : others) {
      try {
        other.get();
      } catch (InterruptedException _) {
        throw interrupted();
      } catch (ExecutionException e) {
        switch (e.getCause()) {
          case IOException cause -> throw cause;
          case RuntimeException cause -> throw cause;
          case Error cause -> throw cause;
          case null, default -> throw new IllegalStateException(e);
        }
      }
    }
  }

  /// A slot is not held between attempts.
  private void get(StoredFile file, RangeRequest range) throws IOException {
    retries.run(() -> {
      try {
        slots.acquire();
      } catch (InterruptedException _) {
        throw interrupted();
      }
      try {
        objects.get(file, range);
        return file;
      } finally {
        slots.release();
      }
    });
  }

  private static InterruptedIOException interrupted() {
    Thread.currentThread().interrupt();
    return new InterruptedIOException("interrupted while bytes were fetched");
  }
}
