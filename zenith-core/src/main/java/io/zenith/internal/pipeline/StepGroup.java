package io.zenith.internal.pipeline;

/// Steps whose rows are gathered together, since handing over between threads costs more than a
/// small batch.
///
/// @param epoch their epoch
/// @param from the first step
/// @param end the step behind the last one
record StepGroup(int epoch, long from, long end) {

  /// `epoch 0, step 3`, or `epoch 0, steps 3 to 7`.
  @Override
  public String toString() {
    return "epoch "
        + epoch
        + (end - from == 1 ? ", step " + from : ", steps " + from + " to " + (end - 1));
  }

  /// The group that begins with a step.
  ///
  /// @param size how many steps are gathered together
  /// @param count steps in an epoch
  static StepGroup at(int epoch, long step, int size, long count) {
    return new StepGroup(epoch, step, step + Math.min(size, count - step));
  }

  /// The first of these steps.
  StepGroup to(long behind) {
    return new StepGroup(epoch, from, behind);
  }

  /// The group after this one, perhaps of the next epoch.
  StepGroup next(int size, long count) {
    return end < count ? at(epoch, end, size, count) : at(epoch + 1, 0, size, count);
  }
}
