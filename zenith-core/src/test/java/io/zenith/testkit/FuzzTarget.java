package io.zenith.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.function.ThrowingConsumer;

/// What a fuzzer feeds, what it starts from, and what it has found.
///
/// A finding is a file in the folder `src/test/findings/TARGET` of the module, where the fuzzer
/// leaves it. From then on every build replays it.
///
/// @param name the simple name of the class with the method `fuzzerTestOneInput`
/// @param method this method
/// @param seeds sound inputs, by name
public record FuzzTarget(String name, ThrowingConsumer<byte[]> method, Map<String, byte[]> seeds) {

  /// Writes the seeds of each target to a folder of its name, and makes the folder for findings.
  public static void writeSeeds(List<FuzzTarget> targets, Path folder, Path module)
      throws IOException {
    for (FuzzTarget target : targets) {
      Files.createDirectories(target.findings(module));
      Files.createDirectories(folder.resolve("corpus", target.name));
      Path seeds = Files.createDirectories(folder.resolve("seeds", target.name));
      int number = 0;
      for (byte[] seed : target.seeds.values()) {
        Files.write(seeds.resolve("seed" + number++), seed);
      }
    }
  }

  /// A test for each seed and each finding of each target.
  ///
  /// @param module the folder of the module
  public static List<DynamicTest> replay(List<FuzzTarget> targets, Path module) throws IOException {
    List<DynamicTest> tests = new ArrayList<>();
    for (FuzzTarget target : targets) {
      target.inputs(module).forEach((name, input) -> tests.add(target.test(name, input)));
    }
    return tests;
  }

  private Map<String, byte[]> inputs(Path module) throws IOException {
    Map<String, byte[]> inputs = new TreeMap<>(seeds);
    if (Files.isDirectory(findings(module))) {
      try (Stream<Path> files = Files.list(findings(module))) {
        for (Path file : files.toList()) {
          inputs.put(file.getFileName().toString(), Files.readAllBytes(file));
        }
      }
    }
    return inputs;
  }

  private DynamicTest test(String input, byte... bytes) {
    return DynamicTest.dynamicTest(name + " " + input, () -> method.accept(bytes));
  }

  private Path findings(Path module) {
    return module.resolve("src/test/findings", name);
  }
}
