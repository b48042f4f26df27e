package io.zenith.csv;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.Batch;
import io.zenith.DataLoader;
import io.zenith.Dataset;
import io.zenith.error.MalformedDataException;
import io.zenith.schema.DataType;
import io.zenith.testkit.ColumnValues;
import io.zenith.testkit.InMemory;
import io.zenith.testkit.Property;
import io.zenith.testkit.Workers;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

/// Text that is cut anywhere says the same: pieces of all sizes, against a reader of one character
/// after the other.
class CutsTest {
  private static final int CASES = 1_500;
  private static final int MOST_COLUMNS = 4;

  /// What makes a difference, and what does not.
  private static final String CHARACTERS = "aaab,,,\n\n\r\"\"\"# é€𝄞";

  @Test
  void textOfAnyShape() throws Exception {
    Property.checkSideBySide(
        CASES,
        (random, _) -> {
          Dialect dialect = dialect(random);
          int columns = 1 + random.nextInt(MOST_COLUMNS);
          String text =
              random.nextInt(3) == 0 ? noise(random, 300) : table(random, dialect, columns);
          check(random, dialect, columns, text);
        });
  }

  /// One text, each place of which is that of a cut once, whatever state it is in there.
  @Test
  void oneTextCutEverywhere() throws Exception {
    String text = "1,\"a\nb\"\r\n\"x\"\"y\",é\r\r\n\"\",\"\"\n6'2\",\"\n,\n\"\nz,\"\"\"\"\n\n,€";
    Dialect dialect = new Dialect((byte) ',', '"', Dialect.NONE);
    Workers.run(
        36,
        most -> {
          int size = most + 1;
          for (int before = 0; before < size; before++) {
            String moved = "x".repeat(before) + ",y\n" + text;
            verify(dialect, 2, moved, new Sizes(8, size, 1, 1, 1), false, 3);
            verify(dialect, 2, moved, new Sizes(1 << 10, size, 2, 16, 64), false, 100);
          }
        });
  }

  private static Dialect dialect(SplittableRandom random) {
    return new Dialect(
        (byte) (random.nextInt(4) == 0 ? 'b' : ','),
        random.nextInt(6) == 0 ? Dialect.NONE : '"',
        random.nextInt(4) == 0 ? '#' : Dialect.NONE);
  }

  private static String noise(SplittableRandom random, int most) {
    StringBuilder text = new StringBuilder();
    int[] characters = CHARACTERS.codePoints().toArray();
    for (int i = random.nextInt(most); i > 0; i--) {
      text.appendCodePoint(characters[random.nextInt(characters.length)]);
    }
    return text.toString();
  }

  /// Records of as many fields as there should be, nearly always.
  private static String table(SplittableRandom random, Dialect dialect, int columns) {
    StringBuilder text = new StringBuilder();
    String lineEnd = List.of("\n", "\r\n", "\r").get(random.nextInt(3));
    boolean mayStray = random.nextInt(3) == 0;
    for (int row = random.nextInt(60); row > 0; row--) {
      int fields = mayStray && random.nextInt(60) == 0 ? 1 + random.nextInt(5) : columns;
      for (int i = 0; i < fields; i++) {
        text.append(i == 0 ? "" : String.valueOf((char) dialect.delimiter()));
        boolean isQuoted = dialect.quote() != Dialect.NONE && random.nextInt(3) == 0;
        String value =
            isQuoted
                ? "\"" + noise(random, 12).replace("\"", "\"\"") + "\""
                : "c".repeat(random.nextInt(random.nextInt(30) == 0 ? 200 : 9));
        text.append(value);
        if (mayStray && random.nextInt(40) == 0) {
          text.append('"');
        }
      }
      text.append(mayStray && random.nextInt(20) == 0 ? "\n\r\n" : lineEnd);
    }
    return text.toString();
  }

  private static void check(SplittableRandom random, Dialect dialect, int columns, String text)
      throws IOException {
    Sizes sizes =
        new Sizes(
            1 + random.nextInt(1 << random.nextInt(1, 10)),
            1 + random.nextInt(1 << random.nextInt(1, 10)),
            1 + random.nextInt(4),
            1 + random.nextInt(300),
            1 + random.nextInt(300));
    verify(dialect, columns, text, sizes, random.nextInt(5) == 0, 1 + random.nextInt(50));
  }

