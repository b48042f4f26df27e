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
import picocli.CommandLine.Mixin;
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

  @Mixin private final FormatOptions format = new FormatOptions();

  @Spec(Spec.Target.MIXEE)
  private @Nullable CommandSpec command;

  /// How its files are read.
  FormatOptions format() {
    return format;
  }

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
    return open(paths, format, command());
  }

  /// Opens files, or standard input.
  static Dataset open(List<String> paths, FormatOptions format, CommandSpec command)
      throws IOException {
    if (!isStream(paths)) {
      return openFiles(paths, format, command);
    }
    if (paths.size() > 1) {
      throw misuse(command, "- is standard input, and stands alone");
    }
    Optional<String> purpose = format.purpose();
    if (purpose.isPresent()) {
      throw misuse(command, "- is an Arrow stream: " + purpose.get());
    }
    return Dataset.of(
        Arrow.stream("standard input", new FileInputStream(FileDescriptor.in).getChannel()));
  }

  /// Opens files.
  Dataset openFiles() throws IOException {
    if (isStream()) {
      throw misuse(command(), "this needs files: what a stream has shows at its end only");
    }
    return openFiles(paths, format, command());
  }

  private static Dataset openFiles(List<String> paths, FormatOptions format, CommandSpec command)
      throws IOException {
    if (paths.contains("")) {
      throw misuse(command, "a PATH is empty");
    }
    return open(format, paths.toArray(String[]::new));
  }

  private CommandSpec command() {
    if (command == null) {
      throw new IllegalStateException("used before the command line was parsed");
    }
    return command;
  }

  private static ParameterException misuse(CommandSpec command, String message) {
    return new ParameterException(command.commandLine(), message);
  }

  /// Opens other paths, with the same errors: all that footers show.
  static Dataset open(FormatOptions format, String... paths) throws IOException {
    try {
      Dataset dataset = format.open(paths);
      dataset.splits();
      return dataset;
    } catch (IllegalArgumentException | MalformedDataException e) {
      Optional<CommandFailure> explained =
          format.isText() ? Optional.empty() : WrongFiles.explain(e, paths);
      throw explained.isPresent() ? explained.get() : e;
    }
  }
}
