package io.zenith.internal.files;

import io.zenith.internal.pipeline.Tasks;
import io.zenith.internal.pipeline.ThreadTasks;
import io.zenith.spi.FileSummary;
import io.zenith.spi.Storage;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/// Reads the footers of files, several at a time, by threads of its own. Who takes them in the
/// order of the files meets the failure of the first file that fails, however the threads ran.
final class FooterReads implements AutoCloseable {
  /// Files that share an arena: closing one stops all threads for a moment.
  private static final int FILES_PER_ARENA = 64;

  /// How many far files are read at a time: nearly all of that is waiting.
  private static final int FAR = 64;

  private final Footers from;
  private final List<CompletableFuture<FileSummary>> footers;
  private final Tasks tasks;

  /// The file to be read next.
  private final AtomicInteger next = new AtomicInteger();

  /// Starts to read.
  ///
  /// @param from reads a footer
  /// @param files how many files there are
  FooterReads(Footers from, Storage storage, int files) {
    this.from = from;
    this.footers = Stream.generate(CompletableFuture<FileSummary>::new).limit(files).toList();
    int processors = Runtime.getRuntime().availableProcessors();
    this.tasks = new ThreadTasks(processors);
    boolean far = storage.isRemote();
    for (int i = 0; i < Math.min(files, far ? FAR : processors); i++) {
      boolean started = far ? tasks.startWaiting(this::read) : tasks.startComputing(this::read);
      assert started;
    }
  }

  /// Waits for the footer of a file.
  ///
  /// @throws IOException and unchecked exceptions: why it could not be read
  FileSummary get(int file) throws IOException, InterruptedException {
    try {
      return footers.get(file).get();
    } catch (ExecutionException e) {
      switch (e.getCause()) {
        case IOException cause -> throw cause;
        case RuntimeException cause -> throw cause;
        case Error cause -> throw cause;
        case null, default -> throw new IllegalStateException(e);
      }
    }
  }

  /// Reads one file after the other, as long as there are any.
  private void read() {
    try {
      int file = next.getAndIncrement();
      while (file < footers.size()) {
        try (Arena arena = Arena.ofShared()) {
          for (int i = 0; i < FILES_PER_ARENA && file < footers.size(); i++) {
            read(file, arena);
            file = next.getAndIncrement();
          }
        }
      }
    } catch (Throwable e) {
      // Nobody may wait for files that this thread would have read.
      footers.forEach(footer -> footer.completeExceptionally(e));
    }
  }

  private void read(int file, Arena arena) {
    try {
      footers.get(file).complete(from.read(file, arena));
    } catch (Throwable e) {
      footers.get(file).completeExceptionally(e);
    }
  }

  /// Begins no further file, and waits for those that were begun.
  @Override
  public void close() {
    next.set(footers.size());
    tasks.close(() -> {});
  }
}
