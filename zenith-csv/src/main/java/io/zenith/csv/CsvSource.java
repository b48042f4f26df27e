package io.zenith.csv;

import io.zenith.schema.Schema;
import io.zenith.spi.BatchIterator;
import io.zenith.spi.DataSource;
import io.zenith.spi.InputFile;
import io.zenith.spi.ReadRequest;
import io.zenith.spi.RowRange;
import io.zenith.spi.Split;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// An open file of delimited text. It is gone through when the schema or the splits are asked for,
/// once: splits know all that is needed to read them.
final class CsvSource implements DataSource {
  private final InputFile file;
  private final Text text;
  private final CsvOptions options;
  private final Sizes sizes;
  private @Nullable CsvFile known;

  CsvSource(InputFile file, CsvOptions options, Sizes sizes) throws IOException {
    this.file = file;
    this.text = Text.of(file);
    this.options = options;
    this.sizes = sizes;
  }

  @Override
  public Schema schema() {
    try {
      CsvFile found = known();
      return new Schema(
          found.columns().stream().map(CsvColumn::field).toList(),
          found.layout().ragged() == Ragged.SKIP
              ? Skipped.metadata(found.index().skipped())
              : Map.of());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public boolean knowsSplits() {
    return true;
  }

  private synchronized CsvFile known() throws IOException {
    CsvFile before = known;
    if (before == null) {
      before = lookThrough();
      known = before;
    }
    return before;
  }

  private CsvFile lookThrough() throws IOException {
    Dialect dialect = options.dialect(file.file().name());
    NullSpellings nulls = new NullSpellings(options.nulls());
    String what = "where records are, of which types 1 " + sizes + " " + options.findings();
    Optional<Findings> kept =
        file.known(what)
            .flatMap(Findings::of)
            .filter(before -> before.fits(text, options, splitRows(before.index())));
    Findings found = kept.isPresent() ? kept.get() : find(dialect, nulls);
    List<String> names = found.head().names();
    List<CsvColumn> columns = options.columns(names, found.types());
    PlainNumbers numbers = new PlainNumbers();
    columns.forEach(column -> column.builder(dialect, file.file().toString(), numbers));
    if (kept.isEmpty()) {
      file.verifyUnchanged();
      file.keep(what, found.bytes());
    }
    Layout layout = layout(dialect, names.size());
    return new CsvFile(layout, columns, found.index(), nulls, found.splits());
  }

  private Findings find(Dialect dialect, NullSpellings nulls) throws IOException {
    Head head = Head.read(text, dialect, options, sizes);
    options.requireColumns(head.names());
    Layout layout = layout(dialect, head.names().size());
    String meaning = options.meaning(dialect);
    RecordIndex index = new RecordIndexer(text, layout, head.end(), meaning).index();
    Inference inference = new Inference(text, layout, index, nulls, options);
    List<FoundTypes> types = inference.of(head.names());
    return new Findings(head, index, types, splits(index, layout));
  }

  /// Where splits begin.
  private long[] splits(RecordIndex index, Layout layout) throws IOException {
    long rows = splitRows(index);
    long[] places = new long[Math.toIntExact(Math.max(1, Math.ceilDiv(index.records(), rows)))];
    places[0] = index.from();
    Parallel.run(
        places.length - 1, text, i -> places[i + 1] = index.place(text, layout, (i + 1) * rows));
    return places;
  }

  private Layout layout(Dialect dialect, int columns) {
    return new Layout(dialect, columns, options.ragged(), options.mostFieldBytes(), sizes);
  }

  @Override
  public List<Split> splits() throws IOException {
    CsvFile found = known();
    RecordIndex index = found.index();
    List<Split> splits = new ArrayList<>();
    boolean isFetched = file.mapping().isEmpty() && !text.isSequential();
    long rows = splitRows(index);
    for (int i = 0; i * rows < index.records(); i++) {
      long row = i * rows;
      RowRange range = new RowRange(row, Math.min(rows, index.records() - row));
      long from = found.splits()[i];
      long end = i + 1 < found.splits().length ? found.splits()[i + 1] : index.end();
      splits.add(new CsvSplit(file.file(), found, range, from, end, isFetched));
    }
    return splits;
  }

  /// How many rows a split has: a power of two, so that the batches of users end where splits do.
  private long splitRows(RecordIndex index) {
    if (text.isSequential() || index.records() == 0) {
      return Math.max(1, index.records());
    }
    long bytes = Math.max(1, (index.end() - index.from()) / index.records());
    return Math.max(1, Long.highestOneBit(sizes.split() / bytes));
  }

  @Override
  public BatchIterator read(ReadRequest request) throws IOException {
    if (!(request.split() instanceof CsvSplit split)) {
      throw new IllegalArgumentException(request.split() + " is no split of a CSV file");
    }
    Text read =
        split.isFetched() && text instanceof PlainText plain
            ? FetchedText.of(plain, split.from(), split.end(), request.buffers())
            : text;
    return new CsvReader(read, split, request);
  }

  @Override
  public void close() {
    // the file is the loader's
  }

  @Override
  public String toString() {
    return file.file() + ": delimited text";
  }
}
