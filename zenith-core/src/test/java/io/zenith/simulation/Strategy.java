package io.zenith.simulation;

/// Decides a schedule: all that is left to chance, or to the order in which all schedules are
/// tried.
public interface Strategy {

  /// A task goes on at a point where others may.
  int GOES_ON = -1;

  /// For how many nanoseconds the running task stops here, though it could go on: not at all, while
  /// one of the others goes on, or for longer, as a task does whose processor is taken away.
  long stop();

  /// Which of so many tasks goes on.
  int pick(int count);
}
