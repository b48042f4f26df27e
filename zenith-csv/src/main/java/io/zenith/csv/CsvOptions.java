package io.zenith.csv;

import io.zenith.schema.DataType;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;

/// How files are read.
///
/// @param delimiter between fields; if none is given, the name of the file says it
/// @param quote around fields; [Dialect#NONE] if there are none
/// @param comment begins lines that are no records, or [Dialect#NONE]
/// @param skipped lines before the header
/// @param hasHeader whether the first record has the names of the columns
/// @param names of the columns, if they are given
/// @param all the type of all columns, if it is given
/// @param types the types of columns, by their names
/// @param nulls spellings of null besides nothing
/// @param ragged what becomes of records with other numbers of fields
/// @param sample how many records decide the types of columns; all if nothing is said
/// @param mostFieldBytes what a field may have
record CsvOptions(
    Optional<Byte> delimiter,
    int quote,
    int comment,
    int skipped,
    boolean hasHeader,
    List<String> names,
    Optional<DataType> all,
    Map<String, DataType> types,
    List<String> nulls,
    Ragged ragged,
    OptionalLong sample,
    long mostFieldBytes) {
  /// Copies the lists.
  ///
  /// @throws IllegalArgumentException if a character means two things
  CsvOptions {
    names = List.copyOf(names);
    types = Map.copyOf(types);
    nulls = List.copyOf(nulls);
    // Where the name of a file says the delimiter, it is looked at with that; no character is a
    // line feed.
    new Dialect(delimiter.orElse(Dialect.LINE_FEED), quote, comment);
  }

  static final CsvOptions DEFAULT =
      new CsvOptions(
          Optional.empty(),
          '"',
          Dialect.NONE,
          0,
          true,
          List.of(),
          Optional.empty(),
          Map.of(),
          List.of(),
          Ragged.ERROR,
          OptionalLong.empty(),
          64L << 20);

  /// Bytes of a file up to which all records decide about types, unless something else is said.
  private static final long ALL_BYTES = 1L << 30;

  /// Records that do so in larger files.
  private static final long SAMPLED = 1 << 20;

  /// What they change of the values that are read. Which columns there are, and of which types, is
  /// told by the schema.
  String identity() {
    StringBuilder text = new StringBuilder();
    text.append(delimiter).append(' ').append(quote).append(' ').append(comment);
    text.append(' ').append(skipped).append(' ').append(hasHeader).append(' ').append(ragged);
    text.append(' ').append(mostFieldBytes);
    addAll(nulls.stream().sorted().toList(), text);
    return text.toString();
  }

  /// Each with its length, so that no list can look like another.
  private static void addAll(Collection<String> words, StringBuilder text) {
    text.append(' ').append(words.size());
    words.forEach(word -> text.append(' ').append(word.length()).append(':').append(word));
  }

  /// All that decides where the records of a file are, and of which types its columns.
  String findings() {
    StringBuilder text = new StringBuilder(identity());
    text.append(' ').append(sample).append(' ').append(all);
    addAll(names, text);
    Map<String, DataType> sorted = new TreeMap<>(types);
    addAll(sorted.keySet(), text);
    addAll(sorted.values().stream().map(DataType::toString).toList(), text);
    return text.toString();
  }

  /// Whether the types of all columns are given.
  ///
  /// @param there their names
  boolean areGiven(List<String> there) {
    return all.isPresent() || types.keySet().containsAll(there);
  }

  /// Returns if types are given for columns that are there.
  ///
  /// @throws IllegalArgumentException if not
  void requireColumns(List<String> there) {
    Set<String> unknown = new HashSet<>(types.keySet());
    unknown.removeAll(there);
    if (!unknown.isEmpty()) {
      throw new IllegalArgumentException(
          "types are given for " + unknown + ", which are no columns; there are " + there);
    }
  }

  /// The columns of a file.
  ///
  /// @param there their names
  /// @param found the types that were found, unless all are given
  List<CsvColumn> columns(List<String> there, List<FoundTypes> found) {
    List<CsvColumn> columns = new ArrayList<>();
    for (int i = 0; i < there.size(); i++) {
      DataType given = types.getOrDefault(there.get(i), all.orElse(null));
      columns.add(
          given == null
              ? CsvColumn.found(i, there.get(i), found.get(i))
              : CsvColumn.given(i, there.get(i), given));
    }
    return columns;
  }

  /// Which bytes mean what in a file of this name.
  Dialect dialect(String fileName) {
    String name = fileName.toLowerCase(Locale.ROOT);
    boolean hasTabs = name.endsWith(".tsv") || name.endsWith(".tsv.gz");
    return new Dialect(delimiter.orElse((byte) (hasTabs ? '\t' : ',')), quote, comment);
  }

  /// What makes the records of a text, besides the text, as a word.
  String meaning(Dialect dialect) {
    return dialect + " " + skipped + " " + hasHeader + " " + ragged + " " + nulls;
  }

  /// How many records of a file of that many bytes decide about types.
  long sampled(long bytes) {
    return sample.orElse(bytes <= ALL_BYTES ? Long.MAX_VALUE : SAMPLED);
  }

  CsvOptions withDelimiter(byte value) {
    return new CsvOptions(
        Optional.of(value),
        quote,
        comment,
        skipped,
        hasHeader,
        names,
        all,
        types,
        nulls,
        ragged,
        sample,
        mostFieldBytes);
  }

  CsvOptions withQuote(int value) {
    return new CsvOptions(
        delimiter,
        value,
        comment,
        skipped,
        hasHeader,
        names,
        all,
        types,
        nulls,
        ragged,
        sample,
        mostFieldBytes);
  }

  CsvOptions withComment(byte value) {
    return new CsvOptions(
        delimiter,
        quote,
        value,
        skipped,
        hasHeader,
        names,
        all,
        types,
        nulls,
        ragged,
        sample,
        mostFieldBytes);
  }

  CsvOptions withSkipped(int lines) {
    return new CsvOptions(
        delimiter,
        quote,
        comment,
        lines,
        hasHeader,
        names,
        all,
        types,
        nulls,
        ragged,
        sample,
        mostFieldBytes);
  }

  CsvOptions withHeader(boolean isThere, List<String> given) {
    return new CsvOptions(
        delimiter,
        quote,
        comment,
        skipped,
        isThere,
        given,
        all,
        types,
        nulls,
        ragged,
        sample,
        mostFieldBytes);
  }

  CsvOptions withTypes(Optional<DataType> ofAll, Map<String, DataType> ofSome) {
    return new CsvOptions(
        delimiter,
        quote,
        comment,
        skipped,
        hasHeader,
        names,
        ofAll,
        ofSome,
        nulls,
        ragged,
        sample,
        mostFieldBytes);
  }

  CsvOptions withNulls(List<String> spellings) {
    return new CsvOptions(
        delimiter,
        quote,
        comment,
        skipped,
        hasHeader,
        names,
        all,
        types,
        spellings,
        ragged,
        sample,
        mostFieldBytes);
  }

  CsvOptions withRagged(Ragged rule) {
    return new CsvOptions(
        delimiter,
        quote,
        comment,
        skipped,
        hasHeader,
        names,
        all,
        types,
        nulls,
        rule,
        sample,
        mostFieldBytes);
  }

  CsvOptions withSample(OptionalLong records) {
    return new CsvOptions(
        delimiter,
        quote,
        comment,
        skipped,
        hasHeader,
        names,
        all,
        types,
        nulls,
        ragged,
        records,
        mostFieldBytes);
  }

  CsvOptions withMostFieldBytes(long bytes) {
    return new CsvOptions(
        delimiter, quote, comment, skipped, hasHeader, names, all, types, nulls, ragged, sample,
        bytes);
  }
}
