package io.zenith.cli;

import java.io.PrintWriter;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// How a command that reports speaks: text or JSON on stdout, talk and progress on stderr.
final class Output {
  @Option(names = "--json", description = "Print JSON instead of text.")
  private boolean json;

  @Spec(Spec.Target.MIXEE)
  private @Nullable CommandSpec command;

  /// Whether JSON is asked for.
  boolean isJson() {
    return json;
  }

  /// Stdout, for data.
  PrintWriter out() {
    return command().commandLine().getOut();
  }

  /// Prints a line of talk on stderr, after the data so far.
  void say(String line) {
    out().flush();
    command().commandLine().getErr().println(line);
  }

  /// Prints a report as JSON, where that is asked for, else as text.
  void report(Report report) {
    if (json) {
      Json.print(report, out());
    } else {
      report.lines().forEach(out()::println);
    }
    out().flush();
  }

  /// Starts to show how far the command is, if someone watches.
  Progress progress(String what, String unit, long total) {
    return Progress.shown(command().commandLine().getErr(), what, unit, total);
  }

  /// The command, for errors of usage.
  CommandSpec command() {
    if (command == null) {
      throw new IllegalStateException("used before the command line was parsed");
    }
    return command;
  }
}
