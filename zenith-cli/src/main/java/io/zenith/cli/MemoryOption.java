package io.zenith.cli;

import io.zenith.DataLoader;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// How much memory a loader may take.
final class MemoryOption {
  /// What the library tells programs, and what to tell people.
  private static final String FOR_PROGRAMS = "set memoryBudget";

  private static final String FOR_PEOPLE = "give more with --memory or ZENITH_JAVA_OPTS=-Xmx8g";

  @Option(
      names = "--memory",
      paramLabel = "SIZE",
      description = "Memory budget, such as '2 GiB'. Default: as much as the heap may take.")
  private @Nullable String size;

  @Spec(Spec.Target.MIXEE)
  private @Nullable CommandSpec command;

  /// Sets it.
  DataLoader.Builder set(DataLoader.Builder options) {
    if (size != null) {
      try {
        options.memoryBudget(size);
      } catch (IllegalArgumentException e) {
        if (command == null) {
          throw e;
        }
        throw new ParameterException(command.commandLine(), String.valueOf(e.getMessage()));
      }
    }
    return options;
  }

  /// A message of the library in the words of the command line.
  static String inWords(String message) {
    return message.replace(FOR_PROGRAMS, FOR_PEOPLE);
  }
}
