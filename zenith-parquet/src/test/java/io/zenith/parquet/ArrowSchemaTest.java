package io.zenith.parquet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.Batch;
import io.zenith.DataLoader;
import io.zenith.Dataset;
import io.zenith.DictionaryColumn;
import io.zenith.error.MalformedDataException;
import io.zenith.error.UnsupportedDataException;
import io.zenith.schema.Field;
import io.zenith.testkit.ColumnValues;
import io.zenith.testkit.Python;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Files whose `ARROW:schema` is broken, or says what is not so.
class ArrowSchemaTest {
  private static final Map<String, List<Object>> VALUES =
      Map.of(
          "view", Arrays.asList("a", null, "longer than twelve bytes"),
          "text", Arrays.asList("x", "y", null),
          "pair", Arrays.asList(List.of(1L, 2L), null, List.of(3L, 4L)),
          "part", Arrays.asList(List.of("u"), null, Arrays.asList((Object) null)));

  @TempDir private static Path folder;

  @BeforeAll
  static void writeFiles() throws IOException, InterruptedException {
    Python.require("pyarrow");
    try (InputStream script = ArrowSchemaTest.class.getResourceAsStream("arrow_schemas.py")) {
      String text = new String(script.readAllBytes(), StandardCharsets.UTF_8);
      Python.run(text, folder.toString());
    }
  }

  private static Dataset open(String name) throws IOException {
    return Dataset.open(folder.resolve(name + ".parquet").toString());
  }

  private static List<String> types(String name) throws IOException {
    Dataset dataset = open(name);
    assertEquals(VALUES, Table.read(dataset, 10));
    assertEquals("kept", dataset.schema().metadata().get("mine"));
    assertEquals(null, dataset.schema().metadata().get("ARROW:schema"));
    return dataset.schema().fields().stream().map(ArrowSchemaTest::text).toList();
  }

  /// The type, with a star if there is metadata.
  private static String text(Field field) {
    assertTrue(
        field.metadata().isEmpty() || field.metadata().equals(Map.of("of", field.name())),
        () -> field.metadata().toString());
    return field.type() + (field.metadata().isEmpty() ? "" : "*");
  }

  @ParameterizedTest
  @ValueSource(strings = {"good", "unframed"})
  void typesAreWhatTheSchemaSays(String name) throws IOException {
    assertEquals(
        List.of("utf8_view*", "large_utf8*", "fixed_size_list<int8>[2]*", "struct<f: large_utf8>*"),
        types(name));
  }

  @Test
  void aColumnOfANewerTypeIsWhatParquetSays() throws IOException {
    assertEquals(
        List.of("utf8", "large_utf8*", "fixed_size_list<int8>[2]*", "struct<f: large_utf8>*"),
        types("newer"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"names", "types"})
  void whatDoesNotMatchIsLeftAlone(String name) throws IOException {
    assertEquals(List.of("utf8", "utf8", "list<int8>", "struct<f: utf8>"), types(name));
  }

  @ParameterizedTest
  @ValueSource(strings = {"no-base64", "empty", "cut", "garbage"})
  void aBrokenSchemaIsNamed(String name) {
    MalformedDataException error = assertThrows(MalformedDataException.class, () -> open(name));
    String message = String.valueOf(error.getMessage());
    assertTrue(message.contains(name + ".parquet, footer, ARROW:schema: "), message);
  }

  @Test
  void listsOfAnotherLengthAreNamed() {
    MalformedDataException error =
        assertThrows(MalformedDataException.class, () -> Table.read(open("size"), 10));
    String message = String.valueOf(error.getMessage());
    assertTrue(message.contains("column 'pair': found a list of 2 elements, expected 3"), message);
  }

  /// A null list of 2 GiB takes a few bytes in the file.
  @Test
  void listsThatTheBudgetDoesNotHoldTakeNoMemory() throws IOException {
    Dataset dataset = open("huge");
    IllegalArgumentException error =
        assertThrows(
            IllegalArgumentException.class,
            () -> dataset.loader(1).memoryBudget("1 GiB").build().close());
    assertTrue(String.valueOf(error.getMessage()).contains("needs "), error::getMessage);
  }

  /// 20,000 values of 1501 words, of which the dictionary of the file holds few.
  @Test
  void aDictionaryThatWasGivenUpIsCompleted() throws IOException {
    List<Object> expected = new ArrayList<>();
    for (long i = 0; i < 20_000; i++) {
      expected.add("word " + i * i % 3001);
    }
    try (DataLoader loader = open("int16").loader(20_000).build()) {
      for (Batch batch : loader) {
        DictionaryColumn words = assertInstanceOf(DictionaryColumn.class, batch.column("word"));
        assertEquals(expected, ColumnValues.of(words));
        List<Object> dictionary = ColumnValues.of(words.dictionary());
        assertEquals(new HashSet<>(expected).size(), dictionary.size());
        assertEquals(new HashSet<>(expected), new HashSet<>(dictionary));
      }
    }
  }

  @Test
  void moreWordsThanIndicesCountAreRefused() {
    UnsupportedDataException error =
        assertThrows(UnsupportedDataException.class, () -> Table.read(open("int8"), 10));
    String message = String.valueOf(error.getMessage());
    String expected = "column 'word': a dictionary of 1501 values with indices of int8";
    assertTrue(message.contains(expected), message);
  }
}
