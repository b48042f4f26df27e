package io.zenith;

import io.zenith.internal.layout.Elements;
import io.zenith.internal.rows.NewColumns;
import java.lang.foreign.MemorySegment;
import java.util.Objects;
import java.util.function.IntFunction;

/// Some rows for a [Transform]: as they come, and memory for what becomes of them.
///
/// It is valid during the call. One thread at a time may use it.
public final class Rows {
  private final Batch in;
  private final NewColumns made;
  private final long first;
  private final IntFunction<String> places;
  private volatile boolean ended;

  /// @param first the place of the first row in the new columns
  /// @param places what each row is called in messages
  Rows(Batch in, NewColumns made, long first, IntFunction<String> places) {
    this.in = in;
    this.made = made;
    this.first = first;
    this.places = places;
  }

  /// How many rows.
  public int count() {
    return in.rows();
  }

  /// The rows as they come, to be read.
  ///
  /// Which rows of the dataset they are, say [Batch#rowNumber(int)] and [Batch#epoch()]. Its step
  /// is that of its first row. Before a cache, which serves all epochs, and in a stream, epoch and
  /// step are 0.
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
  /// @throws IllegalStateException after the call: the memory is that of other rows by then
  public MemorySegment out(String column) {
    if (ended) {
      throw new IllegalStateException("rows are valid during the call of their transform");
    }
    return made.values(column, first, count());
  }

  /// Where a row comes from, for the message of an exception about what its values hold: the
  /// transform, the step, the file and the row there, as far as they are known.
  ///
  /// What a transform throws gets these by itself, but for a
  /// [MalformedDataException][io.zenith.error.MalformedDataException] and an
  /// [UnsupportedDataException][io.zenith.error.UnsupportedDataException]: these come as they are,
  /// and are to say where.
  ///
  /// @param row its place among these rows
  public String where(int row) {
    return places.apply(Objects.checkIndex(row, count()));
  }

  /// The call is over.
  void end() {
    ended = true;
  }

  /// The values of a column that comes, for transforms of this package.
  Elements elements(String column) {
    return made.elements(column, first, count());
  }
}
