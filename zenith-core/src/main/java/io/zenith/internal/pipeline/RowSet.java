package io.zenith.internal.pipeline;

/// Rows of a split, in their order.
public interface RowSet {

  /// All rows of a split.
  ///
  /// @param count how many these are
  record All(long count) implements RowSet {
    @Override
    public long select(long n) {
      return n;
    }
  }

  /// How many rows these are.
  long count();

  /// The place of the n-th of them in the split; both count from 0.
  long select(long n);
}
