package io.zenith.bench;

import java.nio.file.Path;

/// One table in the forms that contenders read.
///
/// @param name what the table is called
/// @param file an Arrow file
/// @param stream the same record batches as an Arrow stream
record CaseFiles(String name, Path file, Path stream) {

  /// The files of a table in a folder.
  static CaseFiles in(Path folder, String name) {
    return new CaseFiles(name, folder.resolve(name + ".arrow"), folder.resolve(name + ".arrows"));
  }
}
