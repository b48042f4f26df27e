package io.zenith.parquet;

import io.zenith.spi.DataSource;
import io.zenith.spi.Format;
import io.zenith.spi.InputFile;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.util.Locale;

/// The Apache Parquet format.
///
/// Row groups are the splits. Their columns are decoded into Arrow's layout, in memory of the
/// loader's budget.
///
/// Where a file holds the schema that its columns had in Arrow (`ARROW:schema`), they have those
/// types and metadata again, as far as Arrow C++ gives them back; text and bytes that were
/// dictionary-encoded stay so, while other dictionaries are decoded. A schema that is broken is
/// malformed data; one that does not go with a column, or is newer than this reader, leaves the
/// column as Parquet has it.
///
/// Immutable, and safe to use from many threads.
public final class Parquet implements Format {
  private static final Parquet FORMAT = new Parquet();

  private final DecryptionKeys keys;

  /// The format with its defaults, for [java.util.ServiceLoader]. Programs call [#format()].
  public Parquet() {
    this(DecryptionKeys.none());
  }

  private Parquet(DecryptionKeys keys) {
    this.keys = keys;
  }

  /// The format with its defaults.
  public static Parquet format() {
    return FORMAT;
  }

  /// This format, with keys for files that are encrypted (modular encryption, with AES_GCM_V1 or
  /// AES_GCM_CTR_V1). Columns whose keys are missing cannot be read; the others can.
  public Parquet keys(DecryptionKeys newKeys) {
    return new Parquet(newKeys);
  }

  @Override
  public String name() {
    return "parquet";
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
    return new ParquetSource(file, FooterReader.read(file, keys));
  }

  /// The name.
  @Override
  public String toString() {
    return name();
  }
}
