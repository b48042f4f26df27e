package io.zenith.cli;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// Makes Ctrl-C clean: the command's thread is interrupted and gets a moment to remove what it left
/// half done. The JVM then exits with 130 by itself.
final class Interruption {
  /// Long enough to delete a file, short enough for someone who waits.
  private static final int PATIENCE_MILLIS = 3_000;

  private static final int PERIOD_MILLIS = 100;

  private final CountDownLatch finished = new CountDownLatch(1);

  private Interruption() {}

  /// Watches over a command that runs on a thread.
  static Interruption of(Thread worker) {
    Interruption interruption = new Interruption();
    Thread hook = new Thread(() -> interruption.stop(worker), "zenith-stop");
    Runtime.getRuntime().addShutdownHook(hook);
    return interruption;
  }

  /// The command has ended: there is nothing to stop.
  void finished() {
    finished.countDown();
  }

  private void stop(Thread worker) {
    if (finished.getCount() == 0) {
      return;
    }
    worker.interrupt();
    try {
      for (int waited = 0; waited < PATIENCE_MILLIS; waited += PERIOD_MILLIS) {
        // Who waits for a process's answer heeds no interrupt, but the end of the process; and may
        // start another before it notices.
        ProcessHandle.current().descendants().forEach(ProcessHandle::destroy);
        if (finished.await(PERIOD_MILLIS, TimeUnit.MILLISECONDS)) {
          return;
        }
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }
}
