package io.zenith.internal.pipeline;

import io.zenith.spi.RowRange;
import java.util.ArrayList;
import java.util.List;

/// Rows of a split as ranges: in rising order, none of them empty, and apart from each other.
///
/// @param ranges the ranges
public record RowRanges(List<RowRange> ranges) {
  private static final RowRanges NONE = new RowRanges(List.of());

  /// Fewer rows than that are read along with those on both sides of them: to leave them out would
  /// cost more than to decode them.
  private static final long LEAST_GAP = 1024;

  /// Ranges are joined until a split has no more than about so many: each is a record batch, and
  /// pages are no smaller in most files.
  private static final long MOST = 64;

  /// Copies the list.
  public RowRanges {
    ranges = List.copyOf(ranges);
  }

  /// No row.
  public static RowRanges none() {
    return NONE;
  }

  /// All rows of a split.
  public static RowRanges all(long rows) {
    return rows == 0 ? NONE : new RowRanges(List.of(new RowRange(0, rows)));
  }

  /// The ranges to read for some rows: these, and what is not worth to be left out.
  static RowRanges around(RowSet rows) {
    return around(List.of(rows));
  }

  /// The ranges to read for some rows.
  ///
  /// @param parts the parts of a split, one behind the other
  static RowRanges around(List<? extends RowSet> parts) {
    long all = parts.stream().mapToLong(RowSet::rows).sum();
    Builder ranges = new Builder(leastGap(all));
    long first = 0;
    for (RowSet part : parts) {
      add(part, first, ranges);
      first += part.rows();
    }
    return ranges.build();
  }

  private static void add(RowSet part, long first, Builder ranges) {
    // Most gaps are small where most rows are wanted: these need not be looked at one by one.
    boolean isDense = part.count() > part.rows() / 2;
    long from = part.next(0);
    while (from < part.rows()) {
      long end = isDense ? part.rows() : part.end(from);
      ranges.add(first + from, first + end);
      from = end < part.rows() ? part.next(end) : end;
    }
  }

  private static long leastGap(long rows) {
    return Math.max(LEAST_GAP, rows / MOST);
  }

  /// The ranges to read for these.
  ///
  /// @param all how many rows the split has
  public RowRanges joined(long all) {
    Builder joined = new Builder(leastGap(all));
    ranges.forEach(range -> joined.add(range.from(), range.end()));
    return joined.build();
  }

  /// Whether there is no row.
  public boolean isEmpty() {
    return ranges.isEmpty();
  }

  /// How many rows these are.
  public long rows() {
    return ranges.stream().mapToLong(RowRange::count).sum();
  }

  /// The rows that are in both.
  public RowRanges and(RowRanges other) {
    Builder both = new Builder(1);
    int left = 0;
    int right = 0;
    while (left < ranges.size() && right < other.ranges.size()) {
      RowRange one = ranges.get(left);
      RowRange two = other.ranges.get(right);
      both.add(Math.max(one.from(), two.from()), Math.min(one.end(), two.end()));
      if (one.end() < two.end()) {
        left++;
      } else {
        right++;
      }
    }
    return both.build();
  }

  /// The rows that are in one or the other.
  public RowRanges or(RowRanges other) {
    Builder any = new Builder(1);
    int left = 0;
    int right = 0;
    while (left < ranges.size() || right < other.ranges.size()) {
      boolean isLeft =
          right == other.ranges.size()
              || (left < ranges.size()
                  && ranges.get(left).from() <= other.ranges.get(right).from());
      RowRange next = isLeft ? ranges.get(left++) : other.ranges.get(right++);
      any.add(next.from(), next.end());
    }
    return any.build();
  }

  /// Puts ranges together that come in rising order.
  public static final class Builder {
    private final long leastGap;
    private final List<RowRange> ranges = new ArrayList<>();

    /// @param leastGap ranges with fewer rows between them become one; 1 to join those that touch
    Builder(long leastGap) {
      this.leastGap = leastGap;
    }

    /// Joins what touches.
    public Builder() {
      this(1);
    }

    /// Adds rows, if there are any.
    ///
    /// @param from not before that of the range before
    public void add(long from, long end) {
      if (from >= end) {
        return;
      }
      long start = from;
      long last = end;
      if (!ranges.isEmpty() && from - ranges.getLast().end() < leastGap) {
        RowRange before = ranges.removeLast();
        start = before.from();
        last = Math.max(end, before.end());
      }
      ranges.add(new RowRange(start, last - start));
    }

    /// What was added.
    public RowRanges build() {
      return ranges.isEmpty() ? NONE : new RowRanges(ranges);
    }
  }
}
