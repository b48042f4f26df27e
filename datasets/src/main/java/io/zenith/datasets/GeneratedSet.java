package io.zenith.datasets;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.function.LongConsumer;

/// A data set that is made, not downloaded. Set, rows and seed determine the file to the byte, on
/// every machine.
///
/// The files are uncompressed Arrow IPC files, written by arrow-java, which needs the JVM flags
/// `--sun-misc-unsafe-memory-access=allow` and `--add-opens=java.base/java.nio=ALL-UNNAMED`.
public enum GeneratedSet {
  /// Ten features, a label and a blob a row: the table of the published benchmark.
  TABLE(
      "id, label (0 to 9), ten normal float32 features f0 to f9, and a blob of 80 to 120 bytes",
      10_000),

  /// Labelled pictures of 28 x 28 grey pixels, learnable by a linear model, though not to 100 %.
  IMAGES(
      "28 x 28 uint8 images of ten classes with their label; a linear model gets about 90 % right",
      20_000),

  /// One column of each type, with nulls, empty and long strings, and extreme numbers.
  MIXED(
      "each flat type, lists, structs and dictionaries, a tenth of it null, with extreme numbers and odd strings",
      20_000),

  /// Binaries as large as compressed pictures, with a label.
  BLOBS("binaries of 20,000 to 40,000 random bytes with a label; the default is 600 MB", 20_000);

  private final String description;
  private final long defaultRows;

  GeneratedSet(String description, long defaultRows) {
    this.description = description;
    this.defaultRows = defaultRows;
  }

  /// What is in it, in one line.
  public String description() {
    return description;
  }

  /// How many rows it has unless another number is asked for.
  public long defaultRows() {
    return defaultRows;
  }

  /// The name of the file that [#write] makes, such as `table.arrow`.
  public String fileName() {
    return this + ".arrow";
  }

  /// Writes the set into a folder, as [#fileName()], replacing an older file of that name.
  ///
  /// The file appears when it is complete; on failure nothing appears and an older file stays. The
  /// memory it takes does not depend on the number of rows.
  ///
  /// @param folder where to write; made if it does not exist
  /// @param rows how many rows, 0 or more
  /// @param seed any number; another seed gives other rows of the same kind
  /// @param progress told the number of rows written so far, after each record batch, by the
  ///   calling thread; what it throws ends the writing
  /// @return the file
  /// @throws IOException if it cannot be written
  public Path write(Path folder, long rows, long seed, LongConsumer progress) throws IOException {
    if (rows < 0) {
      throw new IllegalArgumentException(rows + " rows; at least 0");
    }
    new SetWriter(generator(seed), rows, progress).write(folder, fileName());
    return folder.resolve(fileName());
  }

  private Generator generator(long seed) {
    return switch (this) {
      case TABLE -> new TableGenerator(seed);
      case IMAGES -> new ImageGenerator(seed);
      case MIXED -> new MixedGenerator(seed);
      case BLOBS -> new BlobGenerator(seed);
    };
  }

  /// The name on the command line: `table`, `images`, `mixed` or `blobs`.
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
