package io.zenith.bench;

import java.nio.file.Path;
import java.util.Objects;

/// One table in the forms that contenders read.
///
/// @param name what the table is called
/// @param file an Arrow file, or a Parquet file
/// @param stream the same record batches as an Arrow stream, if it is an Arrow file
record CaseFiles(String name, Path file, Path stream) {
  private static final String PARQUET = ".parquet";

  /// The files of a table in a folder.
  static CaseFiles in(Path folder, String name) {
    if (name.endsWith(PARQUET)) {
      return new CaseFiles(name, folder.resolve(name), folder.resolve("none"));
    }
    return new CaseFiles(name, folder.resolve(name + ".arrow"), folder.resolve(name + ".arrows"));
  }

  /// The same table as a Parquet file.
  CaseFiles asParquet() {
    return in(Objects.requireNonNull(file.getParent()), name + PARQUET);
  }
}
