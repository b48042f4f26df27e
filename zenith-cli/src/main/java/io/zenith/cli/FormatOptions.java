package io.zenith.cli;

import io.zenith.Dataset;
import io.zenith.DiskCache;
import io.zenith.spi.Format;
import io.zenith.spi.Storage;
import java.io.IOException;
import java.util.Optional;
import picocli.CommandLine.Mixin;

/// How files are read, of one format or the other, and where they are. Without any option they may
/// be of any format.
final class FormatOptions {
  @Mixin private final ParquetOptions parquet = new ParquetOptions();
  @Mixin private final TextOptions text = new TextOptions();
  @Mixin private final StorageOptions storage = new StorageOptions();

  private Optional<DiskCache> cache = Optional.empty();

  /// What the options that are given are for, if any is.
  Optional<String> purpose() {
    if (parquet.areSet()) {
      return Optional.of("--keys, --dictionaries and --variants are for Parquet files");
    }
    if (storage.areSet()) {
      return Optional.of("--endpoint, --region, --profile and --anonymous are for s3://");
    }
    return text.areSet()
        ? Optional.of("--delimiter, --types and what goes with them are for files of text")
        : Optional.empty();
  }

  /// Whether files must be delimited text, whatever they look like.
  boolean isText() {
    return text.areSet();
  }

  /// Keeps in a cache what is found out about files that are opened.
  void keepIn(DiskCache given) {
    cache = Optional.of(given);
  }

  /// Opens files.
  Dataset open(String... paths) throws IOException {
    if (parquet.areSet() && text.areSet()) {
      throw new CommandFailure("options for Parquet files and options for delimited text");
    }
    Optional<Format> format =
        text.areSet()
            ? Optional.of(text.format())
            : parquet.areSet() ? Optional.of(parquet.format()) : Optional.empty();
    Optional<Storage> given = storage.areSet() ? Optional.of(storage.storage()) : Optional.empty();
    Optional<Storage> from =
        cache.map(kept -> given.map(kept::over).orElseGet(() -> kept.over(paths))).or(() -> given);
    if (from.isPresent()) {
      return format.isPresent()
          ? Dataset.open(from.get(), format.get(), paths)
          : Dataset.open(from.get(), paths);
    }
    return format.isPresent() ? Dataset.open(format.get(), paths) : Dataset.open(paths);
  }
}
