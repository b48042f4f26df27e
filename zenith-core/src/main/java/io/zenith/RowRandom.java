package io.zenith;

import io.zenith.internal.order.Draws;
import java.util.random.RandomGenerator;

/// Random numbers for rows, each with a generator of its own that depends on the seed of the
/// shuffle, the epoch, the row, and on which [random transform][RandomTransform] of the loader
/// asks: not on threads, batches, ranks or what was drawn before. Without a shuffle the seed is 0.
///
/// The definition stands in `docs/order.md`.
public final class RowRandom {
  private final Draws draws;
  private final Rows rows;

  RowRandom(Draws draws, Rows rows) {
    this.draws = draws;
    this.rows = rows;
  }

  /// A generator for a row, at its beginning. It is not for several threads at a time.
  ///
  /// @param row its place among the rows
  public RandomGenerator at(int row) {
    return draws.ofRow(rows.in().epoch(), rows.in().rowNumber(row));
  }
}
