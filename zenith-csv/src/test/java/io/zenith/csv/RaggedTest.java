package io.zenith.csv;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.error.MalformedDataException;
import io.zenith.testkit.Property;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
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
          List<List<Object>> found = read(new CutFormat(skip.options(), sizes), text.toString());
          assertEquals(ReferenceText.column(whole, 0), found.get(0));
          assertEquals(ReferenceText.column(whole, 1), found.get(1));
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

  private static List<List<Object>> read(CutFormat format, String text) throws IOException {
    return Read.columns(format, text.getBytes(StandardCharsets.UTF_8));
  }
}
