package io.zenith.cli;

import io.zenith.parquet.DecryptionKeys;
import io.zenith.parquet.Dictionaries;
import io.zenith.parquet.Parquet;
import io.zenith.parquet.Variants;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// How Parquet files are read. Without any of these options files may be of any format.
final class ParquetOptions {
  /// What the library tells programs, and what to tell people.
  private static final String FOR_PROGRAMS = "Parquet.format().keys(...)";

  private static final String FOR_PEOPLE = "--keys FILE";

  @Option(
      names = "--keys",
      paramLabel = "FILE",
      description =
          "Read encrypted Parquet files with the keys in FILE: lines footer=HEX, column.path=HEX,"
              + " aad=HEX.")
  private @Nullable Path keys;

  @Option(
      names = "--dictionaries",
      paramLabel = "WHICH",
      description =
          "Deliver text and bytes of Parquet files as dictionaries (keep), or never so (decode)."
              + " Default: as they were in Arrow.")
  private @Nullable Dictionaries dictionaries;

  @Option(
      names = "--variants",
      paramLabel = "FORM",
      description =
          "Deliver variants of Parquet files as they are stored (physical), or put together from"
              + " their parts (assembled). Default: physical.")
  private @Nullable Variants variants;

  /// Whether any is given, so that files must be Parquet files.
  boolean areSet() {
    return keys != null || dictionaries != null || variants != null;
  }

  /// The format that these options say.
  Parquet format() throws IOException {
    Parquet format = Parquet.format();
    if (keys != null) {
      format = format.keys(DecryptionKeys.read(keys));
    }
    if (dictionaries != null) {
      format = format.dictionaries(dictionaries);
    }
    if (variants != null) {
      format = format.variants(variants);
    }
    return format;
  }

  /// A message of the library in the words of the command line.
  static String inWords(String message) {
    return message.replace(FOR_PROGRAMS, FOR_PEOPLE);
  }
}
