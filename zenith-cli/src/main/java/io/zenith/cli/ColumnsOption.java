package io.zenith.cli;

import io.zenith.Dataset;
import java.util.List;
import picocli.CommandLine.Option;

/// Which columns to read.
final class ColumnsOption {
  @Option(
      names = "--columns",
      split = ",",
      paramLabel = "NAME",
      description = "Only these columns, in this order. Default: all.")
  private List<String> names = List.of();

  /// The dataset with these columns.
  Dataset select(Dataset dataset) {
    return names.isEmpty() ? dataset : dataset.select(names.toArray(String[]::new));
  }
}
