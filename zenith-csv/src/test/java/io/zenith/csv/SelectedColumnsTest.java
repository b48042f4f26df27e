package io.zenith.csv;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.zenith.Dataset;
import io.zenith.testkit.InMemory;
import io.zenith.testkit.Property;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/// Some columns of tables of any width, in windows of any size.
class SelectedColumnsTest {
  private static final int CASES = 400;

  /// More than a block has bytes, so that records of all widths begin anywhere in one.
  private static final int MOST_COLUMNS = 90;

  @Test
  void anyColumns() throws Exception {
    Property.checkSideBySide(
        CASES,
        (random, _) -> {
          int columns = 1 + random.nextInt(1 + random.nextInt(MOST_COLUMNS));
          List<List<Object>> values = values(random, columns, random.nextInt(60));
          byte[] text = text(random, values).getBytes(StandardCharsets.UTF_8);
          List<Integer> chosen = chosen(random, columns);
          String[] names = chosen.stream().map(column -> "f" + column).toArray(String[]::new);
          Sizes sizes = new Sizes(1 + random.nextInt(4000), 1 + random.nextInt(200), 2, 500, 300);
          CsvOptions options = Csv.format().header(false).types("string").options();
          CutFormat format = new CutFormat(options, sizes);
          try (InMemory file = new InMemory(format, "wide", text)) {
            Dataset some = Dataset.open(format, file.location(true)).select(names);
            List<List<Object>> expected = chosen.stream().map(values::get).toList();
            assertEquals(expected, Read.columns(some, 7));
          }
        });
  }

  private static List<Integer> chosen(SplittableRandom random, int columns) {
    List<Integer> all = new ArrayList<>();
    for (int i = 0; i < columns; i++) {
      all.add(i);
    }
    Collections.shuffle(all, new Random(random.nextLong()));
    return all.subList(0, 1 + random.nextInt(1 + random.nextInt(columns)));
  }

  private static List<List<Object>> values(SplittableRandom random, int columns, int rows) {
    boolean isQuoted = random.nextInt(3) == 0;
    List<List<Object>> values = new ArrayList<>();
    for (int i = 0; i < columns; i++) {
      List<Object> column = new ArrayList<>();
      for (int row = 0; row <= rows; row++) {
        String digits = FieldText.digits(1 + random.nextInt(1 + random.nextInt(20)), random);
        column.add(isQuoted && random.nextInt(9) == 0 ? digits + ",\n\"" : digits);
      }
      values.add(column);
    }
    return values;
  }

  private static String text(SplittableRandom random, List<List<Object>> values) {
    String lineEnd = random.nextInt(3) == 0 ? "\r\n" : "\n";
    boolean hasBlankLines = random.nextInt(4) == 0;
    StringBuilder text = new StringBuilder();
    for (int row = 0; row < values.getFirst().size(); row++) {
      // A blank line is gone through by byte, and what follows as before.
      text.append(hasBlankLines && random.nextInt(20) == 0 ? lineEnd : "");
      for (int i = 0; i < values.size(); i++) {
        String value = values.get(i).get(row).toString();
        text.append(i == 0 ? "" : ",");
        text.append(value.endsWith("\"") ? "\"" + value.replace("\"", "\"\"") + "\"" : value);
      }
      text.append(lineEnd);
    }
    return text.toString();
  }
}
