package io.zenith.internal.pipeline;

import io.zenith.spi.Hold;
import io.zenith.spi.Stage;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Reads splits by tasks: those of a remote storage are fetched by one that waits, and all are
/// decoded by one that computes.
///
/// @param sources the files
/// @param with what runs them, gives memory, and times them
/// @param wanted whether anyone waits for them still
/// @param <T> a record batch, as bound for the consumer
record SplitReads<T>(OpenSources<T> sources, Resources with, BooleanSupplier wanted) {

  /// A split that is kept in a cache, or was found in the store before: nothing has to be read, and
  /// no memory to be had for it.
  Optional<Result<T>> kept(FileSplit split) {
    try {
      List<T> kept = sources.kept(split);
      return kept == null
          ? sources.known(split).map(known -> found(split, known))
          : Optional.of(Result.ofKept(kept));
    } catch (IOException | RuntimeException e) {
      return Optional.of(Result.failed(e));
    }
  }

  private Result<T> found(FileSplit split, List<T> batches) {
    with.meter().store().addFound();
    return Result.of(
        batches,
        () -> sources.release(split.file()),
        () -> Optional.of(sources.hold(split.file())));
  }

  /// Starts to read a split.
  ///
  /// @param block its memory, which the result gives back
  /// @param done gets the result, on another thread
  /// @return false if the tasks are closed; then the memory is given back, and nothing follows
  boolean start(FileSplit split, Block block, Consumer<Result<T>> done) {
    Read read = new Read(split, block, done);
    boolean started =
        sources.store() == null ? read.startFetch() : with.tasks().startComputing(read::find);
    if (!started) {
      with.budget().release(block);
    }
    return started;
  }

  /// A split on its way: what is fetched is decoded, and if that was a look, the rest is fetched
  /// and decoded.
  private final class Read {
    private final FileSplit split;
    private final Block block;
    private final Consumer<Result<T>> done;

    /// Whether the file is in use. Whoever works on the split knows it.
    private boolean inUse;

    /// The right to put the split into the store.
    private SplitStore.@Nullable Turn<T> turn;

    private Read(FileSplit split, Block block, Consumer<Result<T>> done) {
      this.split = split;
      this.block = block;
      this.done = done;
    }

    /// Fetches by a thread that may wait for others, or else by one that decodes.
    private boolean startFetch() {
      Runnable fetch = () -> fetch(() -> sources.begin(split, block));
      return sources.areRemote()
          ? with.tasks().startWaiting(fetch)
          : with.tasks().startComputing(fetch);
    }

    /// Looks into the store, and reads what is not there.
    private void find() {
      Optional<List<T>> batches;
      try {
        batches = sources.find(split);
      } catch (Throwable e) {
        release();
        done.accept(Result.failed(e));
        return;
      }
      if (batches.isPresent()) {
        with.budget().release(block);
        done.accept(found(split, batches.get()));
      } else {
        handOver(() -> with.tasks().startWaiting(this::takeTurn), this::release);
      }
    }

    /// Waits for others who read the split already.
    private void takeTurn() {
      SplitStore<T> store = Objects.requireNonNull(sources.store());
      try {
        turn = store.turn(split, wanted).orElse(null);
      } catch (Throwable e) {
        release();
        done.accept(Result.failed(e));
        return;
      }
      boolean isThere = turn == null && wanted.getAsBoolean() && store.has(split);
      if (!isThere) {
        with.meter().store().addMissed();
      }
      handOver(
          isThere ? () -> with.tasks().startComputing(this::find) : this::startFetch,
          this::release);
    }

    private void fetch(ReadStep.Fetch<? extends ReadStep<T>> fetch) {
      ReadStep<T> step = fetched(fetch);
      if (step == null) {
        return;
      }
      if (sources.areRemote()) {
        handOver(() -> with.tasks().startComputing(() -> decode(step)), () -> giveUp(step));
      } else {
        decode(step);
      }
    }

    /// From here on the file is in use, or the read has failed.
    private @Nullable ReadStep<T> fetched(ReadStep.Fetch<? extends ReadStep<T>> fetch) {
      ReadStep<T> step = null;
      try {
        Meter.Timing timing = with.meter().begin(Stage.FETCH);
        step = fetch.start();
        inUse = true;
        timing.end(split.split(), block.used());
        return step;
      } catch (Throwable e) {
        if (step == null) {
          release();
        } else {
          giveUp(step);
        }
        done.accept(Result.failed(e));
        return null;
      }
    }

    /// Goes on by another thread.
    ///
    /// @param unless is run if there is none
    private void handOver(BooleanSupplier start, Runnable unless) {
      boolean started = false;
      try {
        started = start.getAsBoolean();
      } catch (Throwable e) {
        done.accept(Result.failed(e));
      } finally {
        if (!started) {
          unless.run();
        }
      }
    }

    private void decode(ReadStep<T> step) {
      switch (step) {
        case SplitLook<T> look -> find(look);
        case SplitRead<T> read -> decodeAll(read);
      }
    }

    private void find(SplitLook<T> look) {
      ReadStep.Fetch<SplitRead<T>> rest;
      try {
        Meter.Timing decode = with.meter().begin(Stage.DECODE);
        long before = block.used();
        rest = look.find(wanted);
        decode.end(split.split(), block.used() - before);
        block.reset();
      } catch (Throwable e) {
        release();
        done.accept(Result.failed(e));
        return;
      }
      if (sources.areRemote()) {
        handOver(() -> with.tasks().startWaiting(() -> fetch(rest)), this::release);
      } else {
        fetch(rest);
      }
    }

    private void decodeAll(SplitRead<T> read) {
      Result<T> result;
      try {
        Meter.Timing decode = with.meter().begin(Stage.DECODE);
        long before = block.used();
        List<T> decoded = read.decodeAll(wanted);
        decode.end(split.split(), block.used() - before);
        if (sources.areRemade()) {
          decoded = transformed(decoded);
        }
        if (turn != null && wanted.getAsBoolean()) {
          turn.put(decoded);
        }
        endTurn();
        // What nobody waits for is not decoded to its end.
        result =
            wanted.getAsBoolean() && sources.keep(split, decoded, block)
                ? Result.ofKept(decoded)
                : Result.of(decoded, this::release, this::hold);
      } catch (Throwable e) {
        release();
        result = Result.failed(e);
      }
      done.accept(result);
    }

    private List<T> transformed(List<T> decoded) {
      Meter.Timing transform = with.meter().begin(Stage.TRANSFORM);
      long before = block.used();
      List<T> made = sources.made(split, decoded, block);
      transform.end(split.split(), block.used() - before);
      return made;
    }

    private void giveUp(ReadStep<T> step) {
      try (step) {
        release();
      }
    }

    private void endTurn() {
      if (turn != null) {
        turn.close();
        turn = null;
      }
    }

    private void release() {
      endTurn();
      if (inUse) {
        sources.release(split.file());
      }
      with.budget().release(block);
    }

    /// What was decoded lies in a slab, which the next splits will use.
    private Optional<Hold> hold() {
      return split.bytes() > 0 ? Optional.empty() : Optional.of(sources.hold(split.file()));
    }
  }
}
