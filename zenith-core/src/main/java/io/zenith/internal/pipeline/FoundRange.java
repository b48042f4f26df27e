package io.zenith.internal.pipeline;

/// Rows of a record batch that a filter keeps, one after the other.
///
/// @param split what the record batch is of
/// @param batch the record batch
/// @param rows which of its rows are kept
/// @param firstRow the number of its first row in the dataset
/// @param from how many kept rows are before these
/// @param count how many these are
/// @param <T> a record batch, as bound for the consumer
record FoundRange<T>(
    FoundRows.OneSplit<T> split, T batch, RowSet rows, long firstRow, long from, int count) {

  /// The first of them.
  ///
  /// @param most how many at most
  FoundRange<T> first(int most) {
    return count <= most ? this : new FoundRange<>(split, batch, rows, firstRow, from, most);
  }

  /// Adds them to a picker.
  ///
  /// @param place that of the record batch in the list that the picker knows
  /// @param numbers gets the number of each row in the dataset, from `at` on
  void add(RowPicker<T> picker, int place, long[] numbers, int at) {
    boolean inRuns = (long) number(numbers, at) * WindowPlaces.LEAST_RUN <= count;
    int end = at + count;
    for (int i = at; i < end; ) {
      int run = inRuns ? run(numbers, i, end) : 1;
      picker.add(place, numbers[i] - firstRow, run);
      i += run;
    }
  }

  /// Fills in the numbers.
  ///
  /// @return how many runs of rows side by side these are
  private int number(long[] numbers, int at) {
    int end = at + count;
    int filled = at;
    int runs = 0;
    long row = rows.select(from);
    while (true) {
      int run = (int) Math.min(rows.end(row) - row, end - filled);
      for (int i = 0; i < run; i++) {
        numbers[filled + i] = firstRow + row + i;
      }
      filled += run;
      runs++;
      if (filled == end) {
        return runs;
      }
      row = rows.next(row + run);
    }
  }

  private static int run(long[] numbers, int from, int end) {
    int run = 1;
    while (from + run < end && numbers[from + run] == numbers[from] + run) {
      run++;
    }
    return run;
  }
}
