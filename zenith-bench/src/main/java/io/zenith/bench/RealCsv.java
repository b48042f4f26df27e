package io.zenith.bench;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// CSV files that others have published, and that are no part of the repository.
final class RealCsv {
  /// What is said where there are none.
  static final String HINT =
      "real CSV files are not measured: ZENITH_SHARED names the folder that has datasets/vega";

  private static final List<String> FILES =
      List.of(
          "vega/airports.csv",
          "vega/birdstrikes.csv",
          "vega/species.csv",
          "vega/zipcodes.csv",
          "writers/duckdb.csv");

  private RealCsv() {}

  /// Those that are there: in the folder that `ZENITH_SHARED` names, else in that beside the clone.
  static List<Path> find(PythonPeer peer) {
    Path shared =
        Optional.ofNullable(System.getenv("ZENITH_SHARED"))
            .map(Path::of)
            .orElseGet(() -> peer.root().resolveSibling("shared"));
    return in(shared);
  }

  /// Those of a shared folder.
  static List<Path> in(Path shared) {
    return FILES.stream()
        .map(shared.resolve("datasets")::resolve)
        .filter(Files::isRegularFile)
        .toList();
  }
}
