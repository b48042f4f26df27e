package io.zenith;

import java.lang.foreign.MemorySegment;

/// Some rows for a [Transform]: as they come, and memory for what becomes of them.
///
/// It is valid during the call. One thread at a time may use it.
public final class Rows {
  private final Batch in;
  private final NewColumns made;
  private final long first;

  /// @param first the place of the first row in the new columns
  Rows(Batch in, NewColumns made, long first) {
    this.in = in;
    this.made = made;
    this.first = first;
  }

  /// How many rows.
  public int count() {
    return in.rows();
  }

  /// The rows as they come, to be read.
  ///
  /// Which rows of the dataset they are, say [Batch#rowNumber(int)] and [Batch#epoch()]. Its step
  /// is that of its first row.
  public Batch in() {
    return in;
  }

  /// The values of a column to be made, one row after the other, to be written: little-endian, as
  /// Arrow lays them out. They are what [#in()] has, if it has a column of that name and type, else
  /// 0. Each call for a column gives the same memory.
  ///
  /// What is null before in a column of that name stays so.
  ///
  /// @throws IllegalArgumentException if there is no such column, or its values have no fixed width
  public MemorySegment out(String column) {
    return made.values(column, first, count());
  }

  /// The values of a column that comes, for transforms of this package.
  Elements elements(String column) {
    return made.elements(column, first, count());
  }
}
