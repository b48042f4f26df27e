package io.zenith.bench;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;

/// Names the file in the failure to write it: the system says that a disk is full, not for whom.
final class NamedWrite {
  private NamedWrite() {}

  /// What writes a file.
  interface Write {
    void run() throws IOException;
  }

  /// Writes a file.
  static void to(Path file, Write write) throws IOException {
    try {
      write.run();
    } catch (IOException e) {
      throw new IOException("cannot write " + file + ": " + reason(e), e);
    }
  }

  private static String reason(IOException failure) {
    return failure instanceof FileSystemException file && file.getReason() != null
        ? file.getReason()
        : String.valueOf(failure.getMessage());
  }
}
