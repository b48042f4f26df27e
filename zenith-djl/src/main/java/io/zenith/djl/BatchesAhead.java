package io.zenith.djl;

import ai.djl.training.dataset.Batch;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/// The batches of one epoch, of which the next is made by an executor while one is trained on; by
/// whoever asks for it, if the executor has not begun.
final class BatchesAhead implements Iterator<Batch> {
  private final EpochBatches batches;
  private final LoaderPlace place;
  private final ExecutorService executor;

  /// Makes the next batch, or finds that there is none.
  private FutureTask<Optional<ZenithBatch>> next = new FutureTask<>(this::make);

  // Guarded by the place.
  private @Nullable ZenithBatch untaken;
  private boolean isOver;

  /// @param place of the loader, by which all who read it wait for each other
  BatchesAhead(EpochBatches batches, LoaderPlace place, ExecutorService executor) {
    this.batches = batches;
    this.place = place;
    this.executor = executor;
  }

  @Override
  public boolean hasNext() {
    return made().isPresent();
  }

  @Override
  public Batch next() {
    ZenithBatch batch = made().orElseThrow(() -> new NoSuchElementException("the epoch is read"));
    synchronized (place) {
      requireCurrent();
      untaken = null;
    }
    next = new FutureTask<>(this::make);
    try {
      executor.execute(next);
    } catch (RejectedExecutionException _) {
      // then whoever asks for it makes it
    }
    return batch;
  }

  private Optional<ZenithBatch> make() {
    synchronized (place) {
      requireCurrent();
      if (!batches.hasNext()) {
        return Optional.empty();
      }
      ZenithBatch made = batches.nextAhead();
      untaken = made;
      return Optional.of(made);
    }
  }

  private void requireCurrent() {
    if (isOver) {
      throw new IllegalStateException("this epoch has ended: the loader reads another");
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

  private Optional<ZenithBatch> made() {
    next.run(); // does nothing if someone has begun
    try {
      return next.get();
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
