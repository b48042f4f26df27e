package io.zenith.simulation;

import io.zenith.simulation.Simulation.Task;
import java.util.ArrayDeque;
import java.util.Date;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// In the place of a monitor or a lock of simulated code. Another task may go on before it is taken
/// and after it is given back.
@SuppressWarnings("serial") // nobody writes it
public final class SimulatedLock extends ReentrantLock {
  private final Deque<Task> waiting = new ArrayDeque<>();
  private @Nullable Task owner;
  private int holds;

  @Override
  public void lock() {
    Simulation.point();
    take(1);
  }

  private void take(int count) {
    Simulation simulation = Simulation.current();
    while (owner != null && owner != simulation.running()) {
      simulation.block(waiting, "a lock of " + owner);
    }
    owner = simulation.running();
    holds += count;
  }

  @Override
  public void lockInterruptibly() throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException("before a lock was taken");
    }
    lock();
  }

  @Override
  public void unlock() {
    requireOwner();
    if (--holds == 0) {
      release();
      Simulation.point();
    }
  }

  private void release() {
    owner = null;
    Simulation.current().wakeAll(waiting);
  }

  private void requireOwner() {
    if (owner != Simulation.current().running()) {
      throw new IllegalMonitorStateException("owned by " + owner);
    }
  }

  @Override
  public Condition newCondition() {
    return new SimulatedCondition();
  }

  private final class SimulatedCondition implements Condition {
    private final Deque<Task> sleepers = new ArrayDeque<>();

    @Override
    public void await() throws InterruptedException {
      requireOwner();
      int held = holds;
      holds = 0;
      release();
      try {
        Simulation.current().await(sleepers, "a signal");
      } finally {
        take(held);
      }
    }

    @Override
    public void signal() {
      requireOwner();
      if (!sleepers.isEmpty()) {
        Simulation.current().wake(sleepers.getFirst());
      }
    }

    @Override
    public void signalAll() {
      requireOwner();
      Simulation.current().wakeAll(sleepers);
    }

    @Override
    public void awaitUninterruptibly() {
      throw timed();
    }

    @Override
    public long awaitNanos(long nanos) {
      throw timed();
    }

    @Override
    public boolean await(long time, TimeUnit unit) {
      throw timed();
    }

    @Override
    public boolean awaitUntil(Date deadline) {
      throw timed();
    }

    private static UnsupportedOperationException timed() {
      return new UnsupportedOperationException("nobody here waits for a time");
    }
  }
}
