package io.zenith.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// Where the demo's training begins and ends, and what it leaves behind.
final class TrainingRun {
  @Option(
      names = "--resume",
      paramLabel = "FILE",
      description = "Go on where the training was that wrote this file, with the same options.")
  private @Nullable Path resume;

  @Option(names = "--stop-after", paramLabel = "STEPS", description = "Stop after so many steps.")
  private long stopAfter = Long.MAX_VALUE;

  @Option(
      names = "--checkpoint",
      paramLabel = "FILE",
      description =
          "Write where the training is, and what was learned, when it ends, also after Ctrl-C or"
              + " a failure.")
  private @Nullable Path checkpoint;

  /// Of this run.
  long stopAfter() {
    return stopAfter;
  }

  /// Trains, from where it is to be resumed.
  void run(Training training, TrainingOptions options, Runnable epochs) throws IOException {
    if (resume != null) {
      TrainingState state = TrainingState.read(resume, training.parameters());
      if (!state.options().equals(options)) {
        throw new CommandFailure(
            resume + " is of a training with " + state.options() + ", and not with " + options);
      }
      if (state.checkpoint().epoch() == options.epochs()) {
        throw new CommandFailure(resume + ": this training is over");
      }
      training.resume(state);
    }
    training.stopAfter(stopAfter);
    try {
      epochs.run();
    } catch (Throwable e) {
      failed(training, e);
      throw e;
    }
    save(training);
  }

  /// A state that cannot be written must not hide why the training has failed.
  private void failed(Training training, Throwable failure) {
    try {
      save(training);
    } catch (IOException | RuntimeException e) {
      failure.addSuppressed(e);
    }
  }

  private void save(Training training) throws IOException {
    Optional<TrainingState> state = training.state();
    if (checkpoint == null || state.isEmpty()) {
      return;
    }
    // Whom Ctrl-C has interrupted still writes, and stays interrupted.
    boolean interrupted = Thread.interrupted();
    try {
      state.get().write(checkpoint);
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
