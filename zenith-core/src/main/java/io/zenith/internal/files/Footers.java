package io.zenith.internal.files;

import io.zenith.error.MalformedDataException;
import io.zenith.internal.pipeline.Wait;
import io.zenith.schema.Schema;
import io.zenith.spi.DataSource;
import io.zenith.spi.FileSummary;
import io.zenith.spi.Format;
import io.zenith.spi.Split;
import io.zenith.spi.Storage;
import io.zenith.spi.StoredFile;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What the footers of a dataset's files say. They are read once, except that of the first file
/// where its schema is told without its splits, and nothing stays open: splits are plain values.
public final class Footers {
  /// Fewer files are read before threads would have been started for them.
  private static final int MANY = 8;

  private final Storage storage;
  private final Format format;
  private final List<DataFile> files;
  private final Schema first;

  /// The first footer, if the schema came with the splits.
  private final Optional<FileSummary> firstFooter;

  private @Nullable All all;

  /// All files, and the columns that they have together.
  record All(Schema schema, List<FileSummary> footers) {}

  private Footers(
      Storage storage,
      Format format,
      List<DataFile> files,
      Schema first,
      Optional<FileSummary> firstFooter) {
    this.storage = storage;
    this.format = format;
    this.files = files;
    this.first = first;
    this.firstFooter = firstFooter;
  }

  /// Reads the first footer.
  public static Footers open(Storage storage, Format format, List<DataFile> files)
      throws IOException {
    try (Arena arena = Arena.ofShared();
        DataSource source = format.open(storage.open(files.getFirst().file(), arena), arena)) {
      Optional<List<Split>> splits =
          source.knowsSplits() ? Optional.of(source.splits()) : Optional.empty();
      Schema schema = source.schema();
      Optional<FileSummary> footer = splits.map(known -> new FileSummary(schema, known));
      return new Footers(storage, format, files, schema, footer);
    }
  }

  /// The columns of all files, for which all footers are read if there are several.
  public Schema schema() {
    return files.size() == 1 ? first : all().schema();
  }

  /// The columns as far as they are known without reading more.
  public synchronized Schema known() {
    return all == null ? first : all.schema();
  }

  /// The footer of each file, after reading all of them.
  ///
  /// @throws java.io.UncheckedIOException if the storage fails
  /// @throws io.zenith.error.UnsupportedDataException if columns of the files do not go together
  public List<FileSummary> footers() {
    return all().footers();
  }

  private synchronized All all() {
    All known = all;
    if (known == null) {
      known = read();
      all = known;
    }
    return known;
  }

  private All read() {
    if (files.size() == 1 && firstFooter.isPresent()) {
      return new All(first, List.of(firstFooter.get()));
    }
    if (files.size() < MANY) {
      try (Arena arena = Arena.ofShared()) {
        return unite(file -> read(file, arena));
      }
    }
    try (FooterReads reads = new FooterReads(this, storage, files.size())) {
      return unite(reads::get);
    }
  }

  /// Gives the footer of a file, by its number.
  private interface Read {
    FileSummary footer(int file) throws IOException, InterruptedException;
  }

  private All unite(Read read) {
    List<FileSummary> found = new ArrayList<>(files.size());
    try {
      for (int i = 0; i < files.size(); i++) {
        int file = i;
        found.add(Wait.forData(() -> read.footer(file)));
      }
    } catch (RuntimeException e) {
      if (!found.isEmpty()) {
        unite(found); // what is wrong with files before this one comes first
      }
      throw e;
    }
    return unite(found);
  }

  /// Of the first files, or all.
  private All unite(List<FileSummary> found) {
    List<FileSummary> together = format.unite(found);
    Schema firstOfAll = together.getFirst().schema();
    SchemaUnion union = new SchemaUnion(files.getFirst(), firstOfAll);
    for (int i = 1; i < together.size(); i++) {
      // Mostly files are alike: then one schema serves all.
      if (!together.get(i).schema().equals(firstOfAll)) {
        union.add(files.get(i), together.get(i).schema());
      }
    }
    return new All(union.schema(), List.copyOf(together));
  }

  /// Reads the footer of a file, by its number, unless it is known.
  ///
  /// @param arena lives as long as the file has to be open
  FileSummary read(int file, Arena arena) throws IOException {
    if (file == 0 && firstFooter.isPresent()) {
      return firstFooter.get();
    }
    StoredFile stored = files.get(file).file();
    try (DataSource source = format.open(storage.open(stored, arena), arena)) {
      List<Split> splits = source.splits();
      Schema schema = source.schema();
      return new FileSummary(schema.equals(first) ? first : schema, splits);
    }
  }

  /// The rows of all files.
  ///
  /// @throws MalformedDataException if they are 2^63 or more
  public long rows() {
    long rows = 0;
    for (FileSummary footer : footers()) {
      for (Split split : footer.splits()) {
        rows += split.rows();
        if (rows < 0) {
          throw new MalformedDataException(
              split.toString(), "2^63 rows or more in all files", "fewer");
        }
      }
    }
    return rows;
  }
}
