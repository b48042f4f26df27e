package io.zenith.s3;

import io.zenith.spi.Request;
import io.zenith.spi.StoredFile;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// Gets bytes of objects, ranges of one at the same time.
final class Fetcher {
  private final ObjectReader objects;
  private final Requests requests;

  Fetcher(ObjectReader objects, Requests requests) {
    this.objects = objects;
    this.requests = requests;
  }

  /// Gets all ranges, by requests of this kind. When it returns or fails, nobody writes to their
  /// targets any more.
  ///
  /// @throws IOException and unchecked exceptions: why one of them could not be got
  void get(StoredFile file, Request.Kind kind, List<RangeRequest> ranges) throws IOException {
    if (ranges.size() == 1) {
      get(file, kind, ranges.getFirst());
      return;
    }
    List<Future<?>> others = new ArrayList<>(ranges.size());
    // Closing it waits for all.
    try (ExecutorService threads =
        Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("zenith-range").factory())) {
      for (RangeRequest range : ranges) {
        others.add(
            threads.submit(() -> {
              get(file, kind, range);
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

  private void get(StoredFile file, Request.Kind kind, RangeRequest range) throws IOException {
    requests.make(
        kind,
        received -> {
          objects.get(file, range, received);
          return file;
        });
  }

  private static InterruptedIOException interrupted() {
    Thread.currentThread().interrupt();
    return new InterruptedIOException("interrupted while bytes were fetched");
  }
}
