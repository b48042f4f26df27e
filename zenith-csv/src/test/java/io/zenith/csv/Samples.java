package io.zenith.csv;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.GZIPOutputStream;

/// Small sound files, for those that break them.
final class Samples {
  private static final String NUMBERS =
      """
      id,price,when,ok,day,name
      1,2.5,2024-02-29T12:00:00.5,true,2024-02-29,a
      -7,1e300,1969-12-31 23:59,FALSE,0001-01-01,
      9223372036854775807,.5,,,,""
      0,-0.0,2024-01-01T00:00:00,true,9999-12-31,z
      """;
  private static final String TEXT =
      """
      a,b
      "x""y","two
      lines"
      é€𝄞,plain

      ,""
      "a,b",6'2"
      """
          .replace("\n", "\r\n");

  private Samples() {}

  /// The files, by what is in them.
  static Map<String, byte[]> files() throws IOException {
    byte[] numbers = NUMBERS.getBytes(StandardCharsets.UTF_8);
    Map<String, byte[]> files = new LinkedHashMap<>();
    files.put("numbers", numbers);
    files.put("text", TEXT.getBytes(StandardCharsets.UTF_8));
    files.put("compressed numbers", zipped(numbers));
    return files;
  }

  /// Compressed by gzip, as one member.
  static byte[] zipped(byte... bytes) throws IOException {
    ByteArrayOutputStream zipped = new ByteArrayOutputStream();
    try (GZIPOutputStream stream = new GZIPOutputStream(zipped)) {
      stream.write(bytes);
    }
    return zipped.toByteArray();
  }
}
