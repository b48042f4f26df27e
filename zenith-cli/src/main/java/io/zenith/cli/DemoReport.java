package io.zenith.cli;

import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/// What the demo did.
///
/// @param data the file, folder or glob
/// @param generated whether the demo made it
/// @param imageValues numbers an image
/// @param heldOutRows rows of the data that it did not learn from
/// @param test what it was tested on instead of them, if that was given
/// @param testRows rows that it was tested on
/// @param accuracy after the last epoch, on these
/// @param seconds training, all epochs, without the tests
/// @param waitedShare the share of `seconds` in which training waited for data: taking and copying
record DemoReport(
    String data,
    boolean generated,
    long rows,
    long trainingRows,
    long heldOutRows,
    @Nullable String test,
    long testRows,
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
      TrainingData images,
      @Nullable String test,
      ImageColumns columns,
      TrainingOptions options,
      List<EpochResult> results) {
    double seconds = sum(results, EpochResult::seconds);
    double taking = sum(results, EpochResult::takingSeconds);
    double copying = sum(results, EpochResult::copyingSeconds);
    return new DemoReport(
        data,
        generated,
        images.training().rowCount(),
        images.trainingRows(),
        images.training().rowCount() - images.trainingRows(),
        test,
        images.testRows(),
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
            + Quantity.count(testRows)
            + (test == null ? " held-out images" : " images of " + Printable.of(test)),
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