  private static void verify(
      Dialect dialect, int columns, String text, Sizes sizes, boolean gzip, int batchSize)
      throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    CutFormat format = new CutFormat(options(dialect, columns), sizes);
    List<ReferenceText.Line> records = new ArrayList<>();
    int wrong = 0;
    try {
      ReferenceText.read(text, dialect, records);
    } catch (ReferenceText.Wrong e) {
      wrong = e.line;
    }
    Optional<Integer> ragged =
        records.stream()
            .filter(record -> record.fields().size() != columns)
            .map(ReferenceText.Line::number)
            .findFirst();
    try (InMemory file = new InMemory(format, "cut", gzip ? zipped(bytes) : bytes)) {
      if (ragged.isPresent() || wrong > 0) {
        MalformedDataException error =
            assertThrows(MalformedDataException.class, () -> read(format, file, batchSize));
        String message = String.valueOf(error.getMessage());
        boolean isNamed =
            ragged.stream().anyMatch(line -> message.contains(", line " + line))
                || message.contains(", line " + wrong)
                // What is found as records are counted comes before what values say.
                || message.contains("a quote that is never closed");
        assertTrue(isNamed, () -> message + " of " + text);
        return;
      }
      List<List<Object>> found = read(format, file, batchSize);
      for (int i = 0; i < columns; i++) {
        assertEquals(ReferenceText.column(records, i), found.get(i));
      }
      // Often enough: it opens the file three times more.
      if (batchSize % 4 == 0) {
        checkParts(format, file, found);
      }
    }
  }

  private static CsvOptions options(Dialect dialect, int columns) {
    List<String> names = new ArrayList<>();
    for (int i = 0; i < columns; i++) {
      names.add("f" + i);
    }
    return new CsvOptions(
        Optional.of(dialect.delimiter()),
        dialect.quote(),
        dialect.comment(),
        0,
        false,
        names,
        Optional.of(new DataType.Utf8()),
        Map.of(),
        List.of(),
        Ragged.ERROR,
        OptionalLong.empty(),
        1 << 20);
  }

  private static byte[] zipped(byte[] bytes) throws IOException {
    ByteArrayOutputStream zipped = new ByteArrayOutputStream();
    // In two members, as tools do that add to a file.
    int half = bytes.length / 2;
    for (int i = 0; i < 2; i++) {
      try (GZIPOutputStream stream = new GZIPOutputStream(zipped)) {
        stream.write(bytes, i * half, i == 0 ? half : bytes.length - half);
      }
    }
    return zipped.toByteArray();
  }

  private static List<List<Object>> read(CutFormat format, InMemory file, int batchSize)
      throws IOException {
    return Read.columns(Dataset.open(format, file.location(batchSize % 2 == 0)), batchSize);
  }

  /// Rows from anywhere, and columns in another order.
  private static void checkParts(CutFormat format, InMemory file, List<List<Object>> all)
      throws IOException {
    int rows = all.getFirst().size();
    if (rows == 0) {
      return;
    }
    Dataset dataset = Dataset.open(format, file.location(true));
    int last = all.size() - 1;
    Dataset reversed = last == 0 ? dataset : dataset.select("f" + last, "f0");
    int from = rows / 3;
    int count = Math.max(1, rows / 2);
    Batch batch = reversed.rows(from, Math.min(count, rows - from));
    assertEquals(
        all.get(last).subList(from, from + batch.rows()), ColumnValues.of(batch.column(0)));
    long[] some = {rows - 1L, 0, rows / 2};
    try (DataLoader loader = reversed.loader(2).take(some).build()) {
      List<Object> taken = new ArrayList<>();
      for (Batch each : loader) {
        taken.addAll(ColumnValues.of(each.column(0)));
      }
      List<Object> expected = new ArrayList<>();
      for (long row : some) {
        expected.add(all.get(last).get((int) row));
      }
      assertEquals(expected, taken);
    }
  }
}
