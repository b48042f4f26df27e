package io.zenith.internal.pipeline;

/// What a loader works with.
///
/// @param tasks runs what is done ahead
/// @param budget where memory is from
/// @param meter times the stages
public record Resources(Tasks tasks, Budget budget, Meter meter) {}
