package io.zenith;

import io.zenith.internal.ErrorText;
import io.zenith.internal.files.DataFile;
import io.zenith.internal.files.Fingerprint;
import io.zenith.internal.layout.FieldPath;
import io.zenith.internal.layout.FieldTree;
import io.zenith.internal.layout.SchemaIndex;
import io.zenith.internal.pipeline.FileSplit;
import io.zenith.internal.storage.Locations;
import io.zenith.internal.storage.Providers;
import io.zenith.schema.Field;
import io.zenith.schema.Schema;
import io.zenith.spi.BatchStream;
import io.zenith.spi.Format;
import io.zenith.spi.Projection;
import io.zenith.spi.Split;
import io.zenith.spi.Storage;
import io.zenith.spi.StoredFile;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// What to read: files of one format, and which of their columns and rows. An immutable recipe that
/// holds no mapping and no descriptor; [#loader] makes what reads it. What comes as a stream and
/// not in files is a dataset that can be read once.
///
/// Files count in the order of their names relative to the folder that all of them share, compared
/// as UTF-8; rows in the order of the files. Safe for use by many threads.
public final class Dataset {
  private final Origin origin;

  /// What is selected of the schema of all files; all of it if empty.
  private final List<Projection> selected;

  /// Which rows are delivered; all of them if there is none.
  private final Optional<Filter> filter;

  private Dataset(Origin origin, List<Projection> selected, Optional<Filter> filter) {
    this.origin = origin;
    this.selected = selected;
    this.filter = filter;
  }

  /// Opens files, folders (with all below them) and globs, such as `train/*.arrow`; paths or URIs.
  ///
  /// Lists the files, finds their format, and reads the first footer.
  ///
  /// If all files lie in folders with names such as `year=2024`, below the location that is opened,
  /// these are columns as well: `int64` if all values are whole numbers without leading zeros, else
  /// `utf8`. A filter on them leaves out whole files.
  ///
  /// @throws IOException if nothing is there, or reading fails
  /// @throws IllegalArgumentException if no format, or more than one, knows the files
  /// @throws io.zenith.error.MalformedDataException if the first file is corrupt
  /// @throws io.zenith.error.UnsupportedDataException if it uses something that is not read, or if
  ///   two files lie in folders that give them different columns
  public static Dataset open(String... locations) throws IOException {
    List<URI> uris = uris(locations);
    return open(Locations.storage(uris), uris);
  }

  /// As [#open(String...)], with a format given instead of found.
  public static Dataset open(Format format, String... locations) throws IOException {
    List<URI> uris = uris(locations);
    return open(Locations.storage(uris), format, uris);
  }

  /// As [#open(String...)], with a storage given instead of found, such as one with settings of its
  /// own.
  ///
  /// @throws IllegalArgumentException also if the storage does not serve such URIs
  public static Dataset open(Storage storage, String... locations) throws IOException {
    return open(storage, served(storage, locations));
  }

  /// As [#open(Storage, String...)], with a format given instead of found.
  public static Dataset open(Storage storage, Format format, String... locations)
      throws IOException {
    return open(storage, format, served(storage, locations));
  }

  private static List<URI> uris(String... locations) {
    return Stream.of(locations).map(Locations::uri).toList();
  }

  private static List<URI> served(Storage storage, String... locations) {
    List<URI> uris = uris(locations);
    Locations.requireServed(uris, storage);
    return uris;
  }

  private static Dataset open(Storage storage, List<URI> locations) throws IOException {
    List<Format> formats = Providers.formats();
    List<DataFile> files = files(storage, formats, locations);
    return of(storage, Providers.format(formats, storage, files.getFirst().file()), files);
  }

  private static Dataset open(Storage storage, Format format, List<URI> locations)
      throws IOException {
    return of(storage, format, files(storage, List.of(format), locations));
  }

  /// @param formats say which files of a folder look like data
  private static List<DataFile> files(Storage storage, List<Format> formats, List<URI> locations)
      throws IOException {
    Predicate<String> isData = name -> formats.stream().anyMatch(f -> f.matchesName(name));
    return DataFile.of(Locations.list(locations, storage, isData));
  }

  private static Dataset of(Storage storage, Format format, List<DataFile> files)
      throws IOException {
    return new Dataset(FileOrigin.open(storage, format, files), List.of(), Optional.empty());
  }

  /// A dataset of rows that come once, such as those of a pipe or of a query's result. One loader
  /// can be built, for one epoch, with [Remainder#KEEP]; it closes the stream. How many rows there
  /// are is not known before its end.
  ///
  /// The rows are read and decoded by one thread, ahead of whoever takes batches.
  ///
  /// The stream stays the caller's until a loader is built: who cannot be sure of that closes it as
  /// well, after the loader, which does no harm.
  public static Dataset of(BatchStream stream) {
    return new Dataset(new StreamOrigin(stream), List.of(), Optional.empty());
  }

