package io.zenith.internal.rows;

import io.zenith.internal.pipeline.PickedRows;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;

/// Rows that lie one behind the other in some nodes, and which rows these are.
///
/// @param start the place of the first in the nodes
/// @param count how many there are
/// @param epoch the epoch
/// @param step the step of the first
/// @param firstRow the number of the first in the dataset, where rows follow each other
/// @param numbers the number of the row at each place, where they do not
/// @param picked which rows the nodes have, if they were picked for steps
public record RowSpan(
    long start,
    int count,
    int epoch,
    long step,
    long firstRow,
    @Nullable LongUnaryOperator numbers,
    @Nullable PickedRows picked) {

  /// Rows that follow each other in the dataset.
  public static RowSpan inOrder(long start, int count, long firstRow) {
    return new RowSpan(start, count, 0, 0, firstRow, null, null);
  }

  /// All rows that were picked.
  public static RowSpan of(PickedRows picked, long count) {
    return new RowSpan(
        0, Math.toIntExact(count), picked.epoch(), picked.firstStep(), 0, picked::number, picked);
  }

  /// The number of a row in the dataset.
  public long rowNumber(int row) {
    return numbers == null ? firstRow + row : numbers.applyAsLong(start + row);
  }

  /// Whether it is known of which steps they are. Before a cache, and in a stream, it is not.
  public boolean isOfSteps() {
    return picked != null;
  }

  /// Some of these rows.
  ///
  /// @param from the first of them among these
  public RowSpan part(int from, int rows) {
    long ofStep = step;
    while (picked != null
        && ofStep + 1 < picked.endStep()
        && picked.start(ofStep + 1) <= start + from) {
      ofStep++;
    }
    return new RowSpan(start + from, rows, epoch, ofStep, firstRow + from, numbers, picked);
  }

  /// The rows of each step, with padding, of all rows that were picked.
  public List<RowSpan> steps() {
    if (picked == null) {
      return List.of(this);
    }
    List<RowSpan> steps = new ArrayList<>();
    for (long at = picked.firstStep(); at < picked.endStep(); at++) {
      int first = picked.start(at);
      long end = at + 1 < picked.endStep() ? picked.start(at + 1) : end();
      steps.add(new RowSpan(first, (int) (end - first), epoch, at, 0, numbers, picked));
    }
    return steps;
  }

  /// Behind the last of them in the nodes.
  public long end() {
    return start + count;
  }
}
