package io.zenith.csv;

/// In what pieces a text is gone through. What is read does not depend on it.
///
/// @param window bytes that are looked at together: what lies in the second cache of a processor,
///   with the places of its fields
/// @param cell bytes that are gone through to find a record by its number
/// @param cells that one thread goes through at a time
/// @param split bytes of a split, about
/// @param batch bytes of text that become a record batch, about: enough that its overhead does not
///   count
record Sizes(int window, int cell, int cells, long split, long batch) {
  static final Sizes DEFAULT = new Sizes(1 << 17, 1 << 16, 64, 8 << 20, 1 << 20);
}
