package io.zenith.internal.pipeline;

import java.io.IOException;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A split whose rows are gathered: to be read, or read. Guarded by the [LoadedRows] that have
/// named it, but for what was read, which does not change.
///
/// @param <T> a record batch, as bound for the consumer
final class LoadedSplit<T> {
  private final FileSplit split;

  /// How many sets need it.
  private int users;

  private @Nullable Result<T> result;

  LoadedSplit(FileSplit split) {
    this.split = split;
  }

  FileSplit split() {
    return split;
  }

  void use() {
    users++;
  }

  /// Ends one use.
  ///
  /// @return whether it was the last one of something that is read
  boolean leave() {
    users--;
    return users == 0 && result != null;
  }

  boolean isUnused() {
    return users == 0;
  }

  boolean isLoaded() {
    return result != null;
  }

  /// Takes what was read.
  ///
  /// @return whether anyone needs it still
  boolean set(Result<T> read) {
    if (users > 0) {
      result = read;
    }
    return users > 0;
  }

  /// Whether reading it has failed.
  boolean isFailed() {
    return Objects.requireNonNull(result).isFailed();
  }

  /// The record batches; none if reading it has failed.
  List<T> batches() {
    return Objects.requireNonNull(result).batches();
  }

  /// The record batches.
  ///
  /// @throws IOException and unchecked exceptions: why there are none
  List<T> get() throws IOException {
    return Objects.requireNonNull(result).get();
  }

  /// Whether it is one record batch, and all its rows are wanted.
  boolean isDirect() {
    return split.rows() instanceof RowSet.All && batches().size() == 1;
  }

  /// Adds a row of it.
  ///
  /// @param place of its first record batch in the list that the picker knows
  /// @param n how many wanted rows of the split are before it
  /// @return the number of the row in the dataset
  /// @throws IOException and unchecked exceptions: why reading it has failed
  long add(RowPicker<T> picker, int place, long n) throws IOException {
    List<T> batches = get();
    int at = 0;
    long row = split.rows().select(n);
    long left = row;
    for (long rows = picker.rows(batches.get(0));
        left >= rows;
        rows = picker.rows(batches.get(at))) {
      left -= rows;
      at++;
    }
    picker.add(place + at, left);
    return split.firstRow() + row;
  }

  void release() {
    Objects.requireNonNull(result).release().run();
  }
}
