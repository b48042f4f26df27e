package io.zenith;

import io.zenith.internal.ErrorText;
import io.zenith.internal.pipeline.FileSplit;
import io.zenith.internal.pipeline.OpenSources;
import io.zenith.internal.pipeline.Tasks;
import io.zenith.internal.storage.Locations;
import io.zenith.internal.storage.Providers;
import io.zenith.schema.Field;
import io.zenith.schema.Schema;
import io.zenith.spi.Format;
import io.zenith.spi.Split;
import io.zenith.spi.Storage;
import io.zenith.spi.StoredFile;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// What to read: files of one format, and which of their columns. An immutable recipe that holds no
/// mapping and no descriptor; [#loader] makes what reads it.
///
/// Files count in the order of their names relative to the folder that all of them share, compared
/// as UTF-8; rows in the order of the files. Safe for use by many threads.
public final class Dataset {
  private final Storage storage;
  private final Format format;
  private final List<DataFile> files;
  private final Footers footers;

  /// The selected columns, as places in the schema of all files; all of them if empty.
  private final List<Integer> selected;

  private Dataset(
      Storage storage,
      Format format,
      List<DataFile> files,
      Footers footers,
      List<Integer> selected) {
    this.storage = storage;
    this.format = format;
    this.files = files;
    this.footers = footers;
    this.selected = selected;
  }

  /// Opens files, folders (with all below them) and globs, such as `train/*.arrow`; paths or URIs.
  ///
  /// Lists the files, finds their format, and reads the first footer.
  ///
  /// @throws IOException if nothing is there, or reading fails
  /// @throws IllegalArgumentException if no format, or more than one, knows the files
  /// @throws io.zenith.error.MalformedDataException if the first file is corrupt
  /// @throws io.zenith.error.UnsupportedDataException if it uses something that is not read
  public static Dataset open(String... locations) throws IOException {
    List<Format> formats = Providers.formats();
    Listing listing = Listing.of(formats, locations);
    StoredFile first = listing.files.getFirst().file();
    return of(listing, Providers.format(formats, listing.storage, first));
  }

  /// As [#open(String...)], with a format given instead of found.
  public static Dataset open(Format format, String... locations) throws IOException {
    return of(Listing.of(List.of(format), locations), format);
  }

  private static Dataset of(Listing listing, Format format) throws IOException {
    Footers footers = Footers.open(listing.storage, format, listing.files);
    return new Dataset(listing.storage, format, listing.files, footers, List.of());
  }

  /// The files of some locations.
  private record Listing(Storage storage, List<DataFile> files) {

    /// @param formats say which files of a folder look like data
    static Listing of(List<Format> formats, String... locations) throws IOException {
      List<URI> uris = Stream.of(locations).map(Locations::uri).toList();
      Storage storage = Locations.storage(uris);
      Predicate<String> isData = name -> formats.stream().anyMatch(f -> f.matchesName(name));
      return new Listing(storage, DataFile.of(Locations.list(uris, storage, isData)));
    }
  }

  /// This dataset with only these columns, in this order. The others are not read.
  ///
  /// @throws IllegalArgumentException if a name is unknown, or given twice; the message lists what
  ///   there is
  public Dataset select(String... names) {
    Schema all = footers.schema();
    List<Integer> before = columns(all);
    SchemaIndex index = new SchemaIndex(selection(all));
    List<Integer> columns = Stream.of(names).map(name -> before.get(index.of(name))).toList();
    if (names.length == 0 || columns.stream().distinct().count() < names.length) {
      throw new IllegalArgumentException(
          ErrorText.printable(
              "select needs at least one column, and each once, not " + List.of(names)));
    }
    return new Dataset(storage, format, files, footers, columns);
  }

  /// The columns that will be delivered: those of all files, of which all footers are read if there
  /// are several. A column that a file lacks is null there. Where files have different types for a
  /// column, it has the smallest that holds all values of both, such as `int64` for `int32` and
  /// `int64`, or `float64` for `float32` and `float64`.
  ///
  /// @throws java.io.UncheckedIOException if reading fails
  /// @throws io.zenith.error.MalformedDataException if a file is corrupt
  /// @throws io.zenith.error.UnsupportedDataException if there is no such type; the message names
  ///   both files
  public Schema schema() {
    return selection(footers.schema());
  }

