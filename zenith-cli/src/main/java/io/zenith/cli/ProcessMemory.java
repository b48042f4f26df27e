package io.zenith.cli;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;

/// What this process has taken.
final class ProcessMemory {
  private ProcessMemory() {}

  /// Bytes that the calling thread has allocated on the heap so far.
  static long allocatedByThread() {
    return Holder.THREADS.getCurrentThreadAllocatedBytes();
  }

  /// The most memory that was resident at a time, mapped pages included; known on Linux.
  static OptionalLong peakResident() {
    try {
      for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
        if (line.startsWith("VmHWM:")) {
          String kibibytes = line.replaceAll("[^0-9]", "");
          return OptionalLong.of(1024 * Long.parseLong(kibibytes));
        }
      }
    } catch (IOException | NumberFormatException _) {
      // not Linux
    }
    return OptionalLong.empty();
  }

  /// The management classes take a while to load.
  private static final class Holder {
    static final com.sun.management.ThreadMXBean THREADS =
        (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
  }
}
