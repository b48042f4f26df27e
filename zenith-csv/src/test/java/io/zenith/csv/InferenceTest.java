package io.zenith.csv;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.Batch;
import io.zenith.DataLoader;
import io.zenith.Dataset;
import io.zenith.error.MalformedDataException;
import io.zenith.testkit.InMemory;
import io.zenith.testkit.Property;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Types of columns, given or not, and values that they do not hold.
class InferenceTest {
  /// What the types hold of the samples, in the order in which they are tried.
  private static final Map<String, Pattern> TYPES = new LinkedHashMap<>();

  static {
    TYPES.put("bool", Pattern.compile("(?i)true|false"));
    TYPES.put("int64", Pattern.compile("-?[0-9]{1,18}"));
    TYPES.put("float64", Pattern.compile("-?([0-9]{1,18}|[0-9]*\\.[0-9]+|[0-9]+e[0-9]+)"));
    TYPES.put("date32[day]", Pattern.compile("2024-02-11"));
    TYPES.put("timestamp[us]", Pattern.compile("2024-01-01[T ]0[0-9]:00(:00)?"));
    TYPES.put("timestamp[us, UTC]", Pattern.compile("2024-01-01[T ]0[0-9]:00(:00)?Z"));
  }

  private static final List<String> SAMPLES =
      List.of(
          "true",
          "FALSE",
          "1",
          "-20",
          "007",
          "1.5",
          ".25",
          "2e3",
          "12345678901234567890",
          "2024-02-11",
          "2024-01-01T01:00",
          "2024-01-01 02:00:00",
          "2024-01-01T01:00Z",
          "x",
          "nan",
          "+1",
          " 1");

  /// Wherever the text is cut: the first type that holds all values.
  @Test
  void theFirstTypeThatHoldsAll() {
    Property.check(
        2_000,
        (random, _) -> {
          List<String> values = values(random);
          StringBuilder text = new StringBuilder("a,b\n");
          values.forEach(value -> text.append(value).append(",\n"));
          Sizes sizes =
              new Sizes(
                  1 + random.nextInt(80), 1 + random.nextInt(40), 1 + random.nextInt(3), 50, 50);
          CutFormat format = new CutFormat(CsvOptions.DEFAULT, sizes);
          assertEquals(expected(values), type(format, text.toString()), text::toString);
        });
  }

  private static List<String> values(SplittableRandom random) {
    int kinds = 1 + random.nextInt(2);
    int first = random.nextInt(SAMPLES.size());
    List<String> values = new ArrayList<>();
    for (int i = random.nextInt(30); i > 0; i--) {
      String value = SAMPLES.get((first + random.nextInt(kinds)) % SAMPLES.size());
      values.add(
          switch (random.nextInt(5)) {
            case 0 -> "";
            case 1 -> "\"" + value + "\"";
            default -> value;
          });
    }
    return values;
  }

  private static String expected(List<String> values) {
    List<String> given =
        values.stream().map(value -> value.replace("\"", "")).filter(v -> !v.isEmpty()).toList();
    return given.isEmpty()
        ? "utf8"
        : TYPES.entrySet().stream()
            .filter(type -> given.stream().allMatch(v -> type.getValue().matcher(v).matches()))
            .map(Map.Entry::getKey)
            .findFirst()
            .orElse("utf8");
  }

  private static String type(CutFormat format, String text) throws IOException {
    try (InMemory file = new InMemory(format, "types", text.getBytes(StandardCharsets.UTF_8))) {
      Dataset dataset = Dataset.open(format, file.location(true));
      return dataset.schema().fields().getFirst().type().toString();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "int8, 127, 128",
    "int8, -128, -129",
    "uint8, 255, 256",
    "uint8, 0, -1",
    "int64, 9223372036854775807, 9223372036854775808",
    "uint64, 18446744073709551615, 18446744073709551616",
    "int32, 1, 1.0",
    "float32, 1e38, one",
    "float64, nan, nil",
    "float32, -INF, --1",
    "bool, True, 1",
    "date32, 2024-02-29, 2023-02-29",
    "date64, 2024-02-29, 2024-02-29T00:00",
    "time[ms], 23:59:59.999, 23:59:59.9999",
    "timestamp[s], 2024-01-01T00:00:00, 2024-01-01T00:00:00.5",
    "'timestamp[us, UTC]', 2024-01-01T00:00Z, 2024-01-01T00:00",
    "timestamp[us], 2024-01-01T00:00, 2024-01-01T00:00Z",
    "'decimal(4, 2)', 99.99, 100",
    "'decimal(4, 2)', -1.5, 1.555",
  })
  void givenTypesHoldWhatFitsAndRefuseTheRest(String type, String good, String bad)
      throws IOException {
    Csv format = Csv.format().types("a:" + type);
    assertEquals(1, rows(format, "a,b\n" + good + ",x\n"));
    MalformedDataException error =
        assertThrows(
            MalformedDataException.class,
            () -> rows(format, "a,b\n" + good + ",x\n" + bad + ",y\n"));
    String message = String.valueOf(error.getMessage());
    assertTrue(message.contains("line 3, column a: found '" + bad + "', expected "), message);
  }

  @Test
  void aValueThatContradictsASampleSaysWhatToDo() {
    MalformedDataException error =
        assertThrows(
            MalformedDataException.class, () -> rows(Csv.format().inferFrom(2), "a\n1\n2\n2.5\n"));
    String message = String.valueOf(error.getMessage());
    assertTrue(message.contains("line 4, column a: found '2.5', expected int64"), message);
    assertTrue(message.contains("a:string"), message);
  }

  /// Over all records it would have made the column text.
  @Test
  void numbersThatASampledTypeWouldRound() {
    for (String number : List.of("12345678901234567890", "-9223372036854775809")) {
      MalformedDataException error =
          assertThrows(
              MalformedDataException.class,
              () -> rows(Csv.format().inferFrom(1), "a\n1.5\n" + number + "\n"));
      String message = String.valueOf(error.getMessage());
      assertTrue(message.contains("line 3, column a: found '" + number), message);
    }
  }

  @Test
  void typesOfColumnsThatAreNotThere() {
    IllegalArgumentException error =
        assertThrows(
            IllegalArgumentException.class, () -> rows(Csv.format().types("c:int8"), "a,b\n1,2\n"));
    assertTrue(String.valueOf(error.getMessage()).contains("[c]"), error::getMessage);
  }

  @Test
  void textThatIsNoUtf8NamesTheByte() throws IOException {
    byte[] text = "a,b\n1,x\n2,yz\n".getBytes(StandardCharsets.UTF_8);
    text[text.length - 2] = (byte) 0xe9; // as in Latin-1
    try (InMemory file = new InMemory(Csv.format(), "latin", text)) {
      MalformedDataException error =
          assertThrows(MalformedDataException.class, () -> rows(Csv.format(), file));
      String message = String.valueOf(error.getMessage());
      assertTrue(message.contains("line 3, column b, offset 11: found a byte 0xe9"), message);
    }
  }

  private static long rows(Csv format, String text) throws IOException {
    try (InMemory file = new InMemory(format, "rows", text.getBytes(StandardCharsets.UTF_8))) {
      return rows(format, file);
    }
  }

  private static long rows(Csv format, InMemory file) throws IOException {
    long rows = 0;
    try (DataLoader loader = Dataset.open(format, file.location(true)).loader(10).build()) {
      for (Batch batch : loader) {
        rows += batch.rows();
      }
    }
    return rows;
  }
}
