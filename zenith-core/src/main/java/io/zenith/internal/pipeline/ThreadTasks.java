package io.zenith.internal.pipeline;

import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import org.jspecify.annotations.Nullable;

/// Tasks on real threads: virtual ones wait, a fixed number of platform ones computes (a page fault
/// would block the carrier of a virtual one). No thread is started before it is needed.
public final class ThreadTasks implements Tasks {
  /// Ends one computing thread.
  private static final Runnable STOP =
      new Runnable() {
        @Override
        public void run() {}
      };

  /// How long a close waits: of one second it leaves some time to free memory.
  private static final long PATIENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(900);

  private final int computers;
  private final Set<Thread> waiting = new HashSet<>();
  private final Set<Thread> computing = new HashSet<>();

  /// Those of the computing threads that are in code of the user's. No others are interrupted: they
  /// may be opening a file.
  private final Set<Thread> called = new HashSet<>();

  private final LinkedBlockingQueue<Runnable> queue = new LinkedBlockingQueue<>();
  private boolean closed;

  /// What the thread that ends last does, if nobody waits for it.
  private @Nullable Runnable last;

  /// Tasks with at most `computers` computing threads.
  public ThreadTasks(int computers) {
    this.computers = computers;
  }

  @Override
  public synchronized boolean startWaiting(Runnable work) {
    if (!closed) {
      start(Thread.ofVirtual().name("zenith-fetch"), waiting, work);
    }
    return !closed;
  }

  @Override
  public synchronized boolean startComputing(Runnable work) {
    if (closed) {
      return false;
    }
    if (computing.size() < computers) {
      String name = "zenith-decode-" + computing.size();
      start(Thread.ofPlatform().daemon().name(name), computing, this::compute);
    }
    return queue.add(work);
  }

  @Override
  public synchronized boolean startReading(Runnable work) {
    if (!closed) {
      start(Thread.ofPlatform().daemon().name("zenith-read"), waiting, work);
    }
    return !closed;
  }

  private void compute() {
    while (true) {
      try {
        Runnable work = queue.take();
        if (work.equals(STOP)) {
          return;
        }
        work.run();
      } catch (InterruptedException _) {
        // Nobody here interrupts a thread that waits for work; a format has left its flag set.
      }
    }
  }

  private void start(Thread.Builder builder, Set<Thread> running, Runnable body) {
    Thread thread =
        builder.unstarted(() -> {
          try {
            body.run();
          } finally {
            ended(running);
          }
        });
    thread.start();
    // This holds the lock that `ended` waits for, so the thread cannot have ended yet.
    running.add(thread);
    assert Ledger.opened(thread, "thread " + thread.getName());
  }

  private void ended(Set<Thread> running) {
    Runnable toDo;
    synchronized (this) {
      running.remove(Thread.currentThread());
      assert Ledger.closed(Thread.currentThread());
      notifyAll();
      toDo = isRunning() ? null : last;
    }
    if (toDo != null) {
      toDo.run();
    }
  }

  private boolean isRunning() {
    return !waiting.isEmpty() || !computing.isEmpty();
  }

  @Override
  public boolean call(Runnable foreign) {
    Thread caller = Thread.currentThread();
    synchronized (this) {
      if (closed) {
        return false;
      }
      if (computing.contains(caller)) {
        called.add(caller);
      }
    }
    try {
      foreign.run();
    } finally {
      synchronized (this) {
        if (called.remove(caller)) {
          Thread.interrupted(); // by a close, or left behind by the code itself
        }
      }
    }
    return true;
  }

  @Override
  @SuppressWarnings("WaitNotInLoop") // the loop is the caller's, as the contract says
  public void await(Condition condition) throws InterruptedException {
    condition.await();
  }

  @Override
  public void close(Runnable last) {
    if (stop(last)) {
      last.run();
    }
  }

  /// Stops all work.
  ///
  /// @return whether it has ended; if not, the thread that ends last goes on
  private synchronized boolean stop(Runnable goesOn) {
    if (!closed) {
      closed = true;
      waiting.forEach(Thread::interrupt);
      called.forEach(Thread::interrupt);
      computing.forEach(_ -> queue.add(STOP));
    }
    long end = System.nanoTime() + PATIENCE_NANOS;
    long left = PATIENCE_NANOS;
    boolean interrupted = false;
    while (isRunning() && left > 0) {
      try {
        TimeUnit.NANOSECONDS.timedWait(this, left);
      } catch (InterruptedException _) {
        interrupted = true;
      }
      left = end - System.nanoTime();
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    last = goesOn;
    return !isRunning();
  }
}
