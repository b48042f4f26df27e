package io.zenith.internal.order;

/// Consecutive indices of a lane in an epoch. Index i of lane l is position i x lanes + l.
///
/// @param lane the lane
/// @param from the first index
/// @param count how many, 1 or more
public record LaneRange(int lane, long from, long count) {}
