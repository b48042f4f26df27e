package io.zenith.cli;

import io.zenith.Batch;
import io.zenith.DataLoader;
import io.zenith.Epoch;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.OptionalLong;

/// Takes batches as a training loop does, and measures it: all of it from the first batch on, and
/// the second half of the batches by itself, since the JVM loads and compiles code during the
/// first.
final class ReadLoop {
  /// Telling the progress and looking for Ctrl-C costs a little, so not every batch does: so many
  /// rows are read in some milliseconds.
  private static final int ROWS_A_REPORT = 1 << 16;

  private static final int MOST_BATCHES_A_REPORT = 256;

  private final DataLoader loader;
  private final OptionalLong steps;
  private final Touch touch;
  private final Progress progress;
  private final Watcher watcher;
  private final long before;
  private final int columns;
  private final int batchesPerReport;
  private final long halfway;
  private final ValueSum values = new ValueSum();
  private final BatchTimes times = new BatchTimes(System::nanoTime);
  private final List<Double> epochSeconds = new ArrayList<>();
  private long rows;
  private long batches;
  private int batchesToReport;
  private long warmStart;
  private long warmEnd;
  private long rowsBefore;
  private long allocatedBefore;
  private long allocated;

  /// @param steps in an epoch, if that is known: of a stream, all batches are the measured ones
  /// @param watcher is shown each batch
  /// @param before steps that were received in earlier runs
  ReadLoop(
      DataLoader loader,
      OptionalLong steps,
      int epochs,
      int batchSize,
      Touch touch,
      Progress progress,
      Watcher watcher,
      long before) {
    this.loader = loader;
    this.watcher = watcher;
    this.before = before;
    this.touch = touch;
    this.progress = progress;
    this.columns = loader.schema().fields().size();
    this.batchesPerReport = Math.clamp(ROWS_A_REPORT / batchSize, 1, MOST_BATCHES_A_REPORT);
    this.batchesToReport = batchesPerReport;
    this.steps = steps;
    this.halfway = (steps.orElse(0) * epochs - before) / 2;
  }

  /// Is shown the batches.
  @FunctionalInterface
  interface Watcher {
    /// Looks at a batch that was received.
    ///
    /// @param batches how many that were
    /// @return whether to go on
    boolean received(Batch batch, long batches) throws IOException;
  }

  /// Reads everything, or until the watcher has had enough.
  void run() throws IOException {
    startWarm();
    boolean goesOn = true;
    for (Iterator<Epoch> epochs = loader.epochs().iterator(); goesOn && epochs.hasNext(); ) {
      long start = System.nanoTime();
      times.start();
      for (Iterator<Batch> epoch = epochs.next().iterator(); goesOn && epoch.hasNext(); ) {
        Batch batch = epoch.next();
        use(batch);
        goesOn = watcher.received(batch, batches);
        times.step();
        if (batches == halfway) {
          startWarm();
        }
      }
      epochSeconds.add((System.nanoTime() - start) / 1e9);
    }
    warmEnd = System.nanoTime();
    allocated = ProcessMemory.allocatedByThread();
  }

  private void startWarm() {
    allocatedBefore = ProcessMemory.allocatedByThread();
    rowsBefore = rows;
    times.clear();
    times.start();
    warmStart = System.nanoTime();
  }

  private void use(Batch batch) {
    switch (touch) {
      case NONE -> {}
      case FIRST -> {
        for (int i = 0; i < columns; i++) {
          values.add(batch.column(i), 0);
        }
      }
      case ALL -> {
        for (int i = 0; i < columns; i++) {
          values.add(batch.column(i));
        }
      }
    }
    rows += batch.rows();
    batches++;
    if (--batchesToReport == 0) {
      batchesToReport = batchesPerReport;
      StoppedException.check();
      progress.at(rows);
    }
  }

  /// Where reading is.
  String place() {
    long perEpoch = Math.max(1, steps.orElse(Long.MAX_VALUE));
    long at = before + batches;
    return "step " + at % perEpoch + " of epoch " + at / perEpoch;
  }

  long rows() {
    return rows;
  }

  long batches() {
    return batches;
  }

  ValueSum values() {
    return values;
  }

  List<Double> epochSeconds() {
    return epochSeconds;
  }

  /// How fast the second half was.
  Warm warm(double bytesPerRow) {
    double rate = (rows - rowsBefore) / ((warmEnd - warmStart) / 1e9);
    long warmBatches = batches - halfway;
    return new Warm(
        warmBatches,
        rate,
        rate * bytesPerRow / 1e9,
        times.report(),
        warmBatches == 0 ? 0 : (allocated - allocatedBefore) / warmBatches);
  }

  /// The second half of the batches.
  ///
  /// @param batchNanos what a step takes: to take a batch and to touch it
  /// @param garbagePerBatch heap that the reading thread allocates, to touch included
  record Warm(
      long batches,
      double rowsPerSecond,
      double gbPerSecond,
      BatchTimes.BatchNanos batchNanos,
      long garbagePerBatch) {}
}
