package io.zenith.cli;

import io.zenith.Dataset;
import io.zenith.arrow.Arrow;
import io.zenith.error.MalformedDataException;
import java.io.FileDescriptor;
import java.io.FileInputStream;
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
  private static final String STDIN = "-";

  @Parameters(
      arity = "1..*",
      paramLabel = "PATH",
      description =
          "Files, folders or globs: together one dataset. Where a command reads rows in order, a"
              + " - alone is an Arrow stream on standard input.")
  private List<String> paths = List.of();

  @Spec(Spec.Target.MIXEE)
  private @Nullable CommandSpec command;

  /// Whether it comes on standard input.
  boolean isStream() {
    return isStream(paths);
  }

  /// Whether these paths mean standard input.
  static boolean isStream(List<String> paths) {
    return paths.contains(STDIN);
  }

  /// Opens it, from files or from standard input.
  Dataset open() throws IOException {
    if (!isStream()) {
      return openFiles();
    }
    if (paths.size() > 1) {
      throw misuse("- is standard input, and stands alone");
    }
    return openStream();
  }

  /// Opens standard input.
  static Dataset openStream() throws IOException {
    return Dataset.of(
        Arrow.stream("standard input", new FileInputStream(FileDescriptor.in).getChannel()));
  }

  /// Opens files.
  Dataset openFiles() throws IOException {
    if (paths.contains("")) {
      throw misuse("a PATH is empty");
    }
    if (isStream()) {
      throw misuse("this needs files: what a stream has shows at its end only");
    }
    return open(paths.toArray(String[]::new));
  }

  private RuntimeException misuse(String message) {
    return command == null
        ? new IllegalStateException(message)
        : new ParameterException(command.commandLine(), message);
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
