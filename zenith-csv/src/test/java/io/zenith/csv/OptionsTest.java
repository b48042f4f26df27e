package io.zenith.csv;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.zenith.schema.Field;
import io.zenith.testkit.InMemory;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What options mean, and which do not go together.
class OptionsTest {
  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void charactersThatMeanTwoThings() {
    assertThrows(IllegalArgumentException.class, () -> Csv.format().delimiter(';').quote(';'));
    assertThrows(IllegalArgumentException.class, () -> Csv.format().quote('#').comment('#'));
    for (char part : "0aeTZ-+.: ".toCharArray()) {
      assertThrows(IllegalArgumentException.class, () -> Csv.format().quote(part));
    }
    Csv commas = Csv.format().quote(',');
    assertThrows(IllegalArgumentException.class, () -> Read.columns(commas, utf8("a,b\n")));
    assertEquals(';', commas.delimiter(';').options().dialect("x.csv").delimiter());
  }

  @Test
  void namesOfFilesSayWhatIsBetweenFields() {
    for (String name : List.of("x.csv", "x.tsv.csv", "my.tsv.old.csv.gz", "x.txt")) {
      assertEquals(',', Csv.format().options().dialect(name).delimiter(), name);
    }
    for (String name : List.of("x.tsv", "X.TSV", "x.tsv.gz")) {
      assertEquals('\t', Csv.format().options().dialect(name).delimiter(), name);
      assertEquals(';', Csv.format().delimiter(';').options().dialect(name).delimiter(), name);
    }
  }

  @Test
  void typesWithColonsInThem() throws IOException {
    String text = "a:b,when\n1,2024-01-01T00:00+02:00\n";
    Csv format = Csv.format().types("a:b:int8,when:timestamp[s, +02:00]");
    try (InMemory file = new InMemory(format, "types", utf8(text))) {
      assertEquals(
          List.of("a:b int8", "when timestamp[s, +02:00]"),
          file.source(true).schema().fields().stream().map(Field::toString).toList());
    }
    assertEquals(
        List.of(List.of(1_704_060_000L)),
        Read.columns(
            Csv.format().types("timestamp[s, +02:00]"), utf8("a\n2024-01-01T00:00+02:00\n")));
  }
}
