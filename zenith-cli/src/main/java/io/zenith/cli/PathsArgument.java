package io.zenith.cli;

import io.zenith.Dataset;
import io.zenith.error.MalformedDataException;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// The dataset that a command reads.
final class PathsArgument {
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

  /// Opens other paths, with the same errors: all that footers show.
  static Dataset open(String... paths) throws IOException {
    try {
      Dataset dataset = Dataset.open(paths);
      dataset.splits();
      return dataset;
    } catch (IllegalArgumentException | MalformedDataException e) {
      Optional<CommandFailure> explained = WrongFiles.explain(e, paths);
      throw explained.isPresent() ? explained.get() : e;
    }
  }
}
