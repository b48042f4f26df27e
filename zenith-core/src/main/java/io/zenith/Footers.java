package io.zenith;

import io.zenith.error.MalformedDataException;
import io.zenith.error.UnsupportedDataException;
import io.zenith.internal.pipeline.FileSplit;
import io.zenith.schema.Field;
import io.zenith.schema.Schema;
import io.zenith.spi.DataSource;
import io.zenith.spi.Format;
import io.zenith.spi.Split;
import io.zenith.spi.Storage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What the footers of a dataset's files say. They are read once, and nothing stays open: splits
/// are plain values.
final class Footers {
  /// Files that share an arena: closing one stops all threads for a moment.
  private static final int FILES_PER_ARENA = 64;

  private final Storage storage;
  private final Format format;
  private final List<DataFile> files;
  private final Schema first;
  private @Nullable List<FileSplit> splits;

  private Footers(Storage storage, Format format, List<DataFile> files, Schema first) {
    this.storage = storage;
    this.format = format;
    this.files = files;
    this.first = first;
  }

  /// Reads the first footer.
  static Footers open(Storage storage, Format format, List<DataFile> files) throws IOException {
    try (Arena arena = Arena.ofShared();
        DataSource source = format.open(storage.open(files.getFirst().file(), arena))) {
      return new Footers(storage, format, files, source.schema());
    }
  }

  /// The schema of the first file, which every other file must have.
  Schema schema() {
    return first;
  }

  /// The splits of all files, after reading all footers.
  ///
  /// @throws UncheckedIOException if the storage fails
  /// @throws UnsupportedDataException if two files differ in their columns
  synchronized List<FileSplit> splits() {
    List<FileSplit> known = splits;
    if (known == null) {
      known = new ArrayList<>();
      for (int from = 0; from < files.size(); from += FILES_PER_ARENA) {
        read(from, Math.min(files.size(), from + FILES_PER_ARENA), known);
      }
      known = List.copyOf(known);
      splits = known;
    }
    return known;
  }

  /// The rows of all files.
  ///
  /// @throws MalformedDataException if they are 2^63 or more
  long rows() {
    long rows = 0;
    for (FileSplit split : splits()) {
      rows += split.split().rows();
      if (rows < 0) {
        throw new MalformedDataException(
            split.split().toString(), "2^63 rows or more in all files", "fewer");
      }
    }
    return rows;
  }

  private void read(int from, int to, List<FileSplit> out) {
    try (Arena arena = Arena.ofShared()) {
      for (int file = from; file < to; file++) {
        try (DataSource source = format.open(storage.open(files.get(file).file(), arena))) {
          requireSame(source.schema(), files.get(file));
          for (Split split : source.splits()) {
            out.add(new FileSplit(file, split));
          }
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void requireSame(Schema other, DataFile file) {
    List<Field> expected = first.fields();
    List<Field> found = other.fields();
    for (int i = 0; i < Math.max(expected.size(), found.size()); i++) {
      boolean both = i < expected.size() && i < found.size();
      if (!both || !Shapes.same(expected.get(i), found.get(i))) {
        throw new UnsupportedDataException(
            file.file().toString(),
            "column "
                + i
                + " is "
                + describe(found, i)
                + ", but "
                + describe(expected, i)
                + " in "
                + files.getFirst().file()
                + ": files of one dataset must have the same columns");
      }
    }
  }

  private static String describe(List<Field> fields, int place) {
    return place < fields.size()
        ? "'" + fields.get(place).name() + "' " + fields.get(place).type()
        : "missing";
  }
}
