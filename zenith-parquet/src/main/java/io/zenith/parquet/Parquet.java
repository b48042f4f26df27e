package io.zenith.parquet;

import io.zenith.spi.DataSource;
import io.zenith.spi.Format;
import io.zenith.spi.InputFile;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.util.Locale;
import java.util.Optional;

/// The Apache Parquet format.
///
/// Row groups are the splits. Their columns are decoded into Arrow's layout, in memory of the
/// loader's budget.
///
/// Where a file holds the schema that its columns had in Arrow (`ARROW:schema`), they have those
/// types and metadata again, as far as Arrow C++ gives them back; text and bytes that were
/// dictionary-encoded stay so, unless [#dictionaries] says otherwise, while other dictionaries are
/// decoded. A schema that is broken is malformed data; one that does not go with a column, or is
/// newer than this reader, leaves the column as Parquet has it.
///
/// Immutable, and safe to use from many threads.
public final class Parquet implements Format {
  private static final Parquet FORMAT = new Parquet();

  private final ReadOptions options;

  /// The format with its defaults, for [java.util.ServiceLoader]. Programs call [#format()].
  public Parquet() {
    this(ReadOptions.DEFAULT);
  }

  private Parquet(ReadOptions options) {
    this.options = options;
  }

  /// The format with its defaults.
  public static Parquet format() {
    return FORMAT;
  }

  /// This format, with keys for files that are encrypted (modular encryption, with AES_GCM_V1 or
  /// AES_GCM_CTR_V1). Columns whose keys are missing cannot be read; the others can.
  public Parquet keys(DecryptionKeys keys) {
    return new Parquet(
        new ReadOptions(keys, options.dictionaries(), options.int96(), options.variants()));
  }

  /// This format, with all text and bytes as dictionaries, or none. The default is neither: those
  /// that were dictionaries in Arrow, as far as the file says so, are dictionaries.
  public Parquet dictionaries(Dictionaries dictionaries) {
    return new Parquet(
        new ReadOptions(
            options.keys(), Optional.of(dictionaries), options.int96(), options.variants()));
  }

  /// This format, with another unit for timestamps that are stored as INT96. The default is
  /// [Int96#MICROSECONDS].
  public Parquet int96(Int96 int96) {
    return new Parquet(
        new ReadOptions(options.keys(), options.dictionaries(), int96, options.variants()));
  }

  /// This format, with columns of variants in another form. The default is [Variants#PHYSICAL].
  public Parquet variants(Variants variants) {
    return new Parquet(
        new ReadOptions(options.keys(), options.dictionaries(), options.int96(), variants));
  }

  @Override
  public String name() {
    return "parquet";
  }

  /// Nothing if there are keys: what was encrypted would lie open wherever it is kept.
  @Override
  public Optional<String> identity() {
    return options.identity().map(text -> "parquet/1 " + text);
  }

  @Override
  public boolean matchesMagic(MemorySegment head) {
    return startsWith(head, FooterReader.MAGIC) || startsWith(head, FooterReader.ENCRYPTED);
  }

  private static boolean startsWith(MemorySegment head, byte[] magic) {
    return head.byteSize() >= magic.length
        && head.asSlice(0, magic.length).mismatch(MemorySegment.ofArray(magic)) < 0;
  }

  @Override
  public boolean matchesName(String fileName) {
    String name = fileName.toLowerCase(Locale.ROOT);
    return name.endsWith(".parquet") || name.endsWith(".parq") || name.endsWith(".pq");
  }

  @Override
  public DataSource open(InputFile file, SegmentAllocator memory) throws IOException {
    return new ParquetSource(file, FooterReader.read(file, options), RowGroupParts.DEFAULT);
  }

  /// The name.
  @Override
  public String toString() {
    return name();
  }
}
