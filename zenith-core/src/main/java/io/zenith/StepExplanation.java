package io.zenith;

import io.zenith.internal.files.DataFile;
import io.zenith.internal.order.LaneRange;
import io.zenith.internal.order.RowNumbers;
import io.zenith.internal.order.Slice;
import io.zenith.internal.pipeline.FileSplit;
import io.zenith.internal.pipeline.RankSteps;
import io.zenith.internal.pipeline.WantedRows;
import io.zenith.internal.proof.FileRows;
import java.util.ArrayList;
import java.util.List;

/// Finds out where the rows of steps are from, from the order alone.
final class StepExplanation {
  private final RankSteps steps;
  private final List<DataFile> files;
  private final List<FileSplit> splits;
  private final FileRows fileRows;
  private final WantedRows wanted;

  /// The place of each split in its file.
  private final int[] places;

  StepExplanation(
      RankSteps steps,
      List<DataFile> files,
      List<FileSplit> splits,
      FileRows fileRows,
      WantedRows wanted) {
    this.steps = steps;
    this.files = files;
    this.splits = splits;
    this.fileRows = fileRows;
    this.wanted = wanted;
    this.places = new int[splits.size()];
    for (int i = 1; i < places.length; i++) {
      places[i] = splits.get(i).file() == splits.get(i - 1).file() ? places[i - 1] + 1 : 0;
    }
  }

  /// The rows that this rank takes of a step, in the order of its batch.
  List<RowPlace> of(int epoch, long step) {
    if (epoch < 0 || step < 0 || step >= steps.count()) {
      throw new IndexOutOfBoundsException(
          "step " + step + " of epoch " + epoch + "; an epoch has " + steps.count() + " steps");
    }
    Slice slice = steps.slice(step);
    RowNumbers numbers = steps.order().rowNumbers(epoch);
    List<RowPlace> rows = new ArrayList<>();
    slice.rows().forEach(range -> add(range, numbers, false, rows));
    slice.padding().forEach(range -> add(range, numbers, true, rows));
    return rows;
  }

  private void add(LaneRange range, RowNumbers numbers, boolean padding, List<RowPlace> out) {
    long[] rows = new long[Math.toIntExact(range.count())];
    numbers.put(range, rows, 0);
    for (int i = 0; i < rows.length; i++) {
      long position = steps.order().position(range.lane(), range.from() + i);
      out.add(place(position, rows[i], padding));
    }
  }

  /// @param n counts the wanted rows
  private RowPlace place(long position, long n, boolean padding) {
    int split = wanted.split(n);
    int file = splits.get(split).file();
    long number = wanted.number(n);
    long row = number - fileRows.first(file);
    return new RowPlace(
        position, number, file, files.get(file).file(), places[split], row, padding);
  }
}
