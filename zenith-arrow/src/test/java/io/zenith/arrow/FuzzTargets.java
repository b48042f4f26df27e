package io.zenith.arrow;

import static io.zenith.arrow.FileForge.compressed;
import static io.zenith.arrow.FileForge.ints;
import static io.zenith.arrow.FileForge.joined;
import static io.zenith.arrow.FileForge.longs;
import static io.zenith.arrow.FileForge.none;
import static io.zenith.arrow.FileForge.text;
import static io.zenith.arrow.FileForge.view;

import io.zenith.testkit.FuzzTarget;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.arrow.flatbuf.CompressionType;

/// What a fuzzer feeds here.
public final class FuzzTargets {
  private static final String LONG = "longer than twelve bytes";

  private FuzzTargets() {}

  /// Writes the seeds.
  ///
  /// @param args where to, and the folder of the module
  public static void main(String[] args) throws IOException {
    FuzzTarget.writeSeeds(all(), Path.of(args[0]), Path.of(args[1]));
  }

  /// Files, streams and compressed bodies.
  static List<FuzzTarget> all() throws IOException {
    Map<String, byte[]> files = Corpus.files();
    Map<String, byte[]> streams = new LinkedHashMap<>(files);
    files.values().removeIf(bytes -> !isFile(bytes));
    streams.values().removeIf(FuzzTargets::isFile);
    Map<String, byte[]> bodies =
        Map.of("lz4", body(CompressionType.LZ4_FRAME), "zstd", body(CompressionType.ZSTD));
    return List.of(
        new FuzzTarget("FileFuzzer", FileFuzzer::fuzzerTestOneInput, files),
        new FuzzTarget("StreamFuzzer", StreamFuzzer::fuzzerTestOneInput, streams),
        new FuzzTarget("BodyFuzzer", BodyFuzzer::fuzzerTestOneInput, bodies));
  }

  private static boolean isFile(byte[] bytes) {
    return bytes[0] == 'A';
  }

  private static byte[] body(int codec) {
    return BodyFuzzer.input(
        codec,
        2,
        none(),
        compressed(codec, longs(1, 2)),
        compressed(codec, new byte[] {0b11}),
        compressed(codec, joined(view(LONG, 0, 0), view("short"))),
        compressed(codec, text(LONG)),
        none(),
        joined(longs(-1), ints(0, 1, 2)),
        none(),
        joined(longs(-1), new byte[] {0b10}));
  }
}
