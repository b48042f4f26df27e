package io.zenith.internal.rows;

import io.zenith.internal.layout.Concat;
import io.zenith.internal.layout.Node;
import org.jspecify.annotations.Nullable;

/// Ranges of rows to copy, sorted by the node that they are in: those of a batch, or those of the
/// elements of its lists, one a list. It is filled again for each column, and keeps its arrays.
final class GatherRanges {
  /// Where in its node each range begins.
  long[] from = new long[0];

  /// How many rows each has.
  long[] size = new long[0];

  /// Where in the copy each begins.
  long[] to = new long[0];

  /// How many rows the copy has.
  long rows;

  /// Whether each range is one row.
  boolean single;

  /// For the elements of a list whose rows these are.
  private @Nullable GatherRanges inner;

  /// Begins so many ranges.
  void begin(int count, boolean ofSingle) {
    if (from.length < count) {
      int length = Math.max(256, Integer.highestOneBit(count) << 1);
      from = new long[length];
      size = new long[length];
      to = new long[length];
    }
    single = ofSingle;
  }

  void set(int at, long start, long number, long target) {
    from[at] = start;
    size[at] = number;
    to[at] = target;
  }

  void end(long number) {
    rows = number;
  }

  /// Puts the ranges one after the other, in the order in which their rows were added.
  ///
  /// @param node a node of them, for the error
  /// @throws IllegalStateException if nobody can count so many rows
  void place(GatherPlan plan, Node node) {
    long end = 0;
    for (int i = 0; i < plan.count(); i++) {
      int at = plan.place(i);
      to[at] = end;
      end += size[at];
      Concat.requireCountable(end, node);
    }
    rows = end;
  }

  /// The ranges of elements, one for each of these. The next column overwrites them.
  GatherRanges inner(int count) {
    GatherRanges known = inner;
    if (known == null) {
      known = new GatherRanges();
      inner = known;
    }
    known.begin(count, false);
    return known;
  }

  /// The ranges of elements of lists that have `width` elements each.
  GatherRanges times(int width, GatherPlan plan, Node elements) {
    if (width == 1) {
      return this;
    }
    GatherRanges wider = inner(plan.count());
    for (int i = 0; i < plan.count(); i++) {
      wider.from[i] = from[i] * width;
      wider.size[i] = size[i] * width;
    }
    wider.place(plan, elements);
    return wider;
  }
}
