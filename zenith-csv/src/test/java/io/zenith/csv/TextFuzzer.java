package io.zenith.csv;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.zenith.testkit.Attempt;
import io.zenith.testkit.Attempt.Outcome;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/// What a fuzzer feeds with delimited text: any bytes, read in one of some ways.
public final class TextFuzzer {
  /// With all options, if not each with each.
  static final List<Csv> FORMATS =
      List.of(
          Csv.format(),
          Csv.format().delimiter(';').quote('\'').comment('#').skipLines(1).header(false),
          Csv.format().noQuotes().ragged(Ragged.FILL).inferFrom(2),
          Csv.format().types("string").ragged(Ragged.SKIP).nulls("", "NA"),
          Csv.format().names("a", "b").types("a:decimal(20, 4),b:float32").maxFieldBytes(40));

  private static final Sizes SMALL = new Sizes(16, 12, 2, 30, 20);

  private TextFuzzer() {}

  /// Called by Jazzer. The first byte chooses how the others are read: that does not depend on
  /// where they are cut.
  public static void fuzzerTestOneInput(byte[] bytes) throws IOException {
    if (bytes.length == 0) {
      return;
    }
    Csv format = FORMATS.get((bytes[0] & 0xff) % FORMATS.size());
    byte[] text = Arrays.copyOfRange(bytes, 1, bytes.length);
    Attempt whole = Attempt.agreeing(format, text);
    Attempt cut = Attempt.of(new CutFormat(format.options(), SMALL), text, false, 7);
    if (whole.whole() && cut.whole()) {
      assertEquals(whole.outcome() == Outcome.READ, cut.outcome() == Outcome.READ);
      assertEquals(whole.schema(), cut.schema());
      assertEquals(whole.columns(), cut.columns());
    }
  }

  /// The input by which a text is read in one of the ways.
  static byte[] input(int format, byte... text) {
    byte[] input = new byte[1 + text.length];
    input[0] = (byte) format;
    System.arraycopy(text, 0, input, 1, text.length);
    return input;
  }
}
