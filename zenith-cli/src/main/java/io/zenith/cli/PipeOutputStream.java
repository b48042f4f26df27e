package io.zenith.cli;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/// Stdout. A [java.io.PrintWriter] would swallow failures, so they become unchecked here: a reader
/// that went away ([ClosedPipeException], which ends the command quietly), or a full disk.
final class PipeOutputStream extends OutputStream {
  private final OutputStream target;

  PipeOutputStream(OutputStream target) {
    this.target = new BufferedOutputStream(target, 1 << 16);
  }

  @Override
  public void write(int value) {
    attempt(() -> target.write(value));
  }

  @Override
  public void write(byte[] bytes, int from, int count) {
    attempt(() -> target.write(bytes, from, count));
  }

  @Override
  public void flush() {
    attempt(target::flush);
  }

  @Override
  public void close() {
    attempt(target::close);
  }

  private static void attempt(Write write) {
    try {
      write.run();
    } catch (IOException e) {
      String message = String.valueOf(e.getMessage());
      // "Broken pipe", or on Windows "The pipe is being closed".
      throw message.contains("pipe")
          ? new ClosedPipeException(e)
          : new CommandFailure("cannot write to stdout: " + message, e);
    }
  }

  /// One call that may fail.
  private interface Write {
    void run() throws IOException;
  }
}
