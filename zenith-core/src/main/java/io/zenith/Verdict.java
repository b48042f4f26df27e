package io.zenith;

import io.zenith.spi.Stage;
import java.util.Locale;

/// Says in a sentence whether reading keeps up with the consumer, and what is slow if not.
///
/// @param report the figures
/// @param memoryShare the part of the time that memory was short while the consumer had nothing
/// @param threads how many decode and gather
/// @param fetches how many may be on their way at most; 0 where the threads that decode do it
record Verdict(Report report, double memoryShare, int threads, int fetches) {
  /// A wait that nobody need care about.
  private static final double LITTLE = .05;

  /// A stage that is busy for less of the time is not what holds the others up.
  private static final double BUSY = .5;

  String text() {
    double waited = report.waitedShare();
    if (report.isFinished()) {
      return "The run was finished when it was resumed: nothing was left to deliver.";
    }
    if (report.steps() == 0) {
      return "Nothing was delivered yet.";
    }
    if (report.stage(Stage.WAIT).count() == 0) {
      return "The consumer never waited.";
    }
    String wait =
        String.format(Locale.ROOT, "The consumer waited %.1f %% of the time", 100 * waited);
    return wait + (waited < LITTLE ? ": reading keeps up." : "." + reason(waited));
  }

  private String reason(double waited) {
    if (memoryShare > waited / 2) {
      return " Memory was short meanwhile: a larger memoryBudget helps.";
    }
    if (report.stage(Stage.DECODE).count() == 0 && report.stage(Stage.FETCH).count() > 0) {
      return " The stream is slower than the consumer."; // of files, what is fetched is decoded
    }
    double decode = busy(Stage.DECODE) / threads;
    double gather = busy(Stage.GATHER) / threads;
    double fetch = busy(Stage.FETCH) / (fetches == 0 ? threads : fetches);
    double transform = busy(Stage.TRANSFORM) / threads;
    double computing = decode + gather + transform + (fetches == 0 ? fetch : 0);
    if (Math.max(fetch, computing) < BUSY) {
      return " No stage was busy all the time: a larger prefetch may help.";
    }
    if (fetch > computing) {
      return " Fetching is the slowest stage: a larger prefetch fetches more at a time.";
    }
    double most = Math.max(Math.max(decode, gather), transform);
    return (fetches == 0 && fetch > most
            ? " Fetching"
            : transform > Math.max(decode, gather)
                ? " Transforming"
                : decode > gather ? " Decoding" : " Gathering")
        + " is the slowest stage: more threads help where processors are free.";
  }

  /// How many of its kind were at work at a time, on average.
  private double busy(Stage stage) {
    return (double) report.stage(stage).total().toNanos() / Math.max(1, report.elapsed().toNanos());
  }
}
