package io.zenith.internal.layout;

import java.util.Objects;

/// Finds the values that are not null, 64 at a time. Dictionary, run-end encoded and union columns
/// are null also where the value that they refer to is.
public final class Validity {
  private Validity() {}

  /// Whether nulls of a column show in checked content only.
  public static boolean needsContent(Node node) {
    return switch (node.kind) {
      case DICTIONARY, UNION, RUN_END_ENCODED -> true;
      default -> false;
    };
  }

  /// Those of some values that are not null, nor anything that they are inside of.
  public static long of(Node[] path, long from, long values) {
    long valid = values;
    for (Node node : path) {
      valid = of(node, from, valid);
    }
    return valid;
  }

  /// Those of some values that are not null.
  public static long of(Node node, long from, long values) {
    if (needsContent(node)) {
      return mayBeNull(node) ? oneByOne(node, from, values) : values;
    }
    if (node.kind == Kind.NULL) {
      return 0;
    }
    return node.hasNulls ? values & Bits.of(node, node.validity, from, values) : values;
  }

  private static boolean mayBeNull(Node node) {
    return node.hasNulls
        || (node.dictionary != null && mayBeNull(node.dictionary))
        || (needsContent(node) && node.children.stream().anyMatch(Validity::mayBeNull));
  }

  private static long oneByOne(Node node, long from, long values) {
    long valid = 0;
    for (long left = values; left != 0; left &= left - 1) {
      int bit = Long.numberOfTrailingZeros(left);
      valid |= (isNull(node, from + bit) ? 0L : 1L) << bit;
    }
    return valid;
  }

  private static boolean isNull(Node node, long place) {
    return node.isNull(place)
        || switch (node.kind) {
          case DICTIONARY -> isNull(Objects.requireNonNull(node.dictionary), node.integer(place));
          case RUN_END_ENCODED -> isNull(node.children.getLast(), Runs.find(node, place));
          case UNION -> isNull(Unions.child(node, place), Unions.place(node, place));
          default -> false;
        };
  }
}
