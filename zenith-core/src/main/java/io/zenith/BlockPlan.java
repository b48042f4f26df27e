package io.zenith;

import io.zenith.internal.cache.CacheFolder;
import io.zenith.internal.cache.CacheKey;
import io.zenith.internal.files.DataFile;
import io.zenith.internal.files.Fingerprint;
import io.zenith.internal.pipeline.FileSplit;
import io.zenith.internal.pipeline.RowSet;
import io.zenith.internal.rows.FileColumns;
import io.zenith.spi.Projection;
import io.zenith.spi.StoredFile;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/// Which decoded splits a loader keeps on a disk, and what each is called there.
final class BlockPlan {
  private static final String KIND = "zenith decoded split 1";

  private final DiskCache cache;
  private final List<StoredFile> files;
  private final List<FileColumns> columns;
  private final List<FileSplit> splits;
  private final Transforms before;
  private final String format;

  /// @param columns what is read of the columns of the dataset
  /// @param splits all that the dataset has, whoever of all ranks reads them
  /// @param before what is done to rows before they are kept
  /// @throws IllegalArgumentException if nothing of these files may be kept
  BlockPlan(
      DiskCache cache,
      FileOrigin files,
      List<Projection> columns,
      List<FileSplit> splits,
      Transforms before) {
    this.cache = cache;
    this.files = files.files().stream().map(DataFile::file).toList();
    this.columns = files.columns(columns);
    this.splits = splits;
    this.before = before;
    this.format = format(files);
  }

  /// What tells the format of files, with its options, from others.
  ///
  /// @throws IllegalArgumentException if nothing that it reads may be kept
  static String format(FileOrigin files) {
    return files
        .format()
        .identity()
        .orElseThrow(() ->
            new IllegalArgumentException(
                "what is read as "
                    + files.format().name()
                    + " with these options cannot be kept on a disk: use"
                    + " cache(MemoryCache)"));
  }

  /// Begins to use the folder; without it, if it cannot be used now.
  Optional<DiskBlocks> open() {
    return CacheFolder.open(cache.folder()).map(folder -> new DiskBlocks(folder, this));
  }

  long capacity() {
    return cache.bytes();
  }

  /// What of a split is kept, as it is read from there.
  FileColumns columns(FileSplit split) {
    return before.areNone() ? columns.get(split.file()) : FileColumns.same(before.schema());
  }

  /// The numbers of the keys of all splits, in rising order.
  long[] numbers() {
    return splits.stream().mapToLong(split -> key(split).number()).sorted().toArray();
  }

  /// Whether a split is known again: not if nothing tells versions of its file from each other.
  boolean isKnown(FileSplit split) {
    return hasVersion(files.get(split.file()));
  }

  /// Whether a storage knows which version of a file it has, as some web servers do not.
  static boolean hasVersion(StoredFile file) {
    return !file.version().isEmpty();
  }

  /// What tells a split, as it is kept, from all others.
  CacheKey key(FileSplit split) {
    KeyText text =
        new KeyText(KIND)
            .add(files.get(split.file()))
            .add("format", format)
            .add("split", split.split().identity())
            .add("columns", split.columns().toString())
            .add(columns.get(split.file()).fields())
            .add("rows", rows(split.rows()));
    before.identities().forEach(identity -> text.add("made by", identity));
    if (!before.areNone()) {
      text.add(before.schema().fields());
    }
    return text.key();
  }

  private static String rows(RowSet rows) {
    if (rows instanceof RowSet.All || rows.count() == rows.rows()) {
      return "all of " + rows.rows();
    }
    MessageDigest digest = Fingerprint.sha256();
    ByteBuffer range = ByteBuffer.allocate(2 * Long.BYTES);
    long row = rows.next(0);
    while (row < rows.rows()) {
      long end = rows.end(row);
      digest.update(range.clear().putLong(row).putLong(end).flip());
      row = rows.next(end);
    }
    return rows.count() + " of " + rows.rows() + ", " + HexFormat.of().formatHex(digest.digest());
  }

  /// Whether one of some numbers in rising order is this one.
  static boolean has(long[] numbers, long number) {
    return Arrays.binarySearch(numbers, number) >= 0;
  }
}
