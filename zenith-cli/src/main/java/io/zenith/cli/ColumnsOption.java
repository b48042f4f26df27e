package io.zenith.cli;

import io.zenith.Dataset;
import io.zenith.schema.Field;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// Which columns to read.
final class ColumnsOption {
  @Option(
      names = "--columns",
      split = ",",
      paramLabel = "NAME",
      description =
          "Only these columns, in this order, and fields of structs such as user.city. Default:"
              + " all.")
  private List<String> names = List.of();

  @Spec(Spec.Target.MIXEE)
  private @Nullable CommandSpec command;

  /// The dataset with these columns.
  Dataset select(Dataset dataset) {
    if (names.isEmpty()) {
      return dataset;
    }
    List<String> all = dataset.schema().fields().stream().map(Field::name).toList();
    List<String> wanted =
        names.stream().map(name -> all.contains(name) ? name : name.strip()).toList();
    requireDistinct(wanted);
    return dataset.select(wanted.toArray(String[]::new));
  }

  private void requireDistinct(List<String> wanted) {
    Set<String> seen = new HashSet<>();
    for (String name : wanted) {
      if (!seen.add(name) && command != null) {
        throw new ParameterException(
            command.commandLine(), "--columns: '" + name + "' is named twice");
      }
    }
  }
}
