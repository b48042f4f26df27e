package io.zenith.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;

/// Where `zenith` starts. Data goes to stdout and talk to stderr, both in UTF-8.
public final class Main {
  private Main() {}

  /// Runs one command, and exits with its code: 0, 1 (failed) or 2 (misused).
  public static void main(String[] args) {
    Interruption interruption = Interruption.of(Thread.currentThread());
    PrintWriter out = writer(new PipeOutputStream(new FileOutputStream(FileDescriptor.out)), false);
    PrintWriter err = writer(new FileOutputStream(FileDescriptor.err), true);
    int code = ZenithCommand.run(out, err, args);
    interruption.finished();
    System.exit(code);
  }

  private static PrintWriter writer(OutputStream stream, boolean autoFlush) {
    return new PrintWriter(new OutputStreamWriter(stream, StandardCharsets.UTF_8), autoFlush);
  }
}
