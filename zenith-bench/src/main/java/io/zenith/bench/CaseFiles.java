package io.zenith.bench;

import java.nio.file.Path;

/// One table in the forms that contenders read.
///
/// @param folder where it is
/// @param name what the table is called; that of a Parquet file ends so
record CaseFiles(Path folder, String name) {
  private static final String PARQUET = ".parquet";

  /// An Arrow file, or a Parquet file.
  Path file() {
    return folder.resolve(name.endsWith(PARQUET) ? name : name + ".arrow");
  }

  /// The record batches of the Arrow file as an Arrow stream.
  Path stream() {
    return folder.resolve(name + ".arrows");
  }

  /// The same table as a Parquet file.
  CaseFiles asParquet() {
    return new CaseFiles(folder, name + PARQUET);
  }
}
