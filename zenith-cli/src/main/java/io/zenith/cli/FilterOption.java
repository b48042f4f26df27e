package io.zenith.cli;

import io.zenith.Dataset;
import io.zenith.Filter;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// Which rows to read.
final class FilterOption {
  @Option(
      names = "--filter",
      paramLabel = "TEXT",
      description =
          "Only rows for which this is true, such as \"label < 10 and name startswith 'a'\".")
  private @Nullable String text;

  @Spec(Spec.Target.MIXEE)
  private @Nullable CommandSpec command;

  /// Whether some rows are to be left out.
  boolean isSet() {
    return text != null;
  }

  /// The dataset with these rows.
  Dataset filter(Dataset dataset) {
    if (text == null) {
      return dataset;
    }
    try {
      return dataset.filter(Filter.parse(text));
    } catch (IllegalArgumentException e) {
      if (command == null) {
        throw e;
      }
      throw new ParameterException(command.commandLine(), "--filter: " + e.getMessage());
    }
  }
}
