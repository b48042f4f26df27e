package io.zenith.bench.training;

import io.zenith.bench.BenchFailure;
import io.zenith.bench.EngineExperiments;
import io.zenith.bench.Experiment;

/// The experiments of this module, for the command line.
public final class TrainingExperiments implements EngineExperiments {
  /// For the service loader.
  public TrainingExperiments() {}

  @Override
  public Experiment named(String name) {
    return switch (name) {
      case "DJL_IMAGES" -> new DjlImagesExperiment();
      case "DJL_TABLE" -> new DjlTableExperiment();
      case "DL4J_TABLE" -> new Dl4jTableExperiment();
      case "DJL_ARRAYS" -> new DjlArraysExperiment();
      default -> throw new BenchFailure("no training is called " + name);
    };
  }
}
