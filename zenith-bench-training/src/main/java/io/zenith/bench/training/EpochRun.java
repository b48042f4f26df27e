package io.zenith.bench.training;

import java.util.List;

/// One epoch of a training.
///
/// @param seconds from the first byte that is read to the last step
/// @param waited the share of it in which the training waited for a batch
/// @param garbage bytes on the heap a step, of all threads
/// @param rows that were trained on
/// @param losses of the steps
record EpochRun(double seconds, double waited, double garbage, long rows, List<Float> losses) {
  double rowsPerSecond() {
    return rows / seconds;
  }
}
