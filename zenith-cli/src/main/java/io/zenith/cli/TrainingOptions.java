package io.zenith.cli;

/// How the demo trains.
record TrainingOptions(int epochs, int batchSize, double learningRate, long seed) {

  /// As options of the command.
  @Override
  public String toString() {
    return "--epochs "
        + epochs
        + " --batch-size "
        + batchSize
        + " --learning-rate "
        + learningRate
        + " --seed "
        + seed;
  }
}
