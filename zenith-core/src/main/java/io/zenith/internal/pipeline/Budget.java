package io.zenith.internal.pipeline;

import io.zenith.internal.ByteSize;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// The native memory of one loader, bounded in bytes, and the blocks it is given out in.
///
/// One planner acquires, in the order in which blocks will be consumed: granting them in another
/// order would let a later block wait for the consumer, and the consumer for an earlier one. Slabs
/// of memory are kept for reuse, since the first touch of fresh memory costs many times a later
/// one; what is kept counts, and goes first when room is needed.
///
/// What the consumer takes for itself cannot wait for blocks that only the consumer can give back.
/// So it has a share of its own, which blocks never enter.
public final class Budget implements AutoCloseable {
  /// Small reads share this size.
  private static final long SMALLEST = 1 << 16;

  /// The consumer's share is one part in so many, or less if one split needs more.
  private static final long CONSUMER_PART = 4;

  private final Tasks tasks;
  private final long limit;
  private final long largest;

  /// What blocks may take together.
  private final long share;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition released = lock.newCondition();
  private final List<Slab> idle = new ArrayList<>();
  private final Set<Slab> lent = new HashSet<>();
  private @Nullable Runnable waiting;
  private long granted;
  private long charged;

  /// What blocks hold that are never given back.
  private long kept;

  private long peak;
  private boolean closed;

  /// A budget.
  ///
  /// @param bytes in all
  /// @param largest the largest grant that will be asked for
  /// @param consumer the least that the consumer needs
  /// @param reserved for blocks that are kept for good, besides the limit of all others
  public Budget(Tasks tasks, long bytes, long largest, long consumer, long reserved) {
    this.tasks = tasks;
    this.limit = bytes - reserved;
    this.largest = largest;
    long most = limit - Math.max(consumer, bytes / CONSUMER_PART);
    this.share = largest == 0 ? 0 : Math.max(largest, most);
  }

  /// A budget whose consumer needs no more than its usual share.
  public Budget(Tasks tasks, long bytes, long largest) {
    this(tasks, bytes, largest, 0, 0);
  }

  /// What a grant of `bytes` takes from the budget: rounded up by at most an eighth, so that blocks
  /// of similar reads fit each other.
  public static long grantFor(long bytes) {
    if (bytes == 0) {
      return 0;
    }
    long step = Math.max(SMALLEST, Long.highestOneBit(bytes) >>> 3);
    long steps = Math.ceilDiv(bytes, step);
    return steps > Long.MAX_VALUE / step ? Long.MAX_VALUE : steps * step;
  }

  /// What all grants together may take.
  long share() {
    return share;
  }

  /// Whether grants may take twice as much as the largest that will be asked for.
  boolean isAmple() {
    return share / 2 >= largest;
  }

  /// What the consumer may take.
  long consumerShare() {
    return limit - share;
  }

  /// Whether it was not stopped.
  boolean isOpen() {
    lock.lock();
    try {
      return !closed;
    } finally {
      lock.unlock();
    }
  }

  /// Waits until `bytes` fit, and grants them; nothing once the budget is closed.
  ///
  /// @throws IllegalStateException if they can never fit, since a split asks for more than it did
  Optional<Block> acquire(long bytes) throws InterruptedException {
    long size = possible(bytes);
    lock.lockInterruptibly();
    try {
      while (!closed && granted + size > share) {
        tasks.await(released);
      }
      return grant(size);
    } finally {
      lock.unlock();
    }
  }

  /// Grants `bytes` if they fit now, else nothing.
  ///
  /// @param whenRoom is run once something was given back, if they do not fit. Only the last one is
  ///   kept, since one planner acquires
  /// @throws IllegalStateException if they can never fit, since a split asks for more than it did
  Optional<Block> tryAcquire(long bytes, Runnable whenRoom) {
    long size = possible(bytes);
    lock.lock();
    try {
      if (granted + size <= share) {
        return grant(size);
      }
      waiting = whenRoom;
      return Optional.empty();
    } finally {
      lock.unlock();
    }
  }

  /// Grants more to whoever has a block already, if it fits now: whoever consumes the blocks may
  /// wait for this one, so that nobody would make room for it.
  Optional<Block> tryGrow(long bytes) {
    long size = grantFor(bytes);
    lock.lock();
    try {
      return size > share - granted ? Optional.empty() : grant(size);
    } finally {
      lock.unlock();
    }
  }

  /// Whether someone waits for a grant that did not fit.
  boolean isShort() {
    lock.lock();
    try {
      return waiting != null;
    } finally {
      lock.unlock();
    }
  }

  private long possible(long bytes) {
    long size = grantFor(bytes);
    if (size < 0 || size > share) {
      throw new IllegalStateException(
          "a split takes more memory than it promised: "
              + ByteSize.text(bytes)
              + " of "
              + ByteSize.text(share)
              + ": set memoryBudget");
    }
    return size;
  }

  private Optional<Block> grant(long size) {
    if (closed) {
      return Optional.empty();
    }
    granted += size;
    return Optional.of(new Block(this, size));
  }

