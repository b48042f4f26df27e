package io.zenith.bench;

import java.io.IOException;
import java.nio.file.Path;

/// A measurement of its own, beside the table of the contenders. It runs in a JVM of its own.
interface Experiment {

  /// Makes the files that it needs in the folder, and measures.
  ExperimentResult run(Path folder, BenchPace pace) throws IOException, InterruptedException;
}
