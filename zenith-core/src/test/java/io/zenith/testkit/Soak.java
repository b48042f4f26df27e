package io.zenith.testkit;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/// Something that is done for a long time and leaves nothing: `-Dzenith.soak=MINUTES`. Memory,
/// threads and descriptors of the process stay flat.
public final class Soak {
  private static final int MINUTES = Integer.getInteger("zenith.soak", 0);
  private static final Path PROCESS = Path.of("/proc/self");
  private static final int SAMPLES = 30;

  /// What the allocators of the JVM and of the C library may keep for reasons of their own.
  private static final long NOISE_BYTES = 16 << 20;

  private Soak() {}

  /// What is done over and over.
  @FunctionalInterface
  public interface Work {
    /// Does it once.
    void run() throws Exception;
  }

  /// What this process holds.
  ///
  /// @param heap bytes that live on the heap
  /// @param rest bytes of the process besides the heap
  private record Sample(long heap, long rest, long threads, long descriptors) {
    static Sample take() throws IOException {
      System.gc();
      var heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage();
      try (Stream<Path> descriptors = Files.list(PROCESS.resolve("fd"))) {
        return new Sample(
            heap.getUsed(),
            status("VmRSS:") * 1024 - heap.getCommitted(),
            status("Threads:"),
            descriptors.count());
      }
    }

    private static long status(String name) throws IOException {
      return Files.readAllLines(PROCESS.resolve("status")).stream()
          .filter(line -> line.startsWith(name))
          .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")))
          .sum();
    }
  }

  /// Skips the test that calls this, unless someone asks for it.
  public static void assumeAsked() {
    assumeTrue(MINUTES > 0, "takes as many minutes as -Dzenith.soak says");
    assumeTrue(Files.isDirectory(PROCESS), "/proc tells what a process holds");
  }

  /// Does something for as many minutes as are asked for.
  public static void run(Work work) throws Exception {
    List<Sample> samples = new ArrayList<>();
    long part = Duration.ofMinutes(MINUTES).toNanos() / SAMPLES;
    for (int i = 0; i < SAMPLES; i++) {
      long end = System.nanoTime() + part;
      while (System.nanoTime() < end) {
        work.run();
      }
      samples.add(Sample.take());
    }
    assertFlat("heap", samples, Sample::heap, NOISE_BYTES);
    assertFlat("memory besides the heap", samples, Sample::rest, NOISE_BYTES);
    assertFlat("threads", samples, Sample::threads, 2);
    assertFlat("descriptors", samples, Sample::descriptors, 2);
  }

  /// The last third holds no more than the second: the first is for the JVM to settle in.
  private static void assertFlat(
      String what, List<Sample> samples, ToLongFunction<Sample> value, long noise) {
    long before = median(samples.subList(SAMPLES / 3, 2 * SAMPLES / 3), value);
    long after = median(samples.subList(2 * SAMPLES / 3, SAMPLES), value);
    assertTrue(after <= before + noise, () -> what + " grew from " + before + " to " + after);
  }

  private static long median(List<Sample> samples, ToLongFunction<Sample> value) {
    return samples.stream()
        .mapToLong(value)
        .sorted()
        .skip(samples.size() / 2)
        .findFirst()
        .orElse(0);
  }
}
