package io.zenith.csv;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.zenith.testkit.Property;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// Many numbers at a time, against those of the JDK, one after the other.
class PlainNumbersTest {
  private static final int CASES = 400;
  private static final int MOST_CHARACTERS = 16;
  private static final Pattern WHOLE = Pattern.compile("-?[0-9]+");
  private static final Pattern PLAIN = Pattern.compile("-?([0-9]+|[0-9]*\\.[0-9]+)");

  private final PlainNumbers numbers = new PlainNumbers();

  @Test
  void whatIsPlainIsRead() {
    Property.check(
        CASES,
        (random, _) -> {
          List<String> texts = texts(random, random.nextInt(1, PlainNumbers.MOST));
          FieldRanges fields = fields(texts);
          int first = random.nextInt(texts.size());
          numbers.readWhole(fields, first, texts.size() - first);
          check(texts.subList(first, texts.size()), WHOLE);
          numbers.read(fields, first, texts.size() - first);
          check(texts.subList(first, texts.size()), PLAIN);
          numbers.parse();
          for (int i = first; i < texts.size(); i++) {
            if (numbers.isPlain(i - first)) {
              BigDecimal value = new BigDecimal(texts.get(i)).abs();
              int decimals = numbers.decimals(i - first);
              assertEquals(value, BigDecimal.valueOf(numbers.magnitude(i - first), decimals));
              assertEquals(texts.get(i).startsWith("-") ? 1 : 0, numbers.minus(i - first));
            }
          }
        });
  }

  private void check(List<String> texts, Pattern plain) {
    boolean all = true;
    for (int i = 0; i < texts.size(); i++) {
      String text = texts.get(i);
      boolean expected =
          plain.matcher(text).matches() && text.replace("-", "").length() <= MOST_CHARACTERS;
      assertEquals(expected, numbers.isPlain(i), text);
      all &= expected;
    }
    assertEquals(all, numbers.arePlain());
  }

  /// Columns that have as many decimals in all rows, but perhaps for one.
  @Test
  void columns() {
    ValueParser doubles = new ValueParser.Double64(true, numbers);
    Property.check(
        CASES,
        (random, _) -> {
          List<String> texts = column(random, random.nextInt(1, 3 * PlainNumbers.MOST));
          if (random.nextBoolean()) {
            texts.set(random.nextInt(texts.size()), NumberTexts.any(random));
          }
          long[] values = new long[texts.size()];
          assertEquals(texts.size(), doubles.parse(fields(texts), values), texts.toString());
          for (int i = 0; i < values.length; i++) {
            double expected = Double.parseDouble(texts.get(i));
            assertEquals(expected, Double.longBitsToDouble(values[i]), 0, texts.get(i));
            assertEquals(Double.doubleToRawLongBits(expected), values[i], texts.get(i));
          }
        });
  }

  private static List<String> column(SplittableRandom random, int count) {
    int decimals = random.nextInt(12);
    int most = random.nextInt(1, 9);
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      String whole = FieldText.digits(random.nextInt(1, most + 1), random);
      String fraction = decimals == 0 ? "" : "." + FieldText.digits(decimals, random);
      texts.add((random.nextBoolean() ? "-" : "") + whole + fraction);
    }
    return texts;
  }

  private static List<String> texts(SplittableRandom random, int count) {
    int longest = random.nextInt(1, 20);
    boolean isMutated = random.nextBoolean();
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      String digits = FieldText.digits(random.nextInt(longest + 1), random);
      int point = random.nextInt(digits.length() + 1);
      String text =
          random.nextInt(3) == 0
              ? digits
              : digits.substring(0, point) + "." + digits.substring(point);
      String signed = random.nextInt(3) == 0 ? "-" + text : text;
      boolean isChanged = isMutated && random.nextInt(4) == 0;
      texts.add(isChanged ? FieldText.mutated(signed, NumberTexts.CHARACTERS, random) : signed);
    }
    texts.replaceAll(text -> text.replaceAll("[\r\n,\"]", "x"));
    return texts;
  }

  /// The texts as the first of two columns.
  private static FieldRanges fields(List<String> texts) {
    StringBuilder lines = new StringBuilder();
    texts.forEach(text -> lines.append(text).append(",0.5\n"));
    byte[] bytes = lines.toString().getBytes(StandardCharsets.ISO_8859_1);
    byte[] text = new byte[Window.BEGIN + bytes.length + Words.SLACK];
    System.arraycopy(bytes, 0, text, Window.BEGIN, bytes.length);
    Dialect dialect = new Dialect((byte) ',', '"', Dialect.NONE);
    FieldScan scan =
        new FieldScan(new Layout(dialect, 2, Ragged.ERROR, bytes.length + 1L, Sizes.DEFAULT), 0, 1);
    scan.scan(text, Window.BEGIN, Window.BEGIN + bytes.length, true);
    FieldRanges fields = new FieldRanges(dialect, new NullSpellings(List.of()), false);
    fields.find(scan, 0, 2, 0, scan.records());
    return fields;
  }
}