  private Schema selection(Schema all) {
    List<Field> fields = all.fields();
    return new Schema(columns(all).stream().map(fields::get).toList(), all.metadata());
  }

  private List<Integer> columns(Schema all) {
    return selected.isEmpty() ? IntStream.range(0, all.fields().size()).boxed().toList() : selected;
  }

  /// The name of the format that all files have, such as `arrow`.
  public String format() {
    return format.name();
  }

  /// The files, in the order in which their rows count.
  public List<StoredFile> files() {
    return files.stream().map(DataFile::file).toList();
  }

  /// How many rows there are. The first call reads all footers, as do [#splits()] and
  /// [#fingerprint()].
  ///
  /// @throws java.io.UncheckedIOException if reading fails
  /// @throws io.zenith.error.MalformedDataException if a file is corrupt
  /// @throws io.zenith.error.UnsupportedDataException if columns of the files do not go together
  public long rowCount() {
    return footers.rows();
  }

  /// The parts that can be read by themselves, in order.
  public List<Split> splits() {
    return fileSplits().stream().map(FileSplit::split).toList();
  }

  /// What tells this data from other data: 64 hexadecimal digits that depend on the files' relative
  /// names, sizes, footers and row counts, and on nothing else. The selection does not matter.
  public String fingerprint() {
    return Fingerprint.of(files, fileSplits());
  }

  /// Some rows by their place, in memory of their own, to look at: [Batch#copy()] says how long
  /// they live. Training reads through a [#loader].
  ///
  /// @param from the first row, counted from 0 in file order
  /// @param count how many, at least 1
  /// @throws IndexOutOfBoundsException if there are not that many
  /// @throws IllegalArgumentException if `count` is not positive
  /// @throws IOException if reading fails
  public Batch rows(long from, int count) throws IOException {
    if (count < 1) {
      throw new IllegalArgumentException(count + " rows; at least 1");
    }
    Objects.checkFromIndexSize(from, count, rowCount());
    try (RowReader reader = new RowReader(this)) {
      return reader.read(from, count);
    }
  }

  /// A loader of this dataset, to be configured and built.
  ///
  /// @param batchSize rows a batch, at least 1
  public DataLoader.Builder loader(int batchSize) {
    return new DataLoader.Builder(this, batchSize);
  }

  /// The splits of all files, each with the columns to read of it.
  List<FileSplit> fileSplits() {
    List<FileColumns> columns = fileColumns();
    List<FileSplit> splits = new ArrayList<>();
    for (int file = 0; file < columns.size(); file++) {
      for (Split split : footers.footers().get(file).splits()) {
        splits.add(new FileSplit(file, split, columns.get(file).read()));
      }
    }
    return splits;
  }

  /// How the columns of each file become those of the dataset. Files of one schema share this.
  private List<FileColumns> fileColumns() {
    Schema all = footers.schema();
    List<Integer> columns = columns(all);
    IdentityHashMap<Schema, FileColumns> known = new IdentityHashMap<>();
    return footers.footers().stream()
        .map(footer ->
            known.computeIfAbsent(footer.schema(), schema -> FileColumns.of(schema, all, columns)))
        .toList();
  }

  /// The sources of the files, whose record batches are checked against the schema.
  OpenSources<Chunk> openSources(Tasks tasks) {
    List<FileColumns> columns = fileColumns();
    return new OpenSources<>(
        storage, format, files(), file -> Chunk.binder(columns.get(file)), tasks);
  }

  /// Format, files, bytes and columns, within 20 lines.
  @Override
  public String toString() {
    long bytes = files.stream().mapToLong(file -> file.file().size()).sum();
    String where =
        files.size() == 1
            ? files.getFirst().file().toString()
            : files.size() + " files, first " + files.getFirst().file();
    return "Dataset of "
        + format.name()
        + ", "
        + where
        + ", "
        + ByteSize.text(bytes)
        + "\n"
        + selection(footers.known());
  }
}
