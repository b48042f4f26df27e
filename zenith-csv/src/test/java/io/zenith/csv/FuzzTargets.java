package io.zenith.csv;

import io.zenith.testkit.FuzzTarget;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What a fuzzer feeds here.
public final class FuzzTargets {
  private FuzzTargets() {}

  /// Writes the seeds.
  ///
  /// @param args where to, and the folder of the module
  public static void main(String[] args) throws IOException {
    FuzzTarget.writeSeeds(all(), Path.of(args[0]), Path.of(args[1]));
  }

  /// Delimited text.
  static List<FuzzTarget> all() throws IOException {
    Map<String, byte[]> seeds = new LinkedHashMap<>();
    Samples.files()
        .forEach((name, bytes) -> {
          for (int i = 0; i < TextFuzzer.FORMATS.size(); i++) {
            seeds.put(name + " " + i, TextFuzzer.input(i, bytes));
          }
        });
    return List.of(new FuzzTarget("TextFuzzer", TextFuzzer::fuzzerTestOneInput, seeds));
  }
}
