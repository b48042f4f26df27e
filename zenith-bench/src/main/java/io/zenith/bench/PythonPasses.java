package io.zenith.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// What Python has, by the scripts of `peers/`: files, and readers of them, one process a file.
final class PythonPasses {
  private static final String COMPRESSED = "pyarrow_compressed.py";
  private static final String PARQUET = "parquet_columns.py";
  private static final String CSV = "csv_columns.py";

  private PythonPasses() {}

  /// PyArrow on a compressed file, all columns.
  static ServedPasses ofCompressed(PythonPeer peer, Path file, int threads) throws IOException {
    return serve(peer, COMPRESSED, "PyArrow ", file, threads);
  }

  /// Others on a Parquet file, all columns.
  static ServedPasses ofParquet(PythonPeer peer, Path file, int threads) throws IOException {
    return serve(peer, PARQUET, "", file, threads);
  }

  /// Others on a CSV file, all columns; they have to agree on all values.
  static ServedPasses ofCsv(PythonPeer peer, Path file, int threads) throws IOException {
    return serve(peer, CSV, "", file, threads);
  }

  private static ServedPasses serve(
      PythonPeer peer, String script, String prefix, Path file, int threads) throws IOException {
    List<String> arguments = List.of("serve", file.toString(), Integer.toString(threads));
    return serve(peer, script, prefix, file, arguments);
  }

  /// Shuffled batches, of which 10^6 rows are a pass.
  ///
  /// @param what `numbers` or `blobs`
  /// @param window rows that are shuffled together, or 0 for all
  static ServedPasses ofShuffled(PythonPeer peer, String what, Path file, long window)
      throws IOException {
    List<String> arguments =
        List.of(
            what,
            file.toString(),
            Integer.toString(ShuffledPasses.BATCH_ROWS),
            Long.toString(window));
    return serve(peer, "shuffled_batches.py", "", file, arguments);
  }

  private static ServedPasses serve(
      PythonPeer peer, String script, String prefix, Path file, List<String> arguments)
      throws IOException {
    return new ServedPasses(file, prefix, 1, process(peer, script, arguments).start());
  }

  private static ProcessBuilder process(PythonPeer peer, String script, List<String> arguments) {
    List<String> command = new ArrayList<>();
    command.add(peer.python());
    command.add(peer.script().resolveSibling(script).toString());
    command.addAll(arguments);
    return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
  }

  /// Writes the compressed files to a folder.
  ///
  /// @param table the file whose record batches become two of them
  /// @param rows how many rows the others have
  static void write(PythonPeer peer, Path table, Path folder, int rows)
      throws IOException, InterruptedException {
    make(peer, COMPRESSED, "make", table.toString(), folder.toString(), Integer.toString(rows));
  }

  /// Writes the Parquet files to a folder.
  static void writeParquet(PythonPeer peer, Path folder, long rows)
      throws IOException, InterruptedException {
    make(peer, PARQUET, "make", folder.toString(), Long.toString(rows));
  }

  /// Writes an Arrow file as a Parquet file.
  static void copyAsParquet(PythonPeer peer, Path arrow, Path parquet)
      throws IOException, InterruptedException {
    make(peer, PARQUET, "copy", arrow.toString(), parquet.toString());
  }

  /// Writes each record batch of an Arrow file as a Parquet file in a folder.
  ///
  /// @param rows of a row group
  static void cutToParquet(PythonPeer peer, Path arrow, Path folder, int rows)
      throws IOException, InterruptedException {
    make(peer, PARQUET, "cut", arrow.toString(), folder.toString(), Integer.toString(rows));
  }

  /// Writes a Parquet file with a row group of so many rows, of ten columns of floats, among small
  /// ones.
  static void writeLargeRowGroup(PythonPeer peer, Path file, long rows)
      throws IOException, InterruptedException {
    make(peer, PARQUET, "large", file.toString(), Long.toString(rows));
  }

  /// Writes a Parquet file of so many rows that are sorted by their ids, with an index of its
  /// pages.
  static void writeSorted(PythonPeer peer, Path file, long rows)
      throws IOException, InterruptedException {
    make(peer, PARQUET, "sorted", file.toString(), Long.toString(rows));
  }

  /// Writes the CSV files to a folder.
  static void writeCsv(PythonPeer peer, Path folder, long rows)
      throws IOException, InterruptedException {
    make(peer, CSV, "make", folder.toString(), Long.toString(rows));
  }

  /// Writes the records of a CSV file again and again, until there are so many bytes.
  static void repeatCsv(PythonPeer peer, Path source, Path target, long bytes)
      throws IOException, InterruptedException {
    make(peer, CSV, "repeat", source.toString(), target.toString(), Long.toString(bytes));
  }

  private static void make(PythonPeer peer, String script, String... arguments)
      throws IOException, InterruptedException {
    if (process(peer, script, List.of(arguments)).start().waitFor() != 0) {
      throw new BenchFailure("PyArrow could not write the files: see above");
    }
  }
}
