package io.zenith.arrow;

import io.zenith.testkit.Attempt;
import java.io.IOException;

/// What a fuzzer feeds with Arrow streams: any bytes.
public final class StreamFuzzer {
  private StreamFuzzer() {}

  /// Called by Jazzer.
  public static void fuzzerTestOneInput(byte[] bytes) throws IOException {
    Attempt.agreeing(Arrow.format(), bytes);
  }
}
