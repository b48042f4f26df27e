package io.zenith.examples;

import io.zenith.Checkpoint;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// The loss of each step: every hundredth for people, all for a file, a line each.
///
/// A training that goes on makes the steps behind its checkpoint once more: their lines are cut
/// off.
final class LossCurve implements AutoCloseable {
  private static final int SHOWN = 100;
  private final Writer file;

  private LossCurve(Writer file) {
    this.file = file;
  }

  /// @param at where the training begins
  static LossCurve to(@Nullable Path file, Checkpoint at) throws IOException {
    if (file == null) {
      return new LossCurve(Writer.nullWriter());
    }
    if (Files.exists(file)) {
      Files.write(
          file, Files.readAllLines(file).stream().filter(line -> isBefore(line, at)).toList());
    }
    return new LossCurve(
        Files.newBufferedWriter(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND));
  }

  /// Of a line that was cut by a crash this is false, too: its step was not saved yet.
  private static boolean isBefore(String line, Checkpoint at) {
    String[] parts = line.split(",", -1);
    if (parts.length < 3) {
      return false;
    }
    int epoch = Integer.parseInt(parts[0]);
    return epoch < at.epoch() || (epoch == at.epoch() && Long.parseLong(parts[1]) < at.step());
  }

  void add(int epoch, long step, float loss) throws IOException {
    file.write(epoch + "," + step + "," + loss + "\n");
    file.flush(); // whoever kills the training sees how far it was
    if (step % SHOWN == 0) {
      System.out.printf(Locale.ROOT, "epoch %d, step %4d: loss %.4f%n", epoch, step, loss);
    }
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
