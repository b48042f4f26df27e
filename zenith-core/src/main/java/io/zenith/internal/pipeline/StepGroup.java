package io.zenith.internal.pipeline;

/// Steps whose rows are gathered together, since handing over between threads costs more than a
/// small batch.
///
/// @param epoch their epoch
/// @param from the first step
/// @param end the step behind the last one
record StepGroup(int epoch, long from, long end) {}
