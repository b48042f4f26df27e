package io.zenith;

import io.zenith.internal.ByteSize;
import io.zenith.internal.files.DataFile;
import io.zenith.internal.files.Footers;
import io.zenith.internal.files.Partitions;
import io.zenith.internal.filter.BoundFilter;
import io.zenith.internal.filter.FilterSieve;
import io.zenith.internal.filter.LookRule;
import io.zenith.internal.layout.Node;
import io.zenith.internal.pipeline.Binder;
import io.zenith.internal.pipeline.FileSplit;
import io.zenith.internal.pipeline.Keeping;
import io.zenith.internal.pipeline.OpenSources;
import io.zenith.internal.pipeline.Reading;
import io.zenith.internal.pipeline.Sieve;
import io.zenith.internal.pipeline.SourceFiles;
import io.zenith.internal.pipeline.SourceMemory;
import io.zenith.internal.pipeline.Tasks;
import io.zenith.internal.proof.FileRows;
import io.zenith.internal.rows.Chunk;
import io.zenith.internal.rows.FileColumns;
import io.zenith.schema.Schema;
import io.zenith.spi.DataSource;
import io.zenith.spi.FileSummary;
import io.zenith.spi.Format;
import io.zenith.spi.Projection;
import io.zenith.spi.RequestListener;
import io.zenith.spi.Split;
import io.zenith.spi.Storage;
import io.zenith.spi.StoredFile;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Files of one format.
///
/// @param storage where they are
/// @param format what they are
/// @param files the files, in order
/// @param partitions the columns that their folders give them
/// @param footers what their footers say
record FileOrigin(
    Storage storage, Format format, List<DataFile> files, Partitions partitions, Footers footers)
    implements Origin {

  /// Reads the first footer.
  static FileOrigin open(Storage storage, Format format, List<DataFile> files) throws IOException {
    Footers footers = Footers.open(storage, format, files);
    return new FileOrigin(storage, format, files, new Partitions(files), footers);
  }

  @Override
  public Schema schema() {
    return partitions.with(footers.schema());
  }

  @Override
  public Schema known() {
    return partitions.with(footers.known());
  }

  @Override
  public OptionalLong rows() {
    return OptionalLong.of(footers.rows());
  }

  /// The splits of all files, each with the columns to read of it.
  ///
  /// @param selected what is wanted of the columns of the dataset
  List<FileSplit> splits(List<Projection> selected) {
    List<FileColumns> columns = columns(selected);
    List<FileSplit> splits = new ArrayList<>();
    long row = 0;
    for (int file = 0; file < columns.size(); file++) {
      for (Split split : footers.footers().get(file).splits()) {
        splits.add(new FileSplit(file, split, row, columns.get(file).read()));
        row += split.rows();
      }
    }
    return splits;
  }

  /// How the columns of each file become those of the dataset. Files of one schema and one
  /// partition share this.
  List<FileColumns> columns(List<Projection> selected) {
    Schema all = schema();
    List<FileSummary> known = footers.footers();
    List<FileColumns> columns = new ArrayList<>(known.size());
    IdentityHashMap<Schema, IdentityHashMap<Map<String, Optional<Node>>, FileColumns>> shared =
        new IdentityHashMap<>();
    for (int file = 0; file < known.size(); file++) {
      Schema schema = known.get(file).schema();
      columns.add(
          shared
              .computeIfAbsent(schema, _ -> new IdentityHashMap<>())
              .computeIfAbsent(
                  partitions.of(file), values -> FileColumns.of(schema, all, selected, values)));
    }
    return columns;
  }

  /// Of the splits of all files those, by their places, that may have rows that a filter keeps, by
  /// what the footers say.
  BitSet mayKeep(BoundFilter filter) {
    List<FileColumns> columns = columns(filter.columns());
    List<FileSplit> splits = splits(filter.columns());
    BitSet mayKeep = new BitSet();
    for (int i = 0; i < splits.size(); i++) {
      FileSplit split = splits.get(i);
      mayKeep.set(i, filter.mayKeep(split.split(), columns.get(split.file())));
    }
    return mayKeep;
  }

  /// The sources of the files, whose record batches are checked against the schema.
  ///
  /// @param made what is made of a record batch by the thread that has decoded it
  /// @param filter only rows that it may keep are read, if it is given; whether it does is for
  ///   `made` to find
  /// @param keeping what becomes of splits that were read
  /// @param account counts what they keep in memory
  <T> OpenSources<T> sources(
      List<Projection> selected,
      Function<Chunk, T> made,
      @Nullable BoundFilter filter,
      Keeping<T> keeping,
      SourceMemory.Account account,
      Tasks tasks) {
    List<FileColumns> columns = columns(selected);
    List<FileColumns> asked = filter == null ? List.of() : columns(filter.columns());
    LookRule rule = new LookRule();
    List<StoredFile> stored = files.stream().map(DataFile::file).toList();
    SourceFiles<T> opened =
        new SourceFiles<>(
            storage,
            format,
            stored,
            file -> {
              Supplier<Binder<Chunk>> binders = Chunk.binders(columns.get(file));
              Sieve sieve = filter == null ? null : new FilterSieve(filter, asked.get(file), rule);
              return new Reading<>(() -> binders.get().then(made), sieve);
            },
            account);
    return new OpenSources<>(opened, keeping, tasks);
  }

  /// These files, of whose reads a listener is told.
  FileOrigin telling(RequestListener listener) {
    return new FileOrigin(storage.telling(listener), format, files, partitions, footers);
  }

  /// Opens a file by its place.
  ///
  /// @param arena where it is mapped, and its memory
  DataSource open(int file, Arena arena) throws IOException {
    return format.open(storage.open(files.get(file).file(), arena), arena);
  }

  /// Which rows each file has.
  FileRows rowsOfFiles() {
    long[] first = new long[files.size()];
    long row = 0;
    for (FileSplit split : splits(List.of())) {
      row += split.split().rows();
      if (split.file() + 1 < first.length) {
        first[split.file() + 1] = row;
      }
    }
    for (int file = 1; file < first.length; file++) {
      first[file] = Math.max(first[file], first[file - 1]); // a file without splits
    }
    return new FileRows(first);
  }

  /// What a row is called in messages, by its number. Looked up when there is one: few ever are.
  String nameOf(long row) {
    FileRows rows = rowsOfFiles();
    int file = rows.file(row);
    return files.get(file).file() + ", row " + (row - rows.first(file));
  }

  /// Whether all files have the columns of the dataset as they are.
  boolean areAlike(List<Projection> selected) {
    return columns(selected).stream().allMatch(FileColumns::asTheyAre);
  }

  /// The size of all files in bytes.
  long bytes() {
    return files.stream().mapToLong(file -> file.file().size()).sum();
  }

  @Override
  public Plan plan(List<Projection> columns, LoaderOptions options) {
    return options
        .filter()
        .flatMap(filter -> FoundPlan.of(this, columns, filter, options))
        .<Plan>map(plan -> plan)
        .orElseGet(() -> FilePlan.of(this, columns, options));
  }

  /// Format, files and bytes.
  @Override
  public String toString() {
    String where =
        files.size() == 1
            ? files.getFirst().file().toString()
            : files.size() + " files, first " + files.getFirst().file();
    return format.name() + ", " + where + ", " + ByteSize.text(bytes());
  }
}
