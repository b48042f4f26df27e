package io.zenith.bench;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;

/// What the figures were measured on.
///
/// @param cpu the processor's name
/// @param cores how many the JVM may use
/// @param os the operating system
/// @param memoryBytes of the machine or container
/// @param jdk the JVM's version and vendor
/// @param python Python and the peers that it has, or why there is no PyArrow
record Machine(String cpu, int cores, String os, long memoryBytes, String jdk, String python) {

  static Machine here(String python) throws IOException {
    OperatingSystemMXBean system =
        (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    return new Machine(
        cpuName(),
        system.getAvailableProcessors(),
        system.getName() + " " + system.getVersion(),
        system.getTotalMemorySize(),
        Runtime.version() + " (" + System.getProperty("java.vendor") + ")",
        python);
  }

  private static String cpuName() throws IOException {
    Path info = Path.of("/proc/cpuinfo");
    String architecture = System.getProperty("os.arch");
    if (!Files.isReadable(info)) {
      return architecture;
    }
    return Files.readAllLines(info).stream()
        .filter(line -> line.startsWith("model name"))
        .map(line -> line.substring(line.indexOf(':') + 1).strip() + " (" + architecture + ")")
        .findFirst()
        .orElse(architecture);
  }

  @Override
  public String toString() {
    return "%s, %d cores, %s, %.0f GiB; JDK %s; %s"
        .formatted(cpu, cores, os, memoryBytes / 0x1p30, jdk, python);
  }
}
