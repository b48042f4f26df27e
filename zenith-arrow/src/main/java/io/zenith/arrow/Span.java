package io.zenith.arrow;

/// Some values of a column, one behind the other.
///
/// @param from the place of the first
/// @param count how many
record Span(long from, long count) {

  /// The place behind the last one.
  long end() {
    return from + count;
  }

  /// The same values, where each is so many.
  Span times(long each) {
    return new Span(Math.multiplyExact(from, each), Math.multiplyExact(count, each));
  }
}
