package io.zenith.internal.layout;

/// Rows of a node whose content is checked: what a [Concat] copies.
///
/// @param node the node
/// @param start the first row
/// @param count how many
public record Part(Node node, long start, long count) {

  /// Behind the last row.
  long end() {
    return start + count;
  }

  /// Whether a row of a node is the one behind these.
  @SuppressWarnings("ReferenceEquality") // equal rows elsewhere lie elsewhere
  boolean isBefore(Node other, long place) {
    return node == other && end() == place;
  }
}
