package io.zenith.csv;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.Dataset;
import io.zenith.error.MalformedDataException;
import io.zenith.spi.Format;
import io.zenith.testkit.InMemory;
import io.zenith.testkit.Property;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Records that have too few fields, or too many, and fields that are too long.
class RaggedTest {
  private static final Dialect DIALECT = new Dialect((byte) ',', '"', Dialect.NONE);
  private static final List<String> RECORDS =
      List.of("1,2\n", "1\n", "\"x\ny\",3\n", "1,2,3\n", "\n", ",\r\n");

  @Test
  void leftOutWhereverTextIsCut() {
    Csv skip = Csv.format().types("string").ragged(Ragged.SKIP);
    Property.check(
        500,
        (random, _) -> {
          StringBuilder text = new StringBuilder("a,b\n");
          for (int i = random.nextInt(60); i > 0; i--) {
            text.append(RECORDS.get(random.nextInt(RECORDS.size())));
          }
          List<ReferenceText.Line> records = new ArrayList<>();
          ReferenceText.read(text.toString(), DIALECT, records);
          List<ReferenceText.Line> whole =
              records.stream().skip(1).filter(record -> record.fields().size() == 2).toList();
          Sizes sizes =
              new Sizes(
                  1 + random.nextInt(60), 1 + random.nextInt(60), 1 + random.nextInt(3), 40, 40);
          CutFormat format = new CutFormat(skip.options(), sizes);
          List<List<Object>> found = read(format, text.toString());
          assertEquals(ReferenceText.column(whole, 0), found.get(0));
          assertEquals(ReferenceText.column(whole, 1), found.get(1));
          assertEquals(records.size() - 1L - whole.size(), skipped(format, text.toString()));
        });
  }

  @Test
  void filledWithNulls() throws IOException {
    CutFormat fill = new CutFormat(Csv.format().ragged(Ragged.FILL).options(), Sizes.DEFAULT);
    assertEquals(List.of(List.of(1L, 2L), Arrays.asList(null, 5L)), read(fill, "a,b\n1\n2,5\n"));
    MalformedDataException error =
        assertThrows(MalformedDataException.class, () -> read(fill, "a,b\n1\n2,5,6\n"));
    String message = String.valueOf(error.getMessage());
    assertTrue(message.contains("line 3: found 3 fields, expected 2"), message);
  }

  @Test
  void fieldsThatAreTooLong() {
    CsvOptions few = Csv.format().types("string").maxFieldBytes(10).options();
    for (Sizes sizes : List.of(Sizes.DEFAULT, new Sizes(4, 4, 1, 4, 4))) {
      CutFormat format = new CutFormat(few, sizes);
      String text = "a,b\n1,2\n3," + "x".repeat(11) + "\n5,6\n";
      MalformedDataException error =
          assertThrows(MalformedDataException.class, () -> read(format, text));
      String message = String.valueOf(error.getMessage());
      assertTrue(message.contains("line 3: found a field of more than 10 bytes"), message);
    }
  }

  /// Also where they would be left out, and behind all others.
  @Test
  void strayQuotesAreRefusedWhereverTextIsCut() {
    Csv skip = Csv.format().ragged(Ragged.SKIP);
    for (String text : List.of("a,b\n1,2\n\"3\"x\n", "a,b\n\"1\"x,2,3\n1,2\n", "a,b\n\"\"1")) {
      for (int size : new int[] {1, 5, 1 << 10}) {
        Sizes sizes = new Sizes(size, size, 1, size, size);
        String message =
            Read.refused(
                new CutFormat(skip.options(), sizes), text.getBytes(StandardCharsets.UTF_8));
        assertTrue(message.contains("found text behind a closing quote"), message);
      }
    }
  }

  /// Of which the last one has no line end, or nothing but what is not begun follows.
  @Test
  void whatWasLeftOutIsCounted() throws IOException {
    Csv skip = Csv.format().ragged(Ragged.SKIP).comment('#');
    for (Sizes sizes : List.of(Sizes.DEFAULT, new Sizes(1, 1, 1, 1, 1))) {
      CutFormat format = new CutFormat(skip.options(), sizes);
      assertEquals(0, skipped(format, "a,b\n"));
      assertEquals(0, skipped(format, "a,b\n\n# 1\n1,2\n#"));
      assertEquals(1, skipped(format, "a,b\n1"));
      assertEquals(2, skipped(format, "a,b\n1\r\n\r\n1,2\n1,\"2\n\",3"));
      assertEquals(1, skipped(format, "a,b\n1,2\n1,2,\n\n"));
    }
    byte[] zipped = Samples.zipped("a,b\n1\n1,2\n".getBytes(StandardCharsets.UTF_8));
    assertEquals(1, skipped(skip, zipped));
    byte[] plain = "a,b\n1,2\n".getBytes(StandardCharsets.UTF_8);
    try (InMemory file = new InMemory(Csv.format(), "plain", plain)) {
      assertEquals(Map.of(), Dataset.open(Csv.format(), file.location(true)).schema().metadata());
    }
  }

  private static long skipped(CutFormat format, String text) throws IOException {
    return skipped(format, text.getBytes(StandardCharsets.UTF_8));
  }

  private static long skipped(Format format, byte... text) throws IOException {
    try (InMemory file = new InMemory(format, "skipped", text)) {
      Map<String, String> metadata = Dataset.open(format, file.location(true)).schema().metadata();
      return Long.parseLong(metadata.getOrDefault("csv:skipped_records", "-1"));
    }
  }

  private static List<List<Object>> read(CutFormat format, String text) throws IOException {
    return Read.columns(format, text.getBytes(StandardCharsets.UTF_8));
  }
}
