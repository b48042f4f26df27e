package io.zenith.internal.layout;

import io.zenith.internal.ErrorText;
import io.zenith.internal.storage.Fault;
import java.util.function.IntConsumer;

/// Nulls in bulk: refuses them, or visits their places. A fault of a mapped file comes out as what
/// it is, since the bitmap may be mapped as well.
public final class Nulls {
  private Nulls() {}

  /// Throws if one of the values is null.
  public static void refuse(Node node, long start, long count) {
    long place = first(node, start, count);
    if (place >= 0) {
      throw refusal(node, "is null", place, "pass a fill value, or ask isNull(row)");
    }
  }

  /// Throws if one of the values of a tensor is null, which belong in equal numbers to `rows` rows
  /// of `column` from `row` of the batch on.
  public static void refuse(Node node, long start, long count, Node column, int row, int rows) {
    long place = first(node, start, count);
    if (place >= 0) {
      throw refusal(
          column,
          node == column ? "is null" : "holds a null",
          row + place / (count / rows),
          "a tensor has none, so leave such rows out by a filter, or fill them by a transform");
    }
  }

  private static IllegalStateException refusal(Node column, String fault, long row, String advice) {
    return new IllegalStateException(
        ErrorText.printable(
            "column '"
                + column.field.name()
                + "' "
                + fault
                + " at row "
                + row
                + " of this batch: "
                + advice));
  }

  private static long first(Node node, long start, long count) {
    if (!node.hasNulls) {
      return -1;
    }
    try {
      return settledFirst(node, start, count);
    } catch (InternalError e) {
      throw node.fault(e);
    }
  }

  private static long settledFirst(Node node, long start, long count) {
    try {
      long place = 0;
      while (place < count && !node.isNull(start + place)) {
        place++;
      }
      return place < count ? place : -1;
    } finally {
      Fault.settle();
    }
  }

  /// Calls for each null, with its place counted from `start`.
  public static void forEach(Node node, long start, int count, IntConsumer action) {
    if (!node.hasNulls) {
      return;
    }
    try {
      settledForEach(node, start, count, action);
    } catch (InternalError e) {
      throw node.fault(e);
    }
  }

  private static void settledForEach(Node node, long start, int count, IntConsumer action) {
    try {
      for (int i = 0; i < count; i++) {
        if (node.isNull(start + i)) {
          action.accept(i);
        }
      }
    } finally {
      Fault.settle();
    }
  }
}
