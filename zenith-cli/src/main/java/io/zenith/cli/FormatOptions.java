package io.zenith.cli;

import io.zenith.Dataset;
import java.io.IOException;
import picocli.CommandLine.Mixin;

/// How files are read, of one format or the other. Without any option they may be of any format.
final class FormatOptions {
  @Mixin private final ParquetOptions parquet = new ParquetOptions();
  @Mixin private final TextOptions text = new TextOptions();

  /// Whether any is given, so that files must be of one format.
  boolean areSet() {
    return parquet.areSet() || text.areSet();
  }

  /// Opens files.
  Dataset open(String... paths) throws IOException {
    if (parquet.areSet() && text.areSet()) {
      throw new CommandFailure("options for Parquet files and options for delimited text");
    }
    return text.areSet() ? Dataset.open(text.format(), paths) : parquet.open(paths);
  }
}
