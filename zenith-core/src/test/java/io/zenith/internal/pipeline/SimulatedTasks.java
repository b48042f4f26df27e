package io.zenith.internal.pipeline;

import io.zenith.simulation.Simulation;
import io.zenith.simulation.Simulation.Task;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.Condition;

/// Tasks of the [Simulation] that is running. It needs no locks: there are no points in it.
public final class SimulatedTasks implements Tasks {
  private final Simulation simulation = Simulation.current();
  private final int computers;
  private final List<Task> waiting = new ArrayList<>();
  private final List<Task> all = new ArrayList<>();
  private final List<Task> called = new ArrayList<>();
  private final Deque<Runnable> queue = new ArrayDeque<>();
  private int computing;
  private boolean closed;

  public SimulatedTasks(int computers) {
    this.computers = computers;
  }

  @Override
  public boolean startWaiting(Runnable work) {
    if (!closed) {
      waiting.add(start("fetch", work));
    }
    return !closed;
  }

  @Override
  public boolean startReading(Runnable work) {
    if (!closed) {
      waiting.add(start("read", work));
    }
    return !closed;
  }

  @Override
  public boolean startComputing(Runnable work) {
    if (closed) {
      return false;
    }
    queue.add(work);
    if (computing < computers) {
      computing++;
      start("decode", this::compute);
    }
    return true;
  }

  private void compute() {
    while (!queue.isEmpty()) {
      queue.remove().run();
    }
    computing--;
  }

  private Task start(String name, Runnable work) {
    Task task = simulation.start(name, work);
    all.add(task);
    return task;
  }

  @Override
  @SuppressWarnings("WaitNotInLoop") // the loop is the caller's, as the contract says
  public void await(Condition condition) throws InterruptedException {
    condition.await();
  }

  @Override
  public boolean call(Runnable foreign) {
    if (closed) {
      return false;
    }
    Task caller = simulation.running();
    called.add(caller);
    try {
      foreign.run();
    } finally {
      called.remove(caller);
      Thread.interrupted();
    }
    return true;
  }

  @Override
  public void close(Runnable last) {
    if (!closed) {
      closed = true;
      waiting.forEach(simulation::interrupt);
      called.forEach(simulation::interrupt);
    }
    all.forEach(simulation::join);
    last.run();
  }
}
