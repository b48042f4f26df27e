package io.zenith.csv;

import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import io.zenith.schema.Schema;
import io.zenith.spi.DataSource;
import io.zenith.spi.FileSummary;
import io.zenith.spi.Format;
import io.zenith.spi.InputFile;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/// Delimited text in UTF-8, such as CSV (RFC 4180): records become typed columns in Arrow's layout.
///
/// By default fields lie between commas (tabs, in files named `.tsv`), and the first record is the
/// header. A field that begins with a double quote ends at the next one that is not doubled; other
/// quotes are text. Lines end with LF, CRLF or CR, and those without a byte are no records. Nothing
/// is trimmed. Files in gzip's format are decompressed.
///
/// A field without a byte is null; a quoted one is the empty string where the column is text, else
/// null. A column whose type is not given has the first of `bool`, `int64`, `float64`, `date32`,
/// `timestamp[us]`, `timestamp[us, UTC]` and `utf8` that holds all its values, in files of up to 1
/// GiB; in larger ones, all of the first 1,048,576 records. A value that does not fit is malformed
/// data: none becomes null, and none is rounded. Where several files are one dataset, the values of
/// all decide.
///
/// When a file is opened it is gone through once, by all processors, to find where its records are;
/// and once more for types that are not given.
///
/// Immutable, and safe to use from many threads.
public final class Csv implements Format {
  private static final Csv FORMAT = new Csv();
  private static final List<String> NAMES = List.of(".csv", ".tsv", ".csv.gz", ".tsv.gz");

  private final CsvOptions options;

  /// The format with its defaults, for [java.util.ServiceLoader]. Programs call [#format()].
  public Csv() {
    this(CsvOptions.DEFAULT);
  }

  private Csv(CsvOptions options) {
    this.options = options;
  }

  /// The format with its defaults.
  public static Csv format() {
    return FORMAT;
  }

  /// This format, with another character between fields.
  ///
  /// @throws IllegalArgumentException if it is not one of ASCII, or means something else
  public Csv delimiter(char delimiter) {
    return new Csv(options.withDelimiter(ascii(delimiter, "delimiter")));
  }

  /// This format, with another character around fields.
  ///
  /// @throws IllegalArgumentException if it is not one of ASCII, may be a part of numbers or times,
  ///   or means something else
  public Csv quote(char quote) {
    if (Character.isLetterOrDigit(quote) || "+-.: ".indexOf(quote) >= 0) {
      throw new IllegalArgumentException("quote " + quote + "; numbers and times may have it");
    }
    return new Csv(options.withQuote(ascii(quote, "quote")));
  }

  /// This format, without quotes: all of them are text.
  public Csv noQuotes() {
    return new Csv(options.withQuote(Dialect.NONE));
  }

  /// This format, with a character that begins lines that are no records.
  ///
  /// @throws IllegalArgumentException if it is not one of ASCII, or means something else
  public Csv comment(char comment) {
    return new Csv(options.withComment(ascii(comment, "comment")));
  }

  private static byte ascii(char value, String what) {
    if (value == 0 || value > 0x7e || value == '\n' || value == '\r') {
      throw new IllegalArgumentException(
          what + " " + String.format("U+%04X", (int) value) + "; allowed: ASCII but line ends");
    }
    return (byte) value;
  }

  /// This format, whose files have so many lines before the header, whatever is in them.
  public Csv skipLines(int lines) {
    if (lines < 0) {
      throw new IllegalArgumentException("lines to skip: " + lines);
    }
    return new Csv(options.withSkipped(lines));
  }

  /// This format, whose files begin with a header, or do not: then the columns are `f0`, `f1` and
  /// so on.
  public Csv header(boolean hasHeader) {
    return new Csv(options.withHeader(hasHeader, List.of()));
  }

  /// This format, whose files have no header, and columns of these names.
  public Csv names(String... names) {
    return new Csv(options.withHeader(false, List.of(names)));
  }

  /// This format, with the types of some columns, such as `id:int64,price:float32`, or of all, such
  /// as `string`. There are `bool`, `int8` to `int64`, `uint8` to `uint64`, `float16`, `float32`,
  /// `float64`, `decimal(10, 2)`, `date32`, `date64`, `time[us]`, `timestamp[us]`, `timestamp[us,
  /// UTC]`, `string`, `large_string`, `binary`, `large_binary` and `dictionary<int32, string>`;
  /// units are `s`, `ms`, `us` and `ns`. Floating point that is given so has `nan` and `inf`, in
  /// any case.
  ///
  /// @throws IllegalArgumentException if a type is unknown
  public Csv types(String types) {
    return TypeNames.isList(types)
        ? new Csv(options.withTypes(Optional.empty(), TypeNames.types(types)))
        : new Csv(options.withTypes(Optional.of(TypeNames.type(types)), Map.of()));
  }

  /// This format, with the types of the columns that a schema has.
  public Csv types(Schema schema) {
    Map<String, DataType> types = new LinkedHashMap<>();
    for (Field field : schema.fields()) {
      types.put(field.name(), field.type());
    }
    return new Csv(options.withTypes(Optional.empty(), types));
  }

  /// This format, with more spellings of null, such as `NA`. The empty one makes quoted fields
  /// without a byte null, too.
  public Csv nulls(String... spellings) {
    return new Csv(options.withNulls(List.of(spellings)));
  }

  /// This format, with another rule for records that have too few or too many fields.
  public Csv ragged(Ragged ragged) {
    return new Csv(options.withRagged(ragged));
  }

  /// This format, whose types are those of the first records of a file: so many, or all of them.
  ///
  /// @param records [Long#MAX_VALUE] for all
  public Csv inferFrom(long records) {
    if (records < 1) {
      throw new IllegalArgumentException("records to infer types from: " + records);
    }
    return new Csv(options.withSample(OptionalLong.of(records)));
  }

  /// This format, with another limit for the bytes of a field; the default is 64 MiB.
  public Csv maxFieldBytes(long bytes) {
    if (bytes < 1) {
      throw new IllegalArgumentException("bytes of a field: " + bytes);
    }
    return new Csv(options.withMostFieldBytes(bytes));
  }

  CsvOptions options() {
    return options;
  }

  @Override
  public String name() {
    return "csv";
  }

  @Override
  public Optional<String> identity() {
    return Optional.of("csv/1 " + options.identity());
  }

  /// Text has no magic.
  @Override
  public boolean matchesMagic(MemorySegment head) {
    return false;
  }

  @Override
  public boolean matchesName(String fileName) {
    String name = fileName.toLowerCase(Locale.ROOT);
    return NAMES.stream().anyMatch(name::endsWith);
  }

  @Override
  public List<FileSummary> unite(List<FileSummary> files) {
    return CsvFiles.unite(files, options);
  }

  @Override
  public DataSource open(InputFile file, SegmentAllocator memory) throws IOException {
    return new CsvSource(file, options, Sizes.DEFAULT);
  }

  /// The name.
  @Override
  public String toString() {
    return name();
  }
}
