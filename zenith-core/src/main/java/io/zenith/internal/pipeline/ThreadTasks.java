package io.zenith.internal.pipeline;

import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.locks.Condition;

/// Tasks on real threads: virtual ones wait, a fixed number of platform ones computes (a page fault
/// would block the carrier of a virtual one). No thread is started before it is needed.
public final class ThreadTasks implements Tasks {
  /// Ends one computing thread.
  private static final Runnable STOP =
      new Runnable() {
        @Override
        public void run() {}
      };

  private final int computers;
  private final Set<Thread> waiting = new HashSet<>();
  private final Set<Thread> computing = new HashSet<>();
  private final LinkedBlockingQueue<Runnable> queue = new LinkedBlockingQueue<>();
  private boolean closed;

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
        // Nobody here interrupts a computing thread; a format has left its flag set.
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

  private synchronized void ended(Set<Thread> running) {
    running.remove(Thread.currentThread());
    assert Ledger.closed(Thread.currentThread());
    notifyAll();
  }

  @Override
  @SuppressWarnings("WaitNotInLoop") // the loop is the caller's, as the contract says
  public void await(Condition condition) throws InterruptedException {
    condition.await();
  }

  @Override
  public synchronized void close() {
    if (!closed) {
      closed = true;
      waiting.forEach(Thread::interrupt);
      computing.forEach(_ -> queue.add(STOP));
    }
    boolean interrupted = false;
    while (!waiting.isEmpty() || !computing.isEmpty()) {
      try {
        wait();
      } catch (InterruptedException _) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
