package io.zenith.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;

/// What this process has had fetched from disks so far, also through mappings.
final class DiskReads {
  private static final Path IO = Path.of("/proc/self/io");

  private DiskReads() {}

  /// In bytes, where the system says it, which is on Linux.
  static OptionalLong bytes() throws IOException {
    if (!Files.isReadable(IO)) {
      return OptionalLong.empty();
    }
    return Files.readAllLines(IO).stream()
        .filter(line -> line.startsWith("read_bytes:"))
        .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")))
        .findFirst();
  }
}
