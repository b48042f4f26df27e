package io.zenith.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// The memory that this process has resident, in bytes; NaN where the system does not say, which is
/// everywhere but on Linux.
final class ResidentMemory {
  private static final Path STATUS = Path.of("/proc/self/status");

  private ResidentMemory() {}

  /// The most that it has had.
  static double peak() throws IOException {
    return bytes("VmHWM:");
  }

  /// What it has now of its own: without pages of mapped files, which the system takes away where
  /// memory is short.
  static double own() throws IOException {
    return bytes("RssAnon:");
  }

  private static double bytes(String field) throws IOException {
    if (!Files.isReadable(STATUS)) {
      return Double.NaN;
    }
    for (String line : Files.readAllLines(STATUS)) {
      if (line.startsWith(field)) {
        return 1024 * Double.parseDouble(line.replaceAll("[^0-9]", ""));
      }
    }
    return Double.NaN;
  }
}
