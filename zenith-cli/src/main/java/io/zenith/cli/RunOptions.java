package io.zenith.cli;

import io.zenith.Checkpoint;
import io.zenith.DataLoader;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// Where a run begins and ends, and what it leaves behind.
final class RunOptions {
  @Option(
      names = "--resume",
      paramLabel = "FILE",
      description = "Go on where the run was that wrote this checkpoint, in its order.")
  private @Nullable Path resume;

  @Option(names = "--stop-after", paramLabel = "STEPS", description = "Stop after so many steps.")
  private @Nullable Long stopAfter;

  @Option(
      names = "--checkpoint",
      paramLabel = "FILE",
      description = "Write where the run is when it ends, also after Ctrl-C or a failure.")
  private @Nullable Path checkpoint;

  @Option(
      names = "--checkpoint-every",
      paramLabel = "STEPS",
      description = "With --checkpoint: also after each so many steps.")
  private @Nullable Long every;

  @Option(
      names = "--receipt",
      paramLabel = "FILE",
      description = "Keep a receipt of each step, for `zenith receipts`.")
  private @Nullable Path trail;

  @Spec(Spec.Target.MIXEE)
  private @Nullable CommandSpec command;

  private @Nullable Checkpoint from;

  /// Refuses a checkpoint that would not be written, before anyone reads.
  ///
  /// @param isStream whether the rows come as a stream
  void check(boolean isStream) {
    if (isStream && checkpoint != null) {
      throw misuse("--checkpoint: nobody can go on in the midst of standard input");
    }
    if (every != null && checkpoint == null) {
      throw misuse("--checkpoint-every needs --checkpoint FILE");
    }
    if (every != null && every < 1) {
      throw misuse("--checkpoint-every " + every + ": at least 1");
    }
  }

  /// Whether it goes on where another run was.
  boolean isResumed() {
    return resume != null;
  }

  /// Sets them, and reads the checkpoint.
  DataLoader.Builder set(DataLoader.Builder options) throws IOException {
    if (resume != null) {
      from = Checkpoint.read(resume);
      options.resume(from);
    }
    if (trail != null) {
      options.trail(trail);
    }
    return options;
  }

  private RuntimeException misuse(String message) {
    return command == null
        ? new IllegalArgumentException(message)
        : new ParameterException(command.commandLine(), message);
  }

  /// The steps that were received in earlier runs.
  ///
  /// @param perEpoch steps an epoch
  long before(long perEpoch) {
    return from == null ? 0 : from.epoch() * perEpoch + from.step();
  }

  /// Whether a run ends here.
  ///
  /// @param steps those of this run
  boolean stops(long steps) {
    return stopAfter != null && steps >= stopAfter;
  }

  /// A step was received.
  ///
  /// @param steps those of this run
  void received(DataLoader loader, long steps) throws IOException {
    if (checkpoint != null && every != null && steps % every == 0) {
      loader.checkpoint().write(checkpoint);
    }
  }

  /// The run is over, since it has failed: a checkpoint that cannot be written must not hide why.
  void failed(DataLoader loader, Throwable failure) {
    try {
      ended(loader);
    } catch (IOException | RuntimeException e) {
      failure.addSuppressed(e);
    }
  }

  /// The run is over.
  void ended(DataLoader loader) throws IOException {
    if (checkpoint != null) {
      loader.checkpoint().write(checkpoint);
    }
  }
}
