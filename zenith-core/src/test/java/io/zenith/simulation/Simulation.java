package io.zenith.simulation;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// Runs tasks one at a time, over virtual time: a strategy decides at each point where tasks may
/// meet who goes on, so that the same decisions give the same run.
///
/// Each task has a virtual thread, and only the one with the baton runs. Points are in the code
/// that [SimulatedCode] loads. If all tasks wait, the clock jumps to the end of the first sleep; if
/// nobody sleeps either, the run fails, and says what everyone waits for.
public final class Simulation {
  /// A run takes milliseconds: after this time a task waits for what is not simulated.
  private static final long PATIENCE_SECONDS = 60;

  /// How far the clock goes from one point to the next.
  private static final long STEP_NANOS = 1_000;

  @SuppressWarnings("NullAway.Init") // there is one while simulated code runs
  private static volatile Simulation current;

  private final Strategy strategy;
  private final List<Task> runnable = new ArrayList<>();
  private final PriorityQueue<Task> sleeping =
      new PriorityQueue<>(
          Comparator.<Task>comparingLong(task -> task.wakeAt)
              .thenComparingInt(task -> task.number));
  private final Set<Task> alive = new LinkedHashSet<>();
  private final IdentityHashMap<Object, SimulatedLock> monitors = new IdentityHashMap<>();
  private final CompletableFuture<Void> verdict = new CompletableFuture<>();
  private int started;
  private long now;
  private long points;

  /// Static initializers that are running. There are no points in them, since another task would
  /// wait for their end by the JVM's own means, and since they run once in many simulations.
  private int initializers;

  @SuppressWarnings("NullAway.Init") // there is one while simulated code runs
  private Task running;

  private Simulation(Strategy strategy) {
    this.strategy = strategy;
  }

  /// What has a thread of its own.
  public final class Task {
    private final int number;
    private final String name;
    private final Semaphore baton = new Semaphore(0);
    private final Thread thread;
    private final Deque<Task> joining = new ArrayDeque<>();
    private Deque<Task> queue = new ArrayDeque<>();
    private String waitsFor = "its start";
    private boolean interruptible;
    private boolean interrupted;
    private long wakeAt;

    private Task(int number, String name, Runnable body) {
      this.number = number;
      this.name = name;
      this.thread = Thread.ofVirtual().name(name).unstarted(() -> live(this, body));
      thread.setContextClassLoader(body.getClass().getClassLoader());
    }

    @Override
    public String toString() {
      return name + " " + number;
    }
  }

  /// The simulation that is running.
  public static Simulation current() {
    return current;
  }

  /// Runs a task, and all those that it starts, to the end of the first.
  ///
  /// @return how many points there were
  /// @throws AssertionError if a task has failed, or is left over, or if all wait
  public static long run(Strategy strategy, Runnable first) {
    Simulation simulation = new Simulation(strategy);
    current = simulation;
    Task task = simulation.start("consumer", first);
    simulation.runnable.clear();
    simulation.running = task;
    task.baton.release();
    try {
      simulation.verdict.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw new AssertionError(
          e.getCause() + "\nat " + simulation.now / STEP_NANOS + " us of virtual time",
          e.getCause());
    } catch (TimeoutException | InterruptedException e) {
      throw new AssertionError("what is not simulated is waited for\n" + simulation.waits(), e);
    }
    return simulation.points;
  }

  /// Starts a task. It goes on when its turn comes.
  public Task start(String name, Runnable body) {
    Task task = new Task(started++, name, body);
    alive.add(task);
    runnable.add(task);
    task.thread.start();
    return task;
  }

  private void live(Task self, Runnable body) {
    self.baton.acquireUninterruptibly();
    try {
      body.run();
    } catch (Throwable e) {
      verdict.completeExceptionally(e);
      return;
    }
    alive.remove(self);
    wakeAll(self.joining);
    if (self.number > 0) {
      next();
    } else if (alive.isEmpty()) {
      verdict.complete(null);
    } else {
      verdict.completeExceptionally(new AssertionError("tasks are left over\n" + waits()));
    }
  }

