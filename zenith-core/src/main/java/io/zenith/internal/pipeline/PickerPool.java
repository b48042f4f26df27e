package io.zenith.internal.pipeline;

import java.lang.foreign.SegmentAllocator;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/// What gathering takes again and again: pickers with the memory they fill.
///
/// @param <T> a record batch, as bound for the consumer
public final class PickerPool<T> implements AutoCloseable {
  private final Supplier<RowPicker<T>> makes;
  private final Budget budget;
  private final List<Lent<T>> idle = new ArrayList<>();
  private final Set<Lent<T>> all = new HashSet<>();
  private boolean closed;

  /// An empty pool.
  ///
  /// @param makes makes a picker
  /// @param budget is charged for the memory
  public PickerPool(Supplier<RowPicker<T>> makes, Budget budget) {
    this.makes = makes;
    this.budget = budget;
  }

  /// A picker, with memory and the numbers of its rows, until it is given back.
  static final class Lent<T> {
    private final PickerPool<T> pool;
    private final RowPicker<T> picker;
    private final Scratch memory;
    private final PickedRows rows = new PickedRows();

    private Lent(PickerPool<T> pool, RowPicker<T> picker, Scratch memory) {
      this.pool = pool;
      this.picker = picker;
      this.memory = memory;
    }

    RowPicker<T> picker() {
      return picker;
    }

    SegmentAllocator memory() {
      return memory;
    }

    PickedRows rows() {
      return rows;
    }

    void giveBack() {
      pool.giveBack(this);
    }
  }

  /// A picker; none once the pool is closed.
  synchronized Optional<Lent<T>> lend() {
    if (closed) {
      return Optional.empty();
    }
    if (!idle.isEmpty()) {
      return Optional.of(idle.removeLast());
    }
    Lent<T> made = new Lent<>(this, makes.get(), new Scratch(budget));
    all.add(made);
    return Optional.of(made);
  }

  private synchronized void giveBack(Lent<T> lent) {
    if (!closed) {
      lent.memory.reset();
      idle.add(lent);
    }
  }

  /// Frees all memory, also what is lent: whoever still reads it gets an [IllegalStateException].
  ///
  /// @throws IllegalStateException if native code holds some of it: the next call tries again
  @Override
  public synchronized void close() {
    closed = true;
    idle.clear();
    List<Runnable> steps = new ArrayList<>();
    for (Lent<T> lent : List.copyOf(all)) {
      steps.add(() -> {
        lent.memory.close();
        all.remove(lent);
      });
    }
    Closing.all(steps);
  }
}
