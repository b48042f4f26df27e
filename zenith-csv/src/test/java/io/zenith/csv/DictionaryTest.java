package io.zenith.csv;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.Batch;
import io.zenith.DataLoader;
import io.zenith.Dataset;
import io.zenith.DictionaryColumn;
import io.zenith.Filter;
import io.zenith.error.UnsupportedDataException;
import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import io.zenith.schema.Schema;
import io.zenith.testkit.ColumnValues;
import io.zenith.testkit.InMemory;
import io.zenith.testkit.Property;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Columns whose values are there once, if that is the type they are given.
class DictionaryTest {
  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /// The values are those of a column of text, and in the dictionary of a record batch each is
  /// there once.
  @Test
  void valuesAreThereOnce() {
    Property.check(
        20,
        (random, _) -> {
          int different = 1 + random.nextInt(1 << random.nextInt(1, 11));
          StringBuilder text = new StringBuilder("w,n\n");
          for (int row = random.nextInt(2_000); row > 0; row--) {
            int word = random.nextInt(different);
            String letters = "word ".repeat(word % 7) + word;
            text.append(
                switch (random.nextInt(5)) {
                  case 0 -> "";
                  case 1 -> "\"\"";
                  case 2 -> "\"" + letters + "\"\"\n\"";
                  default -> letters;
                });
            text.append(",1\n");
          }
          Sizes sizes = new Sizes(1 + random.nextInt(3_000), 500, 3, 9_000, 6_000);
          Csv words = Csv.format().types("w:dictionary<int32,string>,n:int8");
          List<List<Object>> expected =
              Read.columns(Csv.format().types("w:string,n:int8"), utf8(text.toString()));
          CutFormat format = new CutFormat(words.options(), sizes);
          assertEquals(expected, Read.columns(format, utf8(text.toString())));
          check(format, text.toString());
        });
  }

  private static void check(CutFormat format, String text) throws IOException {
    try (InMemory file = new InMemory(format, "words", utf8(text));
        DataLoader loader = Dataset.open(format, file.location(true)).loader(1).build()) {
      for (Batch batch : loader) {
        DictionaryColumn column = assertInstanceOf(DictionaryColumn.class, batch.column(0));
        List<Object> values = ColumnValues.of(column.dictionary());
        assertEquals(values.size(), new HashSet<>(values).size());
        assertTrue(values.stream().allMatch(Objects::nonNull));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"string", "large_string", "binary", "large_binary"})
  void valuesOfAllTypesOfText(String value) throws IOException {
    Csv format = Csv.format().types("dictionary<int32, " + value + ">");
    String text = "w\nx\ny\nx\n\"\"\"\"\n";
    List<Object> expected = Read.columns(Csv.format().types(value), utf8(text)).getFirst();
    assertEquals(expected, Read.columns(format, utf8(text)).getFirst());
  }

  @Test
  void filtersFindThem() throws IOException {
    Csv format = Csv.format().types("w:dictionary<int32, utf8>");
    try (InMemory file = new InMemory(format, "words", utf8("w,n\na,1\nb,2\n,3\na,4\n"))) {
      Dataset dataset = Dataset.open(format, file.location(true)).filter(Filter.eq("w", "a"));
      assertEquals(List.of(1L, 4L), Read.columns(dataset, 10).get(1));
    }
  }

  @Test
  void otherDictionariesAreRefusedByName() {
    List<String> types = List.of("dictionary<int8, utf8>", "dictionary<int32, int64>");
    for (String type : types) {
      UnsupportedDataException error =
          assertThrows(
              UnsupportedDataException.class,
              () -> Read.columns(Csv.format().types("w:" + type), utf8("w\nx\n")));
      String message = String.valueOf(error.getMessage());
      assertTrue(message.contains("column w: " + type + " is not read from text"), message);
    }
    DataType ordered =
        new DataType.Dictionary(new DataType.Int(32, true), new DataType.Utf8(), true);
    Csv given = Csv.format().types(Schema.of(Field.of("w", ordered)));
    assertThrows(UnsupportedDataException.class, () -> Read.columns(given, utf8("w\nx\n")));
    for (String type : List.of("dictionary<>", "dictionary<utf8, utf8>", "dictionary<int32")) {
      assertThrows(IllegalArgumentException.class, () -> Csv.format().types(type));
    }
  }

  @Test
  void textThatIsNoUtf8IsRefused() {
    byte[] bytes = "w\nx\n\u00e9\n".getBytes(StandardCharsets.ISO_8859_1);
    String message = Read.refused(Csv.format().types("dictionary<int32, utf8>"), bytes);
    assertTrue(message.contains("line 3, column w, offset 4: found a byte 0xe9"), message);
  }
}
