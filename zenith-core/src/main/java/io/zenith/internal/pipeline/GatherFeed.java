package io.zenith.internal.pipeline;

import io.zenith.spi.Stage;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// Gathers rows ahead, by tasks, and hands them on in order.
///
/// @param <T> a record batch, as bound for the consumer
abstract class GatherFeed<T> extends ReadAheadFeed<T> {
  private final PickerPool<T> pickers;
  private final Tasks tasks;
  private final Meter meter;
  private final Object planning = new Object();
  private boolean busy;
  private boolean again;
  private boolean isOver;

  /// The place of what is planned next.
  private long place;

  /// @param depth how many record batches may be gathered or waiting
  GatherFeed(PickerPool<T> pickers, Resources with, Depth depth) {
    // To gather further ahead hides nothing, and what is gathered would leave the caches.
    super(with, depth.first(), depth);
    this.pickers = pickers;
    this.tasks = with.tasks();
    this.meter = with.meter();
  }

  /// Rows that can be gathered now, by one thread.
  ///
  /// @param <T> a record batch, as bound for the consumer
  interface Part<T> extends AutoCloseable {

    /// The steps that they are of; of the first and the last perhaps not all.
    StepGroup steps();

    /// Copies them; again the first of them, if some have failed.
    ///
    /// @param steps all steps, or the first ones
    /// @param lent picks them, and has the memory for them
    T pick(StepGroup steps, PickerPool.Lent<T> lent) throws IOException;

    /// The rows are made, so that what they came from may go.
    @Override
    void close();
  }

  /// Whether no rows follow in this epoch.
  abstract boolean isAtEnd() throws IOException;

  /// Goes on with the next epoch.
  ///
  /// @return whether there is one
  abstract boolean planNextEpoch();

  /// The next rows, if they can be gathered now. If not, [#plan()] is to be called once it is worth
  /// asking again. One thread at a time asks.
  abstract Optional<Part<T>> prepare() throws IOException;

  @Override
  final void slotFreed() {
    plan();
  }

  /// How many parts are planned that the consumer has not taken. Asked by whoever prepares.
  final long untaken() {
    return place - ring.taken();
  }

  /// Starts what there are slots, memory and rows for, in this order. Planning may free what lets
  /// more be planned.
  final void plan() {
    synchronized (planning) {
      again = true;
      if (busy) {
        return;
      }
      busy = true;
      try {
        while (again) {
          again = false;
          while (!isOver && hasSlot(place) && planNext()) {
            place++;
          }
        }
      } catch (Throwable e) {
        isOver = true;
        put(place, Result.failed(e));
      } finally {
        busy = false;
      }
      planned(place, pickers.isShort());
    }
  }

  private boolean planNext() throws IOException {
    if (isAtEnd()) {
      put(place, Result.end());
      isOver = !planNextEpoch();
      return true;
    }
    PickerPool.Lent<T> lent = pickers.lend(this::plan).orElse(null);
    if (lent == null) {
      return false;
    }
    Part<T> part = prepare().orElse(null);
    if (part == null) {
      lent.giveBack();
      return false;
    }
    long taken = place;
    if (!tasks.startComputing(() -> put(taken, gather(part, lent)))) {
      part.close();
      lent.giveBack();
      return false;
    }
    return true;
  }

  private Result<T> gather(Part<T> part, PickerPool.Lent<T> lent) {
    try (part) {
      return sound(part, lent);
    } catch (Throwable e) {
      lent.giveBack();
      return Result.failed(e);
    }
  }

  /// The steps before the first that fails: what is gathered together with it is right, and comes
  /// before it. Throws if that is the first of all.
  private Result<T> sound(Part<T> part, PickerPool.Lent<T> lent) throws IOException {
    StepGroup all = part.steps();
    Result<T> result = tried(all, part, lent);
    if (!result.isFailed()) {
      return result;
    }
    long sound = all.from(); // the steps before it can be made,
    long end = all.end(); // and those before this one cannot
    while (end - sound > 1 && ring.isOpen()) {
      long middle = (sound + end) >>> 1;
      Result<T> some = tried(all.to(middle), part, lent);
      if (some.isFailed()) {
        end = middle;
        result = some;
      } else {
        sound = middle;
      }
    }
    if (sound == all.from()) {
      result.get(); // throws
    }
    return made(all.to(sound), part, lent).before(result.failure());
  }

  private Result<T> tried(StepGroup steps, Part<T> part, PickerPool.Lent<T> lent) {
    try {
      return made(steps, part, lent);
    } catch (Throwable e) {
      return Result.failed(e);
    }
  }

  private Result<T> made(StepGroup steps, Part<T> part, PickerPool.Lent<T> lent)
      throws IOException {
    if (!ring.isOpen()) {
      throw new IllegalStateException("the loader is closed");
    }
    lent.clear();
    Meter.Timing gather = meter.begin(Stage.GATHER);
    T picked = part.pick(steps, lent);
    gather.end(steps, 0);
    return Result.of(List.of(transformed(steps, picked, lent)), lent::giveBack);
  }

  private T transformed(StepGroup steps, T picked, PickerPool.Lent<T> lent) {
    if (!lent.picker().isTransforming() || lent.picker().rows(picked) == 0) {
      return picked;
    }
    Meter.Timing transform = meter.begin(Stage.TRANSFORM);
    T made = lent.picker().transform(picked, lent.memory());
    transform.end(steps, 0);
    return made;
  }
}
