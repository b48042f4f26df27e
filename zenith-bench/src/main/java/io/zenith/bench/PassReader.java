package io.zenith.bench;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.Duration;

/// Reads one whole file again and again.
interface PassReader extends AutoCloseable {

  /// How tables call it.
  String title();

  /// How many times the usual warm-up it needs. HotSpot takes some 10 seconds for what runs a few
  /// hundred times a second: until then a loader is a quarter slower.
  int warmUps();

  /// Reads passes as long as a turn is.
  Rate read(Duration turn) throws IOException, InterruptedException;

  @Override
  void close();

  /// One pass.
  interface Pass {
    void run() throws IOException, InterruptedException;
  }

  /// What a turn found.
  ///
  /// @param passesPerSecond how fast
  /// @param cpuSeconds of all threads of the process, for a pass
  record Rate(double passesPerSecond, double cpuSeconds) {}

  /// Times passes in this process.
  static Rate read(Duration turn, Pass pass) throws IOException, InterruptedException {
    OperatingSystemMXBean system =
        (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    long cpu = system.getProcessCpuTime();
    long began = System.nanoTime();
    long end = began + turn.toNanos();
    int passes = 0;
    long now;
    do {
      pass.run();
      passes++;
      now = System.nanoTime();
    } while (now < end);
    return new Rate(
        passes * 1e9 / (now - began), (system.getProcessCpuTime() - cpu) / 1e9 / passes);
  }
}
