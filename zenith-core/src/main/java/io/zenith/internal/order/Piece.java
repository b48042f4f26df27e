package io.zenith.internal.order;

/// Consecutive rows of a split that lie in a window one after the other.
///
/// @param split the number of the split
/// @param from the first row, counted within the split
/// @param count how many rows, 1 or more
/// @param firstRow the number of the first row in the dataset
/// @param offset where the first row lies in the window
public record Piece(int split, long from, long count, long firstRow, long offset) {}
