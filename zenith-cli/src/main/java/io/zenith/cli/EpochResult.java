package io.zenith.cli;

/// One epoch of training, and the test after it.
///
/// @param accuracy share of the rows of the test that are classified rightly
/// @param loss mean cross-entropy of the rows trained on
/// @param samples rows trained on
/// @param seconds the training, without the test
/// @param takingSeconds of them, in `hasNext` and `next`
/// @param copyingSeconds of them, copying columns into float arrays
record EpochResult(
    int epoch,
    double accuracy,
    double loss,
    long samples,
    double seconds,
    double takingSeconds,
    double copyingSeconds) {

  /// The share of the time that training waited for data.
  double waitedShare() {
    return (takingSeconds + copyingSeconds) / seconds;
  }
}
