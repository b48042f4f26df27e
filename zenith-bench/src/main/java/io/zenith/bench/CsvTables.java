package io.zenith.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// The generated CSV files that experiments share: whoever comes first writes them.
///
/// @param numbers whole numbers, decimals and short words
/// @param quarter the same, with a quarter of the rows
/// @param quoted numbers, and text of several lines with quotes
record CsvTables(Path numbers, Path quarter, Path quoted) {

  static CsvTables in(PythonPeer peer, Path folder, long rows)
      throws IOException, InterruptedException {
    CsvTables tables =
        new CsvTables(
            folder.resolve("num.csv"),
            folder.resolve("num.quarter.csv"),
            folder.resolve("quoted.csv"));
    if (!Files.exists(tables.quoted)) {
      PythonPasses.writeCsv(peer, folder, rows);
    }
    return tables;
  }
}
