package io.zenith.codec;

import io.zenith.testkit.FuzzTarget;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/// What a fuzzer feeds here.
public final class FuzzTargets {
  private FuzzTargets() {}

  /// Writes the seeds.
  ///
  /// @param args where to, and the folder of the module
  public static void main(String[] args) throws IOException {
    FuzzTarget.writeSeeds(all(), Path.of(args[0]), Path.of(args[1]));
  }

  /// Data of all decompressors.
  static List<FuzzTarget> all() {
    Map<String, byte[]> seeds = new LinkedHashMap<>();
    SplittableRandom random = new SplittableRandom(5);
    for (Decompressor codec : Decompressors.ALL) {
      for (int size : new int[] {0, 100, 3000}) {
        for (int kind = 0; kind < Samples.KINDS; kind++) {
          byte[] bytes = Samples.of(kind, size, random);
          if (codec instanceof Codec both) {
            put(seeds, codec, size, Samples.compress(both, bytes));
          }
          Others.compress(codec, bytes).forEach(frame -> put(seeds, codec, size, frame));
        }
      }
    }
    return List.of(new FuzzTarget("CodecFuzzer", CodecFuzzer::fuzzerTestOneInput, seeds));
  }

  private static void put(Map<String, byte[]> seeds, Decompressor codec, int size, byte... frame) {
    seeds.put(codec + " " + seeds.size(), CodecFuzzer.input(codec, size, frame));
  }
}
