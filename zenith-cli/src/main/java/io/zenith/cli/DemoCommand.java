package io.zenith.cli;

import io.zenith.Dataset;
import io.zenith.datasets.GeneratedSet;
import io.zenith.error.MalformedDataException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/// `zenith demo`: trains a model, on images that it makes or on yours.
@Command(
    name = "demo",
    header = "Train a softmax regression on labelled images, and see what the data cost.",
    description = {
      "",
      "Without options: writes 20,000 labelled images as an Arrow file into a temporary folder,",
      "trains on nine tenths of them, tests on the other, and removes the file."
    },
    footer = {
      "",
      "Examples:",
      "  zenith demo",
      "  zenith demo --data fashion-mnist/train.parquet --test fashion-mnist/test.parquet",
      "  zenith demo --stop-after 1000 --checkpoint here.state",
      "  zenith demo --resume here.state"
    })
final class DemoCommand implements Callable<Integer> {
  @Mixin private final Output output = new Output();
  @Mixin private final TrainingRun run = new TrainingRun();
  @Mixin private final FormatOptions format = new FormatOptions();

  @Option(
      names = "--data",
      paramLabel = "PATH",
      description = "Train on this file, folder or glob. Default: generated images.")
  private @Nullable String data;

  @Option(
      names = "--test",
      paramLabel = "PATH",
      description =
          "Test on this file, folder or glob. Default: a tenth of the images, which is held out.")
  private @Nullable String test;

  @Option(
      names = "--image",
      paramLabel = "NAME",
      defaultValue = "image",
      description = "The column of images: lists of numbers of one length. Default: image.")
  private String image = "image";

  @Option(
      names = "--label",
      paramLabel = "NAME",
      defaultValue = "label",
      description = "The column of classes: whole numbers from 0. Default: label.")
  private String label = "label";

  @Option(names = "--epochs", paramLabel = "N", defaultValue = "20", description = "Default: 20.")
  private int epochs;

  @Option(
      names = "--batch-size",
      paramLabel = "ROWS",
      defaultValue = "64",
      description = "Default: 64.")
  private int batchSize;

  @Option(
      names = "--learning-rate",
      paramLabel = "RATE",
      defaultValue = "0.2",
      description = "Of the first epoch; it falls to a tenth in the last. Default: 0.2.")
  private double learningRate;

  @Option(
      names = "--rows",
      paramLabel = "N",
      defaultValue = "20000",
      description = "How many images to make. Default: 20,000.")
  private long rows;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "0",
      description =
          "Determines the images that are made, their order, and the first weights. Default: 0.")
  private long seed;

  @Override
  public Integer call() throws IOException {
    require(epochs >= 1, "--epochs " + epochs + ": at least 1");
    require(batchSize >= 1, "--batch-size " + batchSize + ": at least 1");
    require(rows >= 10, "--rows " + rows + ": at least 10, so that one can be held out");
    require(
        learningRate > 0 && Double.isFinite(learningRate),
        "--learning-rate " + learningRate + ": a number above 0");
    require(run.stopAfter() >= 1, "--stop-after " + run.stopAfter() + ": at least 1");
    require(test == null || data != null, "--test needs --data: what to train on");
    if (data != null) {
      train(data, false);
    } else {
      trainOnGenerated();
    }
    return 0;
  }

  private void require(boolean condition, String complaint) {
    if (!condition) {
      throw new ParameterException(output.command().commandLine(), complaint);
    }
  }

  private void trainOnGenerated() throws IOException {
    Path folder = Files.createTempDirectory("zenith-demo-");
    try {
      Path file = folder.resolve(GeneratedSet.IMAGES.fileName());
      output.say("Making " + Quantity.count(rows) + " labelled images in " + file);
      SetWriting.write(GeneratedSet.IMAGES, folder, rows, seed, output);
      train(file.toString(), true);
    } finally {
      Files.deleteIfExists(folder.resolve(GeneratedSet.IMAGES.fileName()));
      Files.deleteIfExists(folder);
    }
    output.say("Removed " + folder);
  }

  private void train(String path, boolean generated) throws IOException {
    Dataset dataset = select(PathsArgument.open(format, path));
    ImageColumns columns = ImageColumns.of(dataset, image, label);
    TrainingData images = images(dataset, columns, path);
    TrainingOptions options =
        new TrainingOptions(epochs, batchSize, learningRate, seed, images.isHeldOut());
    output.say(
        "Training on "
            + Quantity.count(images.trainingRows())
            + " "
            + columns
            + "; "
            + Quantity.count(images.testRows())
            + (images.isHeldOut()
                ? " more are held out for the test"
                : " others are for the test"));
    List<EpochResult> results = new ArrayList<>();
    try (Progress progress = output.progress("training", "images", dataset.rowCount() * epochs)) {
      Training training = new Training(images, columns, options, progress);
      run.run(
          training,
          options,
          () ->
              training.run(result -> {
                results.add(result);
                progress.aside(() -> print(result));
              }));
    } catch (InternalError e) {
      throw CutFile.explain(e, dataset, "the training");
    } catch (MalformedDataException e) {
      throw CutFile.explain(e, dataset, "the training");
    }
    output.report(DemoReport.of(path, generated, images, test, columns, options, results));
  }

  private TrainingData images(Dataset dataset, ImageColumns columns, String path)
      throws IOException {
    if (test != null) {
      Dataset other = select(PathsArgument.open(format, test));
      columns.require(other, test);
      return TrainingData.of(dataset, other);
    }
    TrainingData images = TrainingData.heldOut(dataset);
    if (images.testRows() == 0) {
      throw new CommandFailure(
          path + " has " + Quantity.of(dataset.rowCount(), "row") + ": at least 10 are needed");
    }
    return images;
  }

  private Dataset select(Dataset dataset) {
    try {
      return dataset.select(image, label);
    } catch (IllegalArgumentException e) {
      throw new CommandFailure(e.getMessage() + "; name yours with --image and --label", e);
    }
  }

  private void print(EpochResult result) {
    if (!output.isJson()) {
      output.out().println(DemoReport.line(result));
      output.out().flush();
    }
  }
}
