package io.zenith.internal.pipeline;

import io.zenith.spi.RowRange;
import java.util.List;

/// Rows of a split, in their order.
public interface RowSet {

  /// The rows of a part of the split that belong to these, counted within the part.
  ///
  /// @param from the first row of the part
  /// @param end behind its last row
  List<RowRange> within(long from, long end);

  /// All rows of a split.
  ///
  /// @param count how many these are
  record All(long count) implements RowSet {
    @Override
    public long select(long n) {
      return n;
    }

    @Override
    public long rows() {
      return count;
    }

    @Override
    public long next(long from) {
      return from;
    }

    @Override
    public long end(long from) {
      return count;
    }

    @Override
    public List<RowRange> within(long from, long end) {
      return List.of(new RowRange(0, end - from));
    }
  }

  /// No row of a split, or of a part of it.
  ///
  /// @param rows how many rows that has
  record None(long rows) implements RowSet {
    @Override
    public long count() {
      return 0;
    }

    @Override
    public long select(long n) {
      throw new IndexOutOfBoundsException(n);
    }

    @Override
    public long next(long from) {
      return rows;
    }

    @Override
    public long end(long from) {
      throw new IndexOutOfBoundsException(from);
    }

    @Override
    public List<RowRange> within(long from, long end) {
      return List.of();
    }
  }

  /// How many rows the split has, of these or not.
  long rows();

  /// How many rows these are.
  long count();

  /// The place of the n-th of them in the split; both count from 0.
  long select(long n);

  /// The first of them from a row of the split on, or [#rows()] if there is none.
  long next(long from);

  /// Behind the last of those side by side that begin with this one.
  long end(long from);
}
