package io.zenith;

import java.util.Arrays;

/// Where the rows of each file begin in the dataset.
///
/// @param firstRows the number of the first row of each file
@SuppressWarnings("ArrayRecordComponent") // never compared
record FileRows(long[] firstRows) {

  /// The file of a row; of several that begin with it, the one that has it is the last.
  int file(long row) {
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

  /// Adds a row, by its number in the dataset, to a receipt.
  void addTo(ReceiptSum sum, long epoch, long position, long row) {
    int file = file(row);
    sum.add(epoch, position, file, row - firstRows[file]);
  }

  /// The first row of a file.
  long first(int file) {
    return firstRows[file];
  }

  /// Behind the last row of a file.
  long end(int file) {
    return file == firstRows.length - 1 ? Long.MAX_VALUE : firstRows[file + 1];
  }
}