  /// Memory for what is granted already: the slab of this size that was given back last, else a new
  /// one.
  ///
  /// @throws IllegalStateException if the budget is closed
  Slab attach(long size) {
    Slab known = reuse(size);
    return known != null ? known : fresh(size);
  }

  private @Nullable Slab reuse(long size) {
    lock.lock();
    try {
      requireOpen();
      for (Slab slab : idle.reversed()) {
        if (slab.size() == size) {
          idle.remove(slab);
          lent.add(slab);
          return slab;
        }
      }
      return null;
    } finally {
      lock.unlock();
    }
  }

  /// One at a time, so that what goes is gone before others come; without the lock that the
  /// consumer needs to go on, since this takes milliseconds.
  private Slab fresh(long size) {
    synchronized (idle) {
      for (Slab surplus = surplus(size); surplus != null; surplus = surplus(size)) {
        drop(surplus);
      }
      Slab slab = new Slab(size);
      lock.lock();
      try {
        if (!closed) {
          lent.add(slab);
          notePeak();
          return slab;
        }
      } finally {
        lock.unlock();
      }
      slab.free();
      throw closed();
    }
  }

  /// Takes the largest of the idle slabs, if one has to go before there is room for a new one.
  private @Nullable Slab surplus(long size) {
    lock.lock();
    try {
      requireOpen();
      boolean isRoom = bytes(lent) - kept + bytes(idle) + size <= share;
      if (isRoom || idle.isEmpty()) {
        return null;
      }
      idle.sort(Comparator.comparingLong(Slab::size));
      return idle.removeLast();
    } finally {
      lock.unlock();
    }
  }

  /// Frees a slab. If native code holds it, it stays to be freed later.
  private void drop(Slab slab) {
    try {
      slab.free();
    } catch (IllegalStateException e) {
      lock.lock();
      try {
        idle.add(slab);
      } finally {
        lock.unlock();
      }
      throw e;
    }
  }

  private static long bytes(Collection<Slab> slabs) {
    return slabs.stream().mapToLong(Slab::size).sum();
  }

  private void requireOpen() {
    if (closed) {
      throw closed();
    }
  }

  private static IllegalStateException closed() {
    return new IllegalStateException("the loader is closed");
  }

  private void notePeak() {
    peak = Math.max(peak, bytes(lent) + bytes(idle) + charged);
  }

  void release(Block block) {
    Runnable next;
    lock.lock();
    try {
      // Before its memory is given up, which belongs to it.
      granted -= block.size();
      if (!closed) {
        List<Slab> slabs = block.detach();
        lent.removeAll(slabs);
        idle.addAll(slabs);
      }
      released.signalAll();
      next = waiting;
      waiting = null;
    } finally {
      lock.unlock();
    }
    if (next != null) {
      next.run();
    }
  }

  /// Takes a block over into what is reserved: others may be granted in its place, and it is given
  /// back when this is closed.
  void keep(Block block) {
    Runnable next;
    lock.lock();
    try {
      granted -= block.size();
      kept += block.attached();
      released.signalAll();
      next = waiting;
      waiting = null;
    } finally {
      lock.unlock();
    }
    if (next != null) {
      next.run();
    }
  }

  /// Takes bytes for a batch out of the consumer's share, or gives them back if negative.
  ///
  /// @throws IllegalStateException if its share is too small
  public void charge(long bytes) {
    charge(bytes, "a batch", "set memoryBudget or a smaller batch size");
  }

  /// Takes bytes out of the consumer's share, or gives them back if negative.
  ///
  /// @param what what they are for
  /// @param remedy what the user can do if they do not fit
  /// @throws IllegalStateException if its share is too small
  public void charge(long bytes, Object what, String remedy) {
    lock.lock();
    try {
      if (bytes > limit - share - charged) {
        throw new IllegalStateException(
            what
                + " needs "
                + ByteSize.text(bytes)
                + " of memory besides "
                + ByteSize.text(charged)
                + ", and "
                + ByteSize.text(share)
                + " of a budget of "
                + ByteSize.text(limit)
                + " are for splits: "
                + remedy);
      }
      charged += bytes;
      notePeak();
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

  /// The bytes that are granted and not given back.
  public long granted() {
    lock.lock();
    try {
      return granted;
    } finally {
      lock.unlock();
    }
  }

  /// Grants nothing more, and wakes whoever waits. What is given back from now on stays as it is.
  public void stop() {
    lock.lock();
    try {
      closed = true;
      released.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /// Frees all memory, also what is lent: whoever still reads it gets an [IllegalStateException].
  ///
  /// @throws IllegalStateException if native code holds some of it: the next call tries again
  @Override
  public void close() {
    stop();
    lock.lock();
    try {
      List<Runnable> steps = new ArrayList<>();
      List.copyOf(idle).forEach(slab -> steps.add(() -> free(idle, slab)));
      List.copyOf(lent).forEach(slab -> steps.add(() -> free(lent, slab)));
      Closing.all(steps);
    } finally {
      lock.unlock();
    }
  }

  private static void free(Collection<Slab> slabs, Slab slab) {
    slab.free();
    slabs.remove(slab);
  }
}
