package io.zenith.csv;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.spi.Format;
import io.zenith.testkit.Attempt.Outcome;
import io.zenith.testkit.Mutations;
import io.zenith.testkit.Mutator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

/// Broken files, very many: see [Mutations] for how to run other ones, or one alone.
class MutationTest {
  private static final int CASES = 16_000;
  private static final int CASES_OF_CUTS = 4_000;

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

  @Test
  void brokenFilesAreRefusedOrReadToTheirEnds() throws Exception {
    verify(Csv.format(), CASES);
  }

  /// Of which parts are gone through apart, and values read later than types were found.
  @Test
  void brokenFilesInSmallPieces() throws Exception {
    CsvOptions few = Csv.format().inferFrom(2).options();
    verify(new CutFormat(few, new Sizes(32, 24, 2, 40, 30)), CASES_OF_CUTS);
  }

  private static void verify(Format format, int cases) throws Exception {
    List<byte[]> files =
        List.of(
            NUMBERS.getBytes(StandardCharsets.UTF_8),
            TEXT.getBytes(StandardCharsets.UTF_8),
            zipped(NUMBERS));
    Map<Outcome, Long> outcomes = new Mutations(format, new Mutator(files)).run(cases);
    for (Outcome outcome : List.of(Outcome.READ, Outcome.MALFORMED)) {
      assertTrue(outcomes.getOrDefault(outcome, 1L) > 0, outcome.toString());
    }
  }

  private static byte[] zipped(String text) throws IOException {
    ByteArrayOutputStream zipped = new ByteArrayOutputStream();
    try (GZIPOutputStream stream = new GZIPOutputStream(zipped)) {
      stream.write(text.getBytes(StandardCharsets.UTF_8));
    }
    return zipped.toByteArray();
  }
}
