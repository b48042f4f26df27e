package io.zenith.internal.pipeline;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// The native memory of one loader, bounded in bytes, and the blocks it is given out in.
///
/// One planner acquires, in the order in which blocks will be consumed: granting them in another
/// order would let a later block wait for the consumer, and the consumer for an earlier one. Blocks
/// are kept for reuse, since the first touch of fresh memory costs many times a later one; what is
/// kept counts, and goes first when room is needed.
public final class Budget implements AutoCloseable {
  /// Small reads share this size.
  private static final long SMALLEST = 1 << 16;

  private final Tasks tasks;
  private final long limit;
  private final long largest;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition released = lock.newCondition();
  private final List<Block> idle = new ArrayList<>();
  private final Set<Block> lent = new HashSet<>();
  private long granted;
  private long charged;
  private long peak;
  private boolean closed;

  /// A budget.
  ///
  /// @param limit bytes in all
  /// @param largest the largest grant that will be asked for: so much stays free of charges
  public Budget(Tasks tasks, long limit, long largest) {
    this.tasks = tasks;
    this.limit = limit;
    this.largest = largest;
  }

  /// What a grant of `bytes` takes from the budget: rounded up by at most an eighth, so that blocks
  /// of similar reads fit each other.
  public static long grantFor(long bytes) {
    long step = Math.max(SMALLEST, Long.highestOneBit(bytes) >>> 3);
    return bytes == 0 ? 0 : Math.ceilDiv(bytes, step) * step;
  }

  /// Waits until `bytes` fit, and grants them; nothing once the budget is closed.
  Optional<Block> acquire(long bytes) throws InterruptedException {
    long size = grantFor(bytes);
    lock.lockInterruptibly();
    try {
      while (!closed && granted + size > limit) {
        tasks.await(released);
      }
      if (closed) {
        return Optional.empty();
      }
      granted += size;
      Block block = blockOf(size);
      lent.add(block);
      peak = Math.max(peak, granted + idleBytes());
      return Optional.of(block);
    } finally {
      lock.unlock();
    }
  }

  private Block blockOf(long size) {
    for (Block block : idle) {
      if (block.size() == size) {
        idle.remove(block);
        return block;
      }
    }
    idle.sort(Comparator.comparingLong(Block::size));
    while (!idle.isEmpty() && granted + idleBytes() > limit) {
      idle.removeLast().free();
    }
    return new Block(size);
  }

  private long idleBytes() {
    return idle.stream().mapToLong(Block::size).sum();
  }

  void release(Block block) {
    lock.lock();
    try {
      if (!closed) {
        granted -= block.size();
        lent.remove(block);
        block.clear();
        idle.add(block);
      }
      released.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /// Takes bytes that the consumer needs at once, or gives them back if negative. They count, but
  /// do not wait: the consumer must not wait for itself.
  ///
  /// @throws IllegalStateException if they leave no room for the largest grant
  public void charge(long bytes) {
    lock.lock();
    try {
      if (charged + bytes > limit - largest) {
        throw new IllegalStateException(
            "a batch needs "
                + (charged + bytes)
                + " bytes of memory besides "
                + largest
                + " for a split, the budget is "
                + limit
                + ": set memoryBudget or a smaller batch size");
      }
      charged += bytes;
      granted += bytes;
      peak = Math.max(peak, granted + idleBytes());
      released.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /// The most bytes held at a time so far.
  public long peak() {
    lock.lock();
    try {
      return peak;
    } finally {
      lock.unlock();
    }
  }

  /// Frees all memory, also what is lent: whoever still reads it gets an [IllegalStateException].
  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
      idle.forEach(Block::free);
      idle.clear();
      lent.forEach(Block::free);
      lent.clear();
      released.signalAll();
    } finally {
      lock.unlock();
    }
  }
}
