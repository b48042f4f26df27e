package io.zenith.djl;

import ai.djl.training.dataset.Batch;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/// The batches of one epoch, of which the next is made by an executor while one is trained on.
final class BatchesAhead implements Iterator<Batch> {
  private final EpochBatches batches;
  private final LoaderPlace place;
  private final ExecutorService executor;

  /// The next batch, or that there is none; nothing before the first one.
  private @Nullable Future<Optional<Batch>> next;

  // Guarded by the place.
  private @Nullable Batch untaken;
  private boolean isOver;

  /// @param place of the loader, by which all who read it wait for each other
  BatchesAhead(EpochBatches batches, LoaderPlace place, ExecutorService executor) {
    this.batches = batches;
    this.place = place;
    this.executor = executor;
  }

  @Override
  public boolean hasNext() {
    return next == null ? batches.hasNext() : await(next).isPresent();
  }

  @Override
  public Batch next() {
    Batch batch =
        next == null
            ? batches.next()
            : await(next).orElseThrow(() -> new NoSuchElementException("the epoch is read"));
    synchronized (place) {
      untaken = null;
    }
    next = executor.submit(this::make);
    return batch;
  }

  private Optional<Batch> make() {
    synchronized (place) {
      if (isOver || !batches.hasNext()) {
        return Optional.empty();
      }
      Batch made = batches.next();
      untaken = made;
      return Optional.of(made);
    }
  }

  /// Nobody takes what comes next. Called with the lock of the place.
  void abandon() {
    isOver = true;
    if (untaken != null) {
      untaken.close();
      untaken = null;
    }
  }

  private static Optional<Batch> await(Future<Optional<Batch>> batch) {
    try {
      return batch.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      InterruptedIOException interrupted = new InterruptedIOException("while waiting for data");
      interrupted.initCause(e);
      throw new UncheckedIOException(interrupted);
    } catch (ExecutionException e) {
      switch (e.getCause()) {
        case RuntimeException failure -> throw failure;
        case Error failure -> throw failure;
        case null, default -> throw new IllegalStateException(e);
      }
    }
  }
}
