package io.zenith.examples;

import io.zenith.DataLoader;
import io.zenith.Dataset;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/// What all trainings are told on the command line.
final class TrainingOptions {
  private static final String DEFAULT = "Default: ${DEFAULT-VALUE}.";

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "Where train.parquet and test.parquet are, or Arrow files. " + DEFAULT)
  private Path data =
      Path.of(System.getProperty("zenith.data", "../shared/datasets/fashion-mnist"));

  @Option(names = "--epochs", paramLabel = "N", description = DEFAULT)
  int epochs = 8;

  @Option(
      names = "--state",
      paramLabel = "FILE",
      description = "Save the training here, and go on with what is there.")
  private @Nullable Path state;

  @Option(
      names = "--save-every",
      paramLabel = "STEPS",
      description = "How often to save it. " + DEFAULT)
  private int saveEvery = 100;

  @Option(
      names = "--curve",
      paramLabel = "FILE",
      description = "Write epoch, step and loss of each step to a file.")
  private @Nullable Path curve;

  @Option(names = "--help", usageHelp = true, description = "Show this help.")
  @SuppressWarnings("UnusedVariable") // picocli reads it
  private boolean isHelp;

  /// The images that are learnt from, as a loader is built of them: shuffled, and gone on with
  /// where the saved training was.
  DataLoader.Builder train(long seed, Optional<SavedTraining> saved) throws IOException {
    DataLoader.Builder loader = images("train").loader(64).epochs(epochs).shuffle(seed);
    return saved.isPresent() ? loader.resume(saved.get().checkpoint()) : loader;
  }

  /// The images that the model is tested on.
  DataLoader.Builder test() throws IOException {
    return images("test").loader(500);
  }

  private Dataset images(String part) throws IOException {
    Path arrow = data.resolve(part + ".arrow");
    Path parquet = data.resolve(part + ".parquet");
    boolean isArrow = Files.exists(arrow) && !Files.exists(parquet);
    return Dataset.open((isArrow ? arrow : parquet).toString());
  }

  /// The training that is gone on with.
  Optional<SavedTraining> saved() throws IOException {
    if (saveEvery < 1) {
      throw new IllegalArgumentException("--save-every " + saveEvery + ": expected 1 or more");
    }
    return state != null && Files.exists(state)
        ? Optional.of(SavedTraining.read(state))
        : Optional.empty();
  }

  /// Where to save the training after this step, if it is time to.
  Optional<Path> saveAfter(long step) {
    return step % saveEvery == saveEvery - 1 ? Optional.ofNullable(state) : Optional.empty();
  }

  /// Where losses are written to, from the checkpoint of a loader on.
  LossCurve curve(DataLoader loader) throws IOException {
    return LossCurve.to(curve, loader.checkpoint());
  }

  /// Runs a training, and ends the process. What is wrong with files and options is said in a line.
  static void run(Callable<Integer> training, String[] arguments) {
    System.exit(
        new CommandLine(training)
            .setExecutionExceptionHandler((e, line, _) -> {
              if (!(e instanceof IOException || e instanceof IllegalArgumentException)) {
                throw e;
              }
              boolean isMissing = e instanceof NoSuchFileException;
              line.getErr()
                  .println(
                      "error: "
                          + (isMissing ? "no such file: " : "")
                          + e.getMessage()
                          + (isMissing ? " (examples/README.md says how to make it)" : ""));
              return 1;
            })
            .execute(arguments));
  }
}