  /// This dataset with only these columns, in this order. The others are not read.
  ///
  /// A name such as `user.address.city` is that of a column, else the field of a struct: the column
  /// then is that struct with the selected fields only, in the order that they have in it. It
  /// stands where the first of them is named. Fields in lists and maps are named through the
  /// element, `tags.list.element.name` or `tags.element.name`, and the entries,
  /// `prices.key_value.value.amount`, by what the files call these; a map keeps its keys.
  ///
  /// @throws IllegalArgumentException if a name is unknown, or given twice; the message lists what
  ///   there is
  public Dataset select(String... names) {
    Schema all = origin.schema();
    List<Projection> before = columns(all);
    Schema there = selection(all);
    SchemaIndex index = new SchemaIndex(there);
    List<FieldPath> fields = Stream.of(names).map(name -> FieldPath.find(index, name)).toList();
    if (names.length == 0
        || fields.stream().map(FieldPath::places).distinct().count() < names.length) {
      throw new IllegalArgumentException(
          ErrorText.printable(
              "select needs at least one column, and each once, not " + List.of(names)));
    }
    List<Projection> columns =
        FieldTree.of(fields, there.fields()).stream()
            .map(column -> before.get(column.place()).then(column))
            .toList();
    return new Dataset(origin, columns, filter);
  }

  /// This dataset with only the rows for which the filter is true; after another filter, those for
  /// which both are. It may name any columns of the files, selected or not. As [#schema()], which
  /// says what else it throws, it reads all footers if there are several.
  ///
  /// Loaders deliver these rows only. One that reads all of them once and in file order finds them
  /// as it reads. Another one goes through the columns of the filter when it is built, so that
  /// steps, lanes and shards are cut exactly; it keeps what it has found on the heap, at most about
  /// a bit for each row of the files. Both give the same batches. Row numbers stay those of the
  /// dataset without a filter. Parts of files that say of themselves that no row is kept are not
  /// read: [#plan()] tells how much that is.
  ///
  /// @throws IllegalArgumentException if a column is unknown, or cannot be compared so
  public Dataset filter(Filter keep) {
    Filter both = filter.map(before -> Filter.and(before, keep)).orElse(keep);
    both.bind(origin.schema());
    return new Dataset(origin, selected, Optional.of(both));
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
    return selection(origin.schema());
  }

  private Schema selection(Schema all) {
    List<Field> fields = all.fields();
    return new Schema(
        columns(all).stream().map(column -> column.of(fields.get(column.place()))).toList(),
        all.metadata());
  }

  private List<Projection> columns(Schema all) {
    return selected.isEmpty() ? Projection.all(all) : selected;
  }

  /// The name of the format that all files have, such as `arrow`.
  ///
  /// @throws IllegalStateException if this is a stream, as from the following methods up to
  ///   [#rows], which ask for what only files have
  public String format() {
    return inFiles().format().name();
  }

  /// The files, in the order in which their rows count; none if this is a stream.
  public List<StoredFile> files() {
    return switch (origin) {
      case FileOrigin files -> files.files().stream().map(DataFile::file).toList();
      case StreamOrigin _ -> List.of();
    };
  }

  /// How many rows the files have, whether a filter keeps them or not. The first call reads all
  /// footers, as do [#splits()] and [#fingerprint()].
  ///
  /// @throws java.io.UncheckedIOException if reading fails
  /// @throws io.zenith.error.MalformedDataException if a file is corrupt
  /// @throws io.zenith.error.UnsupportedDataException if columns of the files do not go together
  public long rowCount() {
    return inFiles().footers().rows();
  }

  /// The parts that can be read by themselves, in order.
  public List<Split> splits() {
    return inFiles().splits(columns()).stream().map(FileSplit::split).toList();
  }

  /// What tells this data from other data: 64 hexadecimal digits that depend on the files' relative
  /// names, sizes, footers and row counts, and on nothing else. Neither the selection nor the
  /// filter matters.
  public String fingerprint() {
    FileOrigin files = inFiles();
    return Fingerprint.of(files.files(), files.splits(columns()));
  }

  /// What a loader that reads this once takes from the files, before and after these are asked what
  /// they know about their values. Reads all footers, and with a filter the indexes of splits that
  /// they do not exclude, and no values.
  ///
  /// @throws IOException if reading fails
  /// @throws io.zenith.error.MalformedDataException if a file is corrupt
  public ReadPlan plan() throws IOException {
    FileOrigin files = inFiles();
    return filter.isPresent()
        ? ReadPlanner.filtered(files, columns(), filter.get())
        : ReadPlanner.all(files, columns());
  }

  /// Some rows by their place in the files, whatever the filter, in memory of their own, to look
  /// at: [Batch#copy()] says how long they live. Training reads through a [#loader].
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
    try (RowReader reader = new RowReader(inFiles(), columns(), new SchemaIndex(schema()))) {
      return reader.read(from, count);
    }
  }

  /// A loader of this dataset, to be configured and built.
  ///
  /// @param batchSize rows a batch, at least 1
  public DataLoader.Builder loader(int batchSize) {
    return new DataLoader.Builder(this, batchSize);
  }

  /// Which rows are delivered.
  Optional<Filter> filter() {
    return filter;
  }

  /// Where the rows come from.
  Origin origin() {
    return origin;
  }

  private FileOrigin inFiles() {
    return switch (origin) {
      case FileOrigin files -> files;
      case StreamOrigin stream ->
          throw new IllegalStateException(
              stream + " is a stream: its rows come once, and what there is shows at its end");
    };
  }

  /// What is selected of the schema of all files.
  List<Projection> columns() {
    return columns(origin.schema());
  }

  /// Format, files, bytes, filter and columns, within 20 lines.
  @Override
  public String toString() {
    return "Dataset of "
        + origin
        + filter.map(keep -> ", where " + ErrorText.printable(keep.toString())).orElse("")
        + "\n"
        + selection(origin.known());
  }
}
