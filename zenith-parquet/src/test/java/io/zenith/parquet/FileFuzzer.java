package io.zenith.parquet;

import io.zenith.testkit.Attempt;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/// What a fuzzer feeds with Parquet files: any bytes between the marks that make them one.
public final class FileFuzzer {
  private static final byte[] MAGIC = "PAR1".getBytes(StandardCharsets.US_ASCII);

  private FileFuzzer() {}

  /// Called by Jazzer.
  public static void fuzzerTestOneInput(byte[] bytes) throws IOException {
    if (bytes.length >= 2 * MAGIC.length) {
      byte[] file = bytes.clone();
      System.arraycopy(MAGIC, 0, file, 0, MAGIC.length);
      System.arraycopy(MAGIC, 0, file, file.length - MAGIC.length, MAGIC.length);
      Attempt.agreeing(Parquet.format(), file);
    }
  }
}
