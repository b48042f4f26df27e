package io.zenith.cli;

import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/// What the demo did.
///
/// @param data the file, folder or glob
/// @param generated whether the demo made it
/// @param imageValues numbers an image
/// @param accuracy after the last epoch, on the held-out rows
/// @param seconds training, all epochs, without the tests
/// @param waitedShare the share of `seconds` in which training waited for data: taking and copying
record DemoReport(
    String data,
    boolean generated,
    long rows,
    long trainingRows,
    long heldOutRows,
    int imageValues,
    int classes,
    int batchSize,
    double learningRate,
    long seed,
    List<Epoch> epochs,
    double accuracy,
    double seconds,
    double samplesPerSecond,
    double takingSeconds,
    double copyingSeconds,
    double waitedShare)
    implements Report {

  /// One epoch.
  record Epoch(
      int epoch,
      double accuracy,
      double loss,
      double seconds,
      double samplesPerSecond,
      double waitedShare) {}

  static DemoReport of(
      String data,
      boolean generated,
      long rows,
      ImageColumns columns,
      TrainingOptions options,
      List<EpochResult> results) {
    double seconds = sum(results, EpochResult::seconds);
    double taking = sum(results, EpochResult::takingSeconds);
    double copying = sum(results, EpochResult::copyingSeconds);
    return new DemoReport(
        data,
        generated,
        rows,
        rows - LabelledRows.heldOut(rows),
        LabelledRows.heldOut(rows),
        columns.features(),
        columns.classes(),
        options.batchSize(),
        options.learningRate(),
        options.seed(),
        results.stream().map(DemoReport::epoch).toList(),
        results.getLast().accuracy(),
        seconds,
        sum(results, EpochResult::samples) / seconds,
        taking,
        copying,
        (taking + copying) / seconds);
  }

  /// An epoch as a line of text.
  static String line(EpochResult result) {
    return String.format(
        Locale.ROOT,
        "epoch %d  accuracy %s  loss %.3f  %s samples/s  waited for data %s",
        result.epoch(),
        Quantity.percent(result.accuracy()),
        result.loss(),
        Quantity.rounded(result.samples() / result.seconds()),
        Quantity.percent(result.waitedShare()));
  }

  private static Epoch epoch(EpochResult result) {
    return new Epoch(
        result.epoch(),
        result.accuracy(),
        result.loss(),
        result.seconds(),
        result.samples() / result.seconds(),
        result.waitedShare());
  }

  private static double sum(List<EpochResult> results, ToDoubleFunction<EpochResult> figure) {
    return results.stream().mapToDouble(figure).sum();
  }

  @Override
  public List<String> lines() {
    return List.of(
        "",
        "accuracy  "
            + Quantity.percent(accuracy)
            + " of "
            + Quantity.count(heldOutRows)
            + " held-out images",
        "speed     "
            + Quantity.rounded(samplesPerSecond)
            + " samples/s, "
            + Quantity.nanos(1e9 * seconds)
            + " of training",
        "waited    "
            + Quantity.percent(waitedShare)
            + " of the training time for data: "
            + Quantity.percent(takingSeconds / seconds)
            + " to take batches, "
            + Quantity.percent(copyingSeconds / seconds)
            + " to copy them into float arrays");
  }
}
