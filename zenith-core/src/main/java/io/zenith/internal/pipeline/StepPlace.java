package io.zenith.internal.pipeline;

/// A place in the run: the step that comes next.
///
/// @param epoch the epoch, from 0
/// @param step the step, from 0
public record StepPlace(int epoch, long step) {}
