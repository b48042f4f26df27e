package io.zenith.examples;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// The loss of each step: every hundredth for people, all for a file, a line each.
final class LossCurve implements AutoCloseable {
  private static final int SHOWN = 100;
  private final Writer file;

  private LossCurve(Writer file) {
    this.file = file;
  }

  static LossCurve to(@Nullable Path file) throws IOException {
    return new LossCurve(
        file == null
            ? Writer.nullWriter()
            : Files.newBufferedWriter(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND));
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
