package io.zenith.csv;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/// How a table is written: a dialect, and what may stand around records. Text is bytes here, as
/// characters of their numbers.
///
/// @param dialect which characters mean what; without quotes, values have nothing that needs them
/// @param lineEnds one of which ends each record
/// @param skipped lines before the header
/// @param header whether there is one
/// @param named whether columns without a header have names
/// @param nulls spellings of null
/// @param mark whether it begins with a byte order mark
/// @param blankLines whether lines without a byte stand between records
/// @param plain whether other readers mean the same by it
record Writing(
    Dialect dialect,
    List<String> lineEnds,
    int skipped,
    boolean header,
    boolean named,
    List<String> nulls,
    boolean mark,
    boolean blankLines,
    boolean plain) {
  private static final String MARK = "\u00ef\u00bb\u00bf";

  /// Not all of them are what people choose.
  private static final List<Character> DELIMITERS =
      List.of(',', ';', '\t', '|', ' ', ':', '1', 'a');

  private static final List<Character> QUOTES = List.of('"', '"', '"', '\'', '~', '$');
  private static final List<List<String>> LINE_ENDS =
      List.of(List.of("\n"), List.of("\r\n"), List.of("\r"), List.of("\n", "\r\n", "\r"));
  private static final List<List<String>> NULLS =
      List.of(List.of(), List.of("NA"), List.of("NA", "NULL", "-"), List.of("", "N/A"));

  /// Any way of writing.
  static Writing any(SplittableRandom random) {
    boolean hasQuotes = random.nextInt(5) > 0;
    // Numbers and times without quotes have none of the first four.
    char delimiter = DELIMITERS.get(random.nextInt(hasQuotes ? DELIMITERS.size() : 4));
    boolean hasComments = random.nextInt(3) == 0;
    return new Writing(
        new Dialect(
            (byte) delimiter,
            hasQuotes ? oneOf(QUOTES, random) : Dialect.NONE,
            hasComments ? '#' : Dialect.NONE),
        oneOf(LINE_ENDS, random),
        random.nextInt(3) == 0 ? random.nextInt(4) : 0,
        random.nextInt(3) > 0,
        random.nextBoolean(),
        oneOf(NULLS, random),
        random.nextInt(4) == 0,
        random.nextInt(3) == 0,
        false);
  }

  /// A way of writing that other readers know as well.
  static Writing plain(SplittableRandom random) {
    char delimiter = DELIMITERS.get(random.nextInt(4));
    return new Writing(
        new Dialect((byte) delimiter, random.nextInt(4) == 0 ? '\'' : '"', Dialect.NONE),
        oneOf(LINE_ENDS, random),
        random.nextInt(3) == 0 ? random.nextInt(4) : 0,
        random.nextInt(3) > 0,
        random.nextBoolean(),
        NULLS.get(random.nextInt(3)),
        random.nextInt(4) == 0,
        random.nextInt(3) == 0,
        true);
  }

  private static <T> T oneOf(List<T> choices, SplittableRandom random) {
    return choices.get(random.nextInt(choices.size()));
  }

  /// What reads it.
  Csv format(RandomTable table) {
    Csv format =
        Csv.format().delimiter((char) dialect.delimiter()).skipLines(skipped).header(header);
    format = hasQuotes() ? format.quote((char) dialect.quote()) : format.noQuotes();
    format = hasComments() ? format.comment((char) dialect.comment()) : format;
    if (!header && named) {
      format = format.names(table.names().toArray(String[]::new));
    }
    return format.nulls(nulls.toArray(String[]::new));
  }

  boolean hasQuotes() {
    return dialect.quote() != Dialect.NONE;
  }

  private boolean hasComments() {
    return dialect.comment() != Dialect.NONE;
  }

  /// A text that can be written so and does not mean null: the given one, or one that is like it.
  String fit(String text) {
    String fit = text;
    if (!hasQuotes()) {
      fit = fit.replace(String.valueOf((char) dialect.delimiter()), "").replaceAll("[\r\n]", "");
      fit = hasComments() && fit.startsWith("#") ? "x" + fit : fit;
    }
    boolean isNull = nulls.contains(fit) || (fit.isEmpty() && !hasQuotes());
    return isNull ? fit + "x" : fit;
  }

  /// The file of a table.
  byte[] bytes(RandomTable table, SplittableRandom random) {
    StringBuilder text = new StringBuilder(mark ? MARK : "");
    String first = oneOf(lineEnds, random);
    for (int i = 0; i < skipped; i++) {
      text.append(oneOf(List.of("made by hand", "\"", "a,b;\"c", "#"), random)).append(first);
    }
    if (header) {
      List<String> names = new ArrayList<>();
      for (String name : table.names()) {
        String bytes =
            new String(name.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
        names.add(field(bytes, names.isEmpty(), random));
      }
      text.append(record(names)).append(first);
    }
    for (int row = 0; row < table.rows(); row++) {
      linesBetween(text, random);
      List<String> fields = new ArrayList<>();
      for (RandomTable.Column column : table.columns()) {
        fields.add(
            column
                .cells()
                .get(row)
                .map(cell -> field(cell.text(), fields.isEmpty(), random))
                .orElseGet(() -> nullField(column, table.columns().size(), random)));
      }
      boolean isOpen = row == table.rows() - 1 && random.nextInt(3) == 0;
      // PyArrow takes a last field for a quoted one if nothing follows and another one is quoted.
      boolean isClear = !plain || !fields.getLast().isEmpty();
      text.append(record(fields)).append(isOpen && isClear ? "" : oneOf(lineEnds, random));
    }
    return text.toString().getBytes(StandardCharsets.ISO_8859_1);
  }

  private String record(List<String> fields) {
    return String.join(String.valueOf((char) dialect.delimiter()), fields);
  }

  private void linesBetween(StringBuilder text, SplittableRandom random) {
    if (blankLines && random.nextInt(4) == 0) {
      text.append(oneOf(lineEnds, random));
    }
    if (hasComments() && random.nextInt(4) == 0) {
      text.append(oneOf(List.of("#", "# \"", "#,a'b;", "##"), random));
      text.append(oneOf(lineEnds, random));
    }
  }

  private String field(String text, boolean isFirst, SplittableRandom random) {
    if (!hasQuotes()) {
      return text;
    }
    String quote = String.valueOf((char) dialect.quote());
    boolean needsQuotes =
        text.isEmpty()
            || text.startsWith(quote)
            || text.indexOf((char) dialect.delimiter()) >= 0
            || text.indexOf('\n') >= 0
            || text.indexOf('\r') >= 0
            || (isFirst && hasComments() && text.startsWith("#"));
    return needsQuotes || random.nextInt(4) == 0
        ? quote + text.replace(quote, quote + quote) + quote
        : text;
  }

  /// Nothing, a word, or an empty field in quotes, as far as they mean null.
  private String nullField(RandomTable.Column column, int columns, SplittableRandom random) {
    List<String> words = nulls.stream().filter(word -> !word.isEmpty()).toList();
    boolean mayBeWord = !words.isEmpty();
    if (mayBeWord && (columns == 1 || random.nextInt(3) == 0)) {
      String word = oneOf(words, random);
      return plain ? word : field(word, false, random);
    }
    boolean mayBeQuoted = !plain && hasQuotes() && (!column.isText() || nulls.contains(""));
    return mayBeQuoted && random.nextInt(3) == 0 ? field("", false, random) : "";
  }
}
