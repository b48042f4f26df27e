package io.zenith.internal.pipeline;

import java.util.concurrent.locks.Condition;

/// All starting and waiting of a loader goes through here, so that a test can put a scheduler of
/// its own in the place of threads.
public interface Tasks {

  /// Starts work that mostly waits, such as a fetch.
  ///
  /// @return false if the tasks are closed, and the work was not started
  boolean startWaiting(Runnable work);

  /// Starts work that computes and touches mapped pages. At most a fixed number runs at a time.
  ///
  /// @return false if the tasks are closed, and the work was not started
  boolean startComputing(Runnable work);

  /// Starts work that waits in calls of the system which only the interrupt of a platform thread
  /// ends, such as reading a pipe. Each gets a thread.
  ///
  /// @return false if the tasks are closed, and the work was not started
  boolean startReading(Runnable work);

  /// Waits for a signal. The caller holds the condition's lock and checks its reason in a loop.
  void await(Condition condition) throws InterruptedException;

  /// Calls code of the user's, which may take as long as it likes, in work that was started: it is
  /// interrupted when the tasks are closed. No interrupt is left over to work that computes.
  ///
  /// @return false if the tasks are closed, and it was not called
  boolean call(Runnable foreign);

  /// Interrupts what waits, and code of the user's, and waits for all started work to end. Nothing
  /// starts afterwards.
  ///
  /// What does not end within a second is not waited for.
  ///
  /// @param last is run when all work has ended: by this thread, or by that of the work that ends
  ///   last if it is not waited for
  void close(Runnable last);
}
