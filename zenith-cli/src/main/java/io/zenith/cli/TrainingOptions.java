package io.zenith.cli;

/// How the demo trains.
///
/// @param isHeldOut whether a part of the data is held out, since there is no other to test on
record TrainingOptions(
    int epochs, int batchSize, double learningRate, long seed, boolean isHeldOut) {

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
        + seed
        + (isHeldOut ? "" : " --test PATH");
  }
}
