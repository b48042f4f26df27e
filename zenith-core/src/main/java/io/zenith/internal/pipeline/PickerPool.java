package io.zenith.internal.pipeline;

import java.lang.foreign.SegmentAllocator;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// What gathering takes again and again: pickers with the memory they fill, as many as there is
/// memory for.
///
/// Once the budget is stopped none is lent, and what is given back stays as it is: the consumer may
/// still be reading it.
///
/// @param <T> a record batch, as bound for the consumer
public final class PickerPool<T> implements AutoCloseable {
  private final Supplier<RowPicker<T>> makes;
  private final Budget budget;
  private final long most;
  private final List<Lent<T>> idle = new ArrayList<>();
  private final Set<Lent<T>> all = new HashSet<>();
  private @Nullable Runnable waiting;

  /// An empty pool.
  ///
  /// @param makes makes a picker
  /// @param budget is charged for the memory
  /// @param bytes the memory that a picker takes; there is always one
  public PickerPool(Supplier<RowPicker<T>> makes, Budget budget, long bytes) {
    this.makes = makes;
    this.budget = budget;
    this.most = Math.max(1, budget.consumerShare() / bytes);
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

    /// Nothing that was put into the memory is needed any more.
    void clear() {
      memory.reset();
    }

    void giveBack() {
      pool.giveBack(this);
    }
  }

  /// A picker, if there is one. They are lent in the order in which they will be given back.
  ///
  /// @param whenBack is run once one was given back, if there is none. Only the last one is kept,
  ///   since one planner asks
  synchronized Optional<Lent<T>> lend(Runnable whenBack) {
    if (!budget.isOpen()) {
      return Optional.empty();
    }
    if (!idle.isEmpty()) {
      return Optional.of(idle.removeLast());
    }
    if (all.size() >= most) {
      waiting = whenBack;
      return Optional.empty();
    }
    Lent<T> made = new Lent<>(this, makes.get(), new Scratch(budget));
    all.add(made);
    return Optional.of(made);
  }

  /// Whether memory is short: someone waits for a picker, or for what the budget grants.
  synchronized boolean isShort() {
    return waiting != null || budget.isShort();
  }

  private void giveBack(Lent<T> lent) {
    Runnable next;
    synchronized (this) {
      if (!budget.isOpen()) {
        return;
      }
      lent.memory.reset();
      idle.add(lent);
      next = waiting;
      waiting = null;
    }
    if (next != null) {
      next.run();
    }
  }

  /// Frees all memory, also what is lent, once the budget is stopped: whoever still reads it gets
  /// an [IllegalStateException].
  ///
  /// @throws IllegalStateException if native code holds some of it: the next call tries again
  @Override
  public synchronized void close() {
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
