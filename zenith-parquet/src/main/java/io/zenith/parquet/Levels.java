package io.zenith.parquet;

/// Where a node stands in the levels of the leaves below it.
///
/// The source: Apache Parquet, "Nested Encoding", after the Dremel paper.
///
/// @param definition from this level on a value is there: of a list, an element
/// @param repetition how many repeated nodes there are up to this one
/// @param ancestor the definition level of the closest repeated node above: below it there is no
///   place for a value of this node
record Levels(int definition, int repetition, int ancestor) {
  static final Levels ROOT = new Levels(0, 0, 0);

  /// How many bits a level takes, if none is larger than this one.
  static int bits(int most) {
    return Integer.SIZE - Integer.numberOfLeadingZeros(most);
  }

  /// Of a field that may be null.
  Levels optional() {
    return new Levels(definition + 1, repetition, ancestor);
  }

  /// Of a field that is a list.
  Levels repeated() {
    return new Levels(definition + 1, repetition + 1, ancestor);
  }

  /// Of what is in this list.
  Levels inside() {
    return new Levels(definition, repetition, definition);
  }
}
