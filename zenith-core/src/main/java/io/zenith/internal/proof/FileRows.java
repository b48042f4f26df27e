package io.zenith.internal.proof;

import java.util.Arrays;

/// Where the rows of each file begin in the dataset.
///
/// @param firstRows the number of the first row of each file
@SuppressWarnings("ArrayRecordComponent") // never compared
public record FileRows(long[] firstRows) {

  /// The file of a row; of several that begin with it, the one that has it is the last.
  public int file(long row) {
    int last = firstRows.length - 1;
    if (row >= firstRows[last]) {
      return last;
    }
    int found = Arrays.binarySearch(firstRows, row);
    if (found < 0) {
      return -found - 2;
    }
    while (firstRows[found + 1] == row) {
      found++;
    }
    return found;
  }

  /// Adds rows to a receipt, by their numbers in the dataset.
  ///
  /// @param from the first that is added
  public void addTo(
      ReceiptSum sum, long epoch, long[] positions, long[] numbers, int from, int count) {
    int first = count == 0 ? 0 : file(numbers[from]);
    if (hasAll(first, numbers, from, count)) {
      sum.addRows(epoch, first, firstRows[first], positions, numbers, from, count);
      return;
    }
    for (int i = from; i < from + count; i++) {
      int file = file(numbers[i]);
      sum.add(epoch, positions[i], file, numbers[i] - firstRows[file]);
    }
  }

  /// Whether all rows are in a file: without a branch, so that the compiler makes vector code of
  /// it.
  private boolean hasAll(int file, long[] numbers, int from, int count) {
    long first = first(file);
    long last = end(file) - 1;
    long outside = 0;
    for (int i = from; i < from + count; i++) {
      outside |= (numbers[i] - first) | (last - numbers[i]);
    }
    return outside >= 0;
  }

  /// The first row of a file.
  public long first(int file) {
    return firstRows[file];
  }

  /// Behind the last row of a file.
  public long end(int file) {
    return file == firstRows.length - 1 ? Long.MAX_VALUE : firstRows[file + 1];
  }
}