  /// Interrupts a task, which ends a sleep or a wait that can be ended.
  public void interrupt(Task task) {
    task.thread.interrupt();
    if (task.interruptible) {
      task.interrupted = true;
      wake(task);
    }
  }

  /// Waits until a task has ended.
  public void join(Task task) {
    while (alive.contains(task)) {
      block(task.joining, "the end of " + task);
    }
  }

  /// The virtual time.
  public long nanos() {
    return now;
  }

  /// Passes virtual time.
  public void sleep(long nanos) throws InterruptedException {
    Task self = running;
    self.wakeAt = now + nanos;
    sleeping.add(self);
    try {
      await(new ArrayDeque<>(), "the time");
    } finally {
      sleeping.remove(self);
    }
  }

  /// Another task may go on here.
  public static void point() {
    Simulation simulation = current;
    if (simulation.initializers == 0) {
      simulation.points++;
      simulation.now += STEP_NANOS;
      simulation.wakeSleepers();
      long stop = simulation.isAlone() ? Strategy.GOES_ON : simulation.strategy.stop();
      if (stop >= 0) {
        simulation.stop(stop);
      }
    }
  }

  /// A static initializer begins.
  public static void initializing() {
    current.initializers++;
  }

  /// A static initializer ends.
  public static void initialized() {
    current.initializers--;
  }

  /// In the place of the instruction `monitorenter`.
  public static void enter(Object monitor) {
    current.monitors.computeIfAbsent(monitor, _ -> new SimulatedLock()).lock();
  }

  /// In the place of the instruction `monitorexit`.
  public static void exit(Object monitor) {
    current.monitors.get(monitor).unlock();
  }

  /// The task that is running.
  public Task running() {
    return running;
  }

  /// Waits in a queue until someone wakes the running task.
  void block(Deque<Task> queue, String what) {
    Task self = running;
    queue.add(self);
    self.queue = queue;
    self.waitsFor = what;
    next();
    self.baton.acquireUninterruptibly();
  }

  /// Waits in a queue until someone wakes or interrupts the running task.
  void await(Deque<Task> queue, String what) throws InterruptedException {
    Task self = running;
    if (!Thread.currentThread().isInterrupted()) {
      self.interruptible = true;
      block(queue, what);
    } else {
      self.interrupted = true;
    }
    if (self.interrupted) {
      self.interrupted = false;
      Thread.interrupted();
      throw new InterruptedException("while it waited for " + what);
    }
  }

  /// Lets a task that waits go on when its turn comes.
  void wake(Task task) {
    sleeping.remove(task);
    task.queue.remove(task);
    task.interruptible = false;
    runnable.add(task);
  }

  void wakeAll(Deque<Task> queue) {
    while (!queue.isEmpty()) {
      wake(queue.getFirst());
    }
  }

  private boolean isAlone() {
    return runnable.isEmpty() && sleeping.isEmpty();
  }

  /// Stops the running task until its turn comes.
  private void stop(long nanos) {
    Task self = running;
    self.wakeAt = now + nanos;
    sleeping.add(self);
    block(new ArrayDeque<>(), "its turn");
  }

  /// Another task goes on.
  private void next() {
    if (runnable.isEmpty() && !sleeping.isEmpty()) {
      now = Math.max(now, sleeping.peek().wakeAt);
      wakeSleepers();
    }
    if (runnable.isEmpty()) {
      verdict.completeExceptionally(new AssertionError("all wait\n" + waits()));
      return;
    }
    handOver(runnable.remove(strategy.pick(runnable.size())));
  }

  private void handOver(Task task) {
    running = task;
    task.baton.release();
  }

  private void wakeSleepers() {
    while (!sleeping.isEmpty() && sleeping.peek().wakeAt <= now) {
      wake(sleeping.peek());
    }
  }

  private String waits() {
    StringBuilder text = new StringBuilder();
    for (Task task : alive) {
      text.append(task).append(" waits for ").append(task.waitsFor).append('\n');
      for (StackTraceElement frame : task.thread.getStackTrace()) {
        if (frame.getClassName().startsWith("io.zenith")
            && !frame.getClassName().startsWith("io.zenith.simulation")) {
          text.append("    ").append(frame).append('\n');
        }
      }
    }
    return text.toString();
  }
}
