package io.zenith.cli;

import io.zenith.Batch;
import io.zenith.Checkpoint;
import io.zenith.DataLoader;
import io.zenith.Dataset;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.locks.LockSupport;

/// A training loop as [KillTest] kills it: goes on where the checkpoint is, hands each step that it
/// has received to the system as a line of text, and writes a checkpoint each few steps.
final class KilledReader {
  static final int EPOCHS = 3;
  private static final int STEPS_A_CHECKPOINT = 5;

  /// What the training of a step takes, so that some kills come between checkpoints.
  private static final long STEP_NANOS = 200_000;

  private KilledReader() {}

  /// The loader of a run from its start.
  static DataLoader.Builder options(String table, long seed) throws IOException {
    return Dataset.open(table).loader(10).epochs(EPOCHS).shuffle(seed).window(512).lanes(4);
  }

  /// A step as a line: its epoch, its number, its rows.
  static String line(Batch batch) {
    StringBuilder line = new StringBuilder();
    line.append(batch.epoch()).append(' ').append(batch.step());
    for (int row = 0; row < batch.rows(); row++) {
      line.append(' ').append(batch.rowNumber(row));
    }
    return line.append('\n').toString();
  }

  /// Trains to the end, unless it is killed.
  ///
  /// @param args the table, the seed, the checkpoint, the trail, and the log, which is new
  public static void main(String[] args) throws IOException {
    Path checkpoint = Path.of(args[2]);
    DataLoader.Builder options = options(args[0], Long.parseLong(args[1]));
    if (Files.exists(checkpoint)) {
      options.resume(Checkpoint.read(checkpoint));
    }
    try (DataLoader loader = options.trail(Path.of(args[3])).build();
        FileChannel log =
            FileChannel.open(
                Path.of(args[4]), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      for (Batch batch : loader) {
        ByteBuffer line = ByteBuffer.wrap(line(batch).getBytes(StandardCharsets.US_ASCII));
        while (line.hasRemaining()) {
          log.write(line);
        }
        LockSupport.parkNanos(STEP_NANOS);
        if (batch.step() % STEPS_A_CHECKPOINT == STEPS_A_CHECKPOINT - 1) {
          batch.checkpoint().write(checkpoint);
        }
      }
      loader.checkpoint().write(checkpoint);
    }
  }
}
