package io.zenith.bench;

import java.util.List;
import java.util.Locale;

/// What `zenith bench` measures in one run.
enum Suite {
  /// The protocol, and large files.
  BATCHES,
  /// Compressed files, writing, and the bridge; with as many threads as the rivals.
  ARROW,
  /// Parquet files, on two processors.
  PARQUET,
  /// CSV files, on two processors.
  CSV,
  /// Order and shuffling, on two processors.
  PIPELINE,
  /// Images, decoded by one thread, and many small files; on two processors.
  IMAGES,
  /// A bucket behind a slow wire, and a cache on the disk.
  REMOTE,
  /// Trainings in engines, which are no part of this module.
  TRAINING;

  /// Options for the JVM of each of its experiments.
  List<String> jvmOptions() {
    return switch (this) {
      case BATCHES, REMOTE -> List.of();
      // PyTorch computes on one thread, so that losses can be compared to the bit.
      case TRAINING ->
          List.of("-Xms2g", "-Xmx2g", "-Dai.djl.offline=true", "-Dai.djl.pytorch.num_threads=1");
      case ARROW, PARQUET, CSV, PIPELINE, IMAGES -> List.of("-XX:ActiveProcessorCount=2");
    };
  }

  /// Whether there is something to draw of it.
  boolean hasPicture() {
    return this == BATCHES || this == REMOTE;
  }

  /// Its name on the command line.
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
