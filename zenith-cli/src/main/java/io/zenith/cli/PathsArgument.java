package io.zenith.cli;

import io.zenith.Dataset;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// The dataset that a command reads.
final class PathsArgument {
  /// Where the library's words for programmers begin, when nothing reads a file.
  private static final String FOR_PROGRAMMERS = ". Is the module";

  @Parameters(
      arity = "1..*",
      paramLabel = "PATH",
      description = "Files, folders or globs: together one dataset.")
  private List<String> paths = List.of();

  @Spec(Spec.Target.MIXEE)
  private @Nullable CommandSpec command;

  /// Opens it.
  Dataset open() throws IOException {
    if (command != null && paths.contains("")) {
      throw new ParameterException(command.commandLine(), "a PATH is empty");
    }
    return open(paths.toArray(String[]::new));
  }

  /// Opens other paths, with the same errors.
  static Dataset open(String... paths) throws IOException {
    try {
      return Dataset.open(paths);
    } catch (IllegalArgumentException e) {
      String message = String.valueOf(e.getMessage());
      int cut = message.indexOf(FOR_PROGRAMMERS);
      throw cut < 0
          ? e
          : new CommandFailure(
              message.substring(0, cut) + "; 'zenith --version' lists what is read", e);
    }
  }
}
