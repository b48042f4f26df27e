package io.zenith.internal.pipeline;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// Puts results that come in any order back into the order of their sequence numbers.
///
/// Slot `s % capacity` holds result s. A producer may fill any slot between the consumer's place
/// and capacity places further; the consumer takes them one after the other. End and failure are
/// results like others: nobody has to be told out of band.
final class Ring<T> {
  private final Tasks tasks;
  private final @Nullable Object[] slots;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition filled = lock.newCondition();
  private final Condition emptied = lock.newCondition();
  private long head;
  private boolean closed;

  Ring(Tasks tasks, int capacity) {
    this.tasks = tasks;
    this.slots = new @Nullable Object[capacity];
  }

  /// Waits until result `sequence` has a slot.
  ///
  /// @return false once the ring is closed
  boolean awaitSlot(long sequence) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      while (!closed && sequence - head >= slots.length) {
        tasks.await(emptied);
      }
      return !closed;
    } finally {
      lock.unlock();
    }
  }

  /// Whether result `sequence` has a slot now, if no more than some are used.
  boolean hasSlot(long sequence, int most) {
    lock.lock();
    try {
      return !closed && sequence - head < Math.min(most, slots.length);
    } finally {
      lock.unlock();
    }
  }

  /// How many results were taken.
  long taken() {
    lock.lock();
    try {
      return head;
    } finally {
      lock.unlock();
    }
  }

  /// Whether the next result is there.
  boolean isFilled() {
    lock.lock();
    try {
      return slots[(int) (head % slots.length)] != null;
    } finally {
      lock.unlock();
    }
  }

  boolean isOpen() {
    lock.lock();
    try {
      return !closed;
    } finally {
      lock.unlock();
    }
  }

  /// Fills the slot of `sequence`, which must have been waited for.
  ///
  /// @return false if the ring is closed: then nobody will take the value
  boolean put(long sequence, T value) {
    lock.lock();
    try {
      if (!closed) {
        slots[(int) (sequence % slots.length)] = value;
        // Others wake nobody: the consumer waits for this one, and looks before it waits again.
        if (sequence == head) {
          filled.signalAll();
        }
      }
      return !closed;
    } finally {
      lock.unlock();
    }
  }

  /// Waits for the next result and frees its slot.
  ///
  /// @throws IllegalStateException once the ring is closed
  @SuppressWarnings("unchecked") // put() is the only way in
  T take() throws InterruptedException {
    lock.lockInterruptibly();
    try {
      int slot = (int) (head % slots.length);
      while (!closed && slots[slot] == null) {
        tasks.await(filled);
      }
      if (closed) {
        throw new IllegalStateException("the loader is closed");
      }
      T value = (T) slots[slot];
      slots[slot] = null;
      head++;
      emptied.signalAll();
      return Objects.requireNonNull(value);
    } finally {
      lock.unlock();
    }
  }

  /// Wakes everyone for good, and hands over what was not taken.
  List<T> close() {
    lock.lock();
    try {
      closed = true;
      List<T> left = new ArrayList<>();
      for (int i = 0; i < slots.length; i++) {
        if (slots[i] != null) {
          @SuppressWarnings("unchecked")
          T value = (T) slots[i];
          left.add(value);
          slots[i] = null;
        }
      }
      filled.signalAll();
      emptied.signalAll();
      return left;
    } finally {
      lock.unlock();
    }
  }
}
