package io.zenith.bench;

import java.util.List;

/// A row of the published table, from another machine: to be seen beside ours, not compared with
/// it.
///
/// @param contender what ran
/// @param samplesPerSecond rows, each with all its columns
/// @param p50Millis median time of a batch
/// @param p99Millis 99 of 100 batches are as fast
record Published(String contender, double samplesPerSecond, double p50Millis, double p99Millis) {
  /// The whole table: 10,000 rows, batches of 64.
  static final List<Published> TABLE =
      List.of(
          new Published("Zenith", 1_351_591, .044, .074),
          new Published("PyArrow direct", 1_342_076, .044, .077),
          new Published("streaming iterator", 320_219, .050, .134));

  String title() {
    return contender + " (published, other machine)";
  }
}
