package io.zenith.csv;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.error.MalformedDataException;
import io.zenith.testkit.InMemory;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// What comes before the records, in pieces of any size.
class HeadTest {
  private static final List<Sizes> SIZES =
      Stream.of(1, 2, 3, 7, 1 << 16).map(size -> new Sizes(size, size, 1, size, size)).toList();

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static void check(Csv format, String text, List<String> names, List<List<Object>> values)
      throws IOException {
    for (Sizes sizes : SIZES) {
      CutFormat cut = new CutFormat(format.options(), sizes);
      assertEquals(names, Read.names(cut, utf8(text)), sizes::toString);
      assertEquals(values, Read.columns(cut, utf8(text)), sizes::toString);
    }
  }

  private static String refused(Csv format, String text) {
    List<String> messages =
        SIZES.stream()
            .map(sizes -> Read.refused(new CutFormat(format.options(), sizes), utf8(text)))
            .distinct()
            .toList();
    assertEquals(1, messages.size(), messages::toString);
    return messages.getFirst();
  }

  @Test
  void linesAreSkippedWhateverIsInThem() throws IOException {
    List<List<Object>> values = List.of(List.of(1L), List.of("x"));
    for (String end : List.of("\n", "\r", "\r\n")) {
      String text =
          String.join(end, "\ufeffit's \"made", "", "\"\"\",,,", "\0#\u001b", "a,b", "1,x", "");
      check(Csv.format().skipLines(4), text, List.of("a", "b"), values);
      check(Csv.format().skipLines(5).header(false), text, List.of("f0", "f1"), values);
      check(Csv.format().skipLines(5).names("c", "d"), text, List.of("c", "d"), values);
    }
  }

  @Test
  void skippedLinesThatAreNotThere() throws IOException {
    for (String text : List.of("", "a,b", "a,b\n", "a,b\r\n1,2\r\n")) {
      for (boolean header : new boolean[] {false, true}) {
        assertTrue(
            refused(Csv.format().header(header).skipLines(2), text).contains("found no record"));
      }
      check(Csv.format().names("x").skipLines(2), text, List.of("x"), List.of(List.of()));
    }
  }

  @Test
  void linesWithoutAHeaderAreAllRecords() throws IOException {
    check(
        Csv.format().header(false).comment('#'),
        "# x,y,z\n\n\r\n1,2\n3,4",
        List.of("f0", "f1"),
        List.of(List.of(1L, 3L), List.of(2L, 4L)));
  }

  @Test
  void aHeaderWithoutRecords() throws IOException {
    check(Csv.format(), "a,\"b\r\n\"\"\"", List.of("a", "b\r\n\""), List.of(List.of(), List.of()));
    check(Csv.format(), ",\n", List.of("", ""), List.of(List.of(), List.of()));
  }

  @Test
  void namesThatAreTooLong() {
    Csv format = Csv.format().maxFieldBytes(10);
    String message = refused(format, "\n\na," + "b".repeat(11) + "\n1,2\n");
    assertTrue(message.contains("line 3: found a field of more than 10 bytes"), message);
    for (Sizes sizes : SIZES) {
      CutFormat cut = new CutFormat(format.options(), sizes);
      String open = Read.refused(cut, utf8("\"a,b\n1,2\n3,4\n5,6\n7,8\n"));
      assertTrue(open.contains("line 1: found a"), open);
    }
  }

  /// A quote that is missing in the header must not bring a whole file into memory.
  @Test
  void aHeaderThatNeverEndsIsNotReadToTheEnd() throws IOException {
    byte[] text = new byte[32 << 20];
    Arrays.fill(text, (byte) 'x');
    text[0] = '"';
    Csv format = Csv.format().maxFieldBytes(1 << 20);
    try (InMemory file = new InMemory(format, "open", text)) {
      NotedReads noted = new NotedReads(file.input(false));
      CsvSource source = new CsvSource(noted, format.options(), Sizes.DEFAULT);
      assertThrows(MalformedDataException.class, source::schema);
      // The message counts lines up to the place, which is at the beginning.
      assertTrue(noted.bytes() < 4 << 20, noted.bytes() + " bytes were read");
    }
  }
}
