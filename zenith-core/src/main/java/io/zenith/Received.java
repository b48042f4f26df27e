package io.zenith;

import io.zenith.internal.pipeline.PickedRows;
import io.zenith.internal.pipeline.StepPlace;
import io.zenith.internal.proof.FileRows;
import io.zenith.internal.proof.ReceiptSum;
import io.zenith.internal.proof.TrailWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a loader has delivered: the step that comes next, and the receipt.
///
/// Rows in file order are summed up when someone asks, many at a time; of others, whoever has
/// gathered a step has summed it up. For the thread that takes batches.
final class Received {
  private final FileRows files;
  private final @Nullable TrailWriter trail;
  private final ReceiptSum step = new ReceiptSum();
  private final ReceiptSum sum = new ReceiptSum();

  private long steps;
  private long rows;

  // The step that comes next.
  private int nextEpoch;
  private long nextStep;

  /// Rows in file order that are not summed up yet, a run for each epoch.
  private final List<Run> runs = new ArrayList<>();

  private Run run = new Run(0, 0);

  /// @param trail gets the sum of each step, if anyone keeps it
  Received(FileRows files, StepPlace next, @Nullable TrailWriter trail) {
    this.files = files;
    this.trail = trail;
    this.nextEpoch = next.epoch();
    this.nextStep = next.step();
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
  void add(int ofEpoch, long ofStep, long firstRow, int rows) {
    if (ofEpoch != run.epoch || firstRow != run.end) {
      runs.add(run);
      run = new Run(ofEpoch, firstRow);
    }
    run.end = firstRow + rows;
    if (trail != null) {
      step.clear();
      sumUp(step, ofEpoch, firstRow, run.end);
      write(trail, ofEpoch, ofStep);
    }
  }

  /// A step begins, of which nothing was received.
  void beginStep() {
    step.clear();
  }

  /// Rows of the current step that were gathered: all, or some.
  void add(PickedRows picked, long ofStep) {
    step.addStep(picked.rows(ofStep), picked.upper(ofStep), picked.lower(ofStep));
  }

  /// All rows of the current step were received.
  void endStep(int ofEpoch, long ofStep) {
    sum.add(step);
    if (trail != null) {
      write(trail, ofEpoch, ofStep);
    }
  }

  private void write(TrailWriter to, int ofEpoch, long ofStep) {
    try {
      to.write(ofEpoch, ofStep, step);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// The step that comes next.
  void next(int epoch, long ofEpoch) {
    nextEpoch = epoch;
    nextStep = ofEpoch;
  }

  private void sumUp(ReceiptSum to, int epoch, long from, long end) {
    long row = from;
    while (row < end) {
      int file = files.file(row);
      int count = (int) Math.min(Integer.MAX_VALUE, Math.min(end, files.end(file)) - row);
      to.addRun(epoch, row, file, row - files.first(file), count);
      row += count;
    }
  }

  /// A step was delivered, whoever proves it.
  void count(int ofRows) {
    steps++;
    rows += ofRows;
  }

  long steps() {
    return steps;
  }

  long rows() {
    return rows;
  }

  StepPlace next() {
    return new StepPlace(nextEpoch, nextStep);
  }

  Receipt receipt() {
    runs.add(run);
    runs.forEach(rows -> sumUp(sum, rows.epoch, rows.from, rows.end));
    runs.clear();
    run = new Run(run.epoch, run.end);
    return Receipt.of(sum);
  }
}
