package io.zenith;

import io.zenith.internal.cache.CacheFolder;
import io.zenith.internal.cache.CacheKey;
import io.zenith.internal.cache.Content;
import io.zenith.internal.cache.Fill;
import io.zenith.internal.cache.StoredEntry;
import io.zenith.internal.files.DataFile;
import io.zenith.internal.filter.Selection;
import io.zenith.internal.pipeline.FileSplit;
import io.zenith.internal.pipeline.RowSet;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// Which rows of a dataset a filter keeps, in one entry of a cache: a bit a row for splits of which
/// it keeps some, and no bits for others.
final class KeptSelections {
  private static final byte NONE = 0;
  private static final byte ALL = 1;
  private static final byte SOME = 2;

  private final DiskCache cache;
  private final CacheKey key;
  private final boolean isKnown;

  /// @param filter says which rows of the files are kept
  KeptSelections(DiskCache cache, FileOrigin files, Filter filter) {
    this.cache = cache;
    KeyText text =
        new KeyText("zenith selection 1")
            .add("filter", filter.toString())
            .add("format", BlockPlan.format(files))
            .add(files.schema().fields());
    files.files().forEach(file -> text.add(file.file()));
    this.key = text.key();
    this.isKnown = files.files().stream().map(DataFile::file).allMatch(BlockPlan::hasVersion);
  }

  /// The splits with the rows that are kept, as they were found before; or as they are found now,
  /// which is kept.
  ///
  /// @param splits all of the dataset
  /// @param pass finds them
  List<FileSplit> of(List<FileSplit> splits, Supplier<List<FileSplit>> pass) {
    Optional<CacheFolder> opened = isKnown ? CacheFolder.open(cache.folder()) : Optional.empty();
    if (opened.isEmpty()) {
      return pass.get();
    }
    try (CacheFolder folder = opened.get()) {
      Optional<List<FileSplit>> known = find(folder, splits);
      if (known.isPresent()) {
        return known.get();
      }
      List<FileSplit> found = pass.get();
      folder.tryFill(key).ifPresent(fill -> put(fill, found));
      return found;
    }
  }

  private Optional<List<FileSplit>> find(CacheFolder folder, List<FileSplit> splits) {
    try (Arena arena = Arena.ofConfined()) {
      return folder.find(key, arena).map(entry -> read(entry, splits));
    } catch (IOException _) {
      return Optional.empty(); // it is removed, and found again
    }
  }

  private static List<FileSplit> read(StoredEntry entry, List<FileSplit> splits) {
    List<FileSplit> kept = new ArrayList<>(splits.size());
    long at = 0;
    for (int i = 0; i < splits.size(); i++) {
      long rows = splits.get(i).split().rows();
      RowSet set;
      switch (entry.structure()[i]) {
        case NONE -> set = new RowSet.None(rows);
        case ALL -> set = new RowSet.All(rows);
        default -> {
          long bytes = Selection.bytes(rows);
          set = Selection.of(entry.kept().asSlice(at, bytes), rows);
          at += Content.aligned(bytes);
        }
      }
      kept.add(splits.get(i).with(set));
    }
    return kept;
  }

  private void put(Fill fill, List<FileSplit> splits) {
    try (fill;
        Arena arena = Arena.ofConfined()) {
      byte[] kinds = new byte[splits.size()];
      List<MemorySegment> bits = new ArrayList<>();
      for (int i = 0; i < kinds.length; i++) {
        RowSet rows = splits.get(i).rows();
        kinds[i] = rows.count() == 0 ? NONE : rows.count() == rows.rows() ? ALL : SOME;
        if (kinds[i] == SOME) {
          bits.add(((Selection) rows).bits(arena));
        }
      }
      fill.write(new Content(bits, kinds), cache.bytes(), number -> number == key.number());
    }
  }
}
