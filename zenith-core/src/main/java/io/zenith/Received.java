package io.zenith;

import io.zenith.internal.pipeline.PickedRows;
import io.zenith.internal.pipeline.StepPlace;
import java.util.ArrayList;
import java.util.List;

/// What a loader has delivered: the step that comes next, and the receipt.
///
/// Rows in file order are summed up when someone asks, many at a time; of others, whoever has
/// gathered a step has summed it up. For the thread that takes batches.
final class Received {
  private final FileRows files;
  private final ReceiptSum sum = new ReceiptSum();

  // The step that comes next.
  private int epoch;
  private long step;

  /// Rows in file order that are not summed up yet, a run for each epoch.
  private final List<Run> runs = new ArrayList<>();

  private Run run = new Run(0, 0);

  Received(FileRows files, StepPlace next) {
    this.files = files;
    this.epoch = next.epoch();
    this.step = next.step();
  }

  /// Rows that follow each other. Their positions are their numbers.
  private static final class Run {
    private final int epoch;
    private final long from;
    private long end;

    private Run(int epoch, long from) {
      this.epoch = epoch;
      this.from = from;
      this.end = from;
    }
  }

  /// Rows of a step in file order.
  void add(int ofEpoch, long firstRow, int rows) {
    if (ofEpoch != run.epoch || firstRow != run.end) {
      runs.add(run);
      run = new Run(ofEpoch, firstRow);
    }
    run.end = firstRow + rows;
  }

  /// Rows of a step that were gathered.
  void add(PickedRows picked, long ofStep) {
    sum.addStep(picked.rows(ofStep), picked.upper(ofStep), picked.lower(ofStep));
  }

  /// The step that comes next.
  void next(int nextEpoch, long nextStep) {
    epoch = nextEpoch;
    step = nextStep;
  }

  private void sumUp(Run rows) {
    long from = rows.from;
    while (from < rows.end) {
      int file = files.file(from);
      int count = (int) Math.min(Integer.MAX_VALUE, Math.min(rows.end, files.end(file)) - from);
      sum.addRun(rows.epoch, from, file, from - files.first(file), count);
      from += count;
    }
  }

  StepPlace next() {
    return new StepPlace(epoch, step);
  }

  Receipt receipt() {
    runs.forEach(this::sumUp);
    runs.clear();
    sumUp(run);
    run = new Run(run.epoch, run.end);
    return sum.receipt();
  }
}
