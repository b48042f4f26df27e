package io.zenith;

/// Refuses nulls where a plain array or tensor has no place for them.
final class Nulls {
  private Nulls() {}

  /// Throws if one of the values is null.
  static void refuse(Node node, long start, long count) {
    for (long i = 0; i < count; i++) {
      if (node.isNull(start + i)) {
        throw new IllegalStateException(
            "column '"
                + node.field.name()
                + "' is null at row "
                + i
                + " of this batch: pass a fill value, or ask isNull(row)");
      }
    }
  }
}
