package io.zenith.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// The most memory that this process has had resident.
final class PeakMemory {
  private static final Path STATUS = Path.of("/proc/self/status");

  private PeakMemory() {}

  /// In bytes; NaN where the system does not say, which is everywhere but on Linux.
  static double bytes() throws IOException {
    if (!Files.isReadable(STATUS)) {
      return Double.NaN;
    }
    for (String line : Files.readAllLines(STATUS)) {
      if (line.startsWith("VmHWM:")) {
        return 1024 * Double.parseDouble(line.replaceAll("[^0-9]", ""));
      }
    }
    return Double.NaN;
  }
}
