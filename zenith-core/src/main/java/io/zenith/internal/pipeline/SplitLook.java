package io.zenith.internal.pipeline;

import java.io.IOException;
import java.util.List;
import java.util.function.BooleanSupplier;

/// A look at the columns of a filter, which have been fetched: the others are read where it keeps a
/// row.
///
/// @param <T> a record batch, as bound for the consumer
final class SplitLook<T> implements ReadStep<T> {
  private final SplitRead<RowSet> columns;
  private final RowRanges asked;
  private final Sieve sieve;
  private final Rest<T> rest;

  /// Reads all columns of some rows.
  ///
  /// @param <T> a record batch, as bound for the consumer
  @FunctionalInterface
  interface Rest<T> {
    /// Fetches them.
    SplitRead<T> fetch(RowRanges rows) throws IOException;
  }

  /// @param columns a read of the columns of the filter
  /// @param asked its rows
  SplitLook(SplitRead<RowSet> columns, RowRanges asked, Sieve sieve, Rest<T> rest) {
    this.columns = columns;
    this.asked = asked;
    this.sieve = sieve;
    this.rest = rest;
  }

  /// Finds the rows, while `wanted` is true. Ends the look: its memory is free for what is read
  /// then.
  Fetch<SplitRead<T>> find(BooleanSupplier wanted) throws IOException {
    List<RowSet> kept = columns.decodeAll(wanted);
    if (!wanted.getAsBoolean()) {
      return () -> rest.fetch(RowRanges.none());
    }
    RowRanges left = RowRanges.around(kept);
    sieve.learn(asked, left);
    return () -> rest.fetch(left);
  }

  @Override
  public void close() {
    columns.close();
  }
}
