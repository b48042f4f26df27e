package io.zenith.cli;

/// Thrown by a command's own loops when the user has pressed Ctrl-C.
final class StoppedException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private StoppedException() {
    super("stopped", null, false, false);
  }

  /// Throws if the calling thread was interrupted; leaves the flag.
  static void check() {
    if (Thread.currentThread().isInterrupted()) {
      throw new StoppedException();
    }
  }
}
