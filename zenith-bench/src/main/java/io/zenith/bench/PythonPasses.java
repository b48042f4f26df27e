package io.zenith.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// What Python has, by a script of `peers/`: one process a file, which waits while others read.
final class PythonPasses implements AutoCloseable {
  private static final String COMPRESSED = "pyarrow_compressed.py";
  private static final String PARQUET = "parquet_columns.py";

  private final ObjectMapper json = new ObjectMapper();
  private final Path file;
  private final String prefix;
  private final Process process;
  private final BufferedWriter questions;
  private final BufferedReader answers;
  private final JsonNode facts;

  /// @param prefix what is put before names of settings in tables
  private PythonPasses(Path file, String prefix, List<String> command) throws IOException {
    this.file = file;
    this.prefix = prefix;
    process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    questions = process.outputWriter();
    answers = process.inputReader();
    facts = ask("checksums");
  }

  /// PyArrow on a compressed file, all columns.
  static PythonPasses ofCompressed(PythonPeer peer, Path file, int threads) throws IOException {
    List<String> arguments = List.of("serve", file.toString(), Integer.toString(threads));
    return new PythonPasses(file, "PyArrow ", command(peer, COMPRESSED, arguments));
  }

  /// Others on a Parquet file, all columns.
  static PythonPasses ofParquet(PythonPeer peer, Path file, int threads) throws IOException {
    List<String> arguments = List.of("serve", file.toString(), Integer.toString(threads));
    return new PythonPasses(file, "", command(peer, PARQUET, arguments));
  }

  /// Shuffled batches, of which 10^6 rows are a pass.
  ///
  /// @param what `numbers` or `blobs`
  /// @param window rows that are shuffled together, or 0 for all
  static PythonPasses ofShuffled(PythonPeer peer, String what, Path file, long window)
      throws IOException {
    List<String> arguments =
        List.of(
            what,
            file.toString(),
            Integer.toString(ShuffledPasses.BATCH_ROWS),
            Long.toString(window));
    return new PythonPasses(file, "", command(peer, "shuffled_batches.py", arguments));
  }

  private static List<String> command(PythonPeer peer, String script, List<String> arguments) {
    List<String> command = new ArrayList<>();
    command.add(peer.python());
    command.add(peer.script().resolveSibling(script).toString());
    command.addAll(arguments);
    return command;
  }

  /// Writes the compressed files to a folder.
  ///
  /// @param table the file whose record batches become two of them
  /// @param rows how many rows the others have
  static void write(PythonPeer peer, Path table, Path folder, int rows)
      throws IOException, InterruptedException {
    make(
        peer,
        COMPRESSED,
        List.of("make", table.toString(), folder.toString(), Integer.toString(rows)));
  }

  /// Writes the Parquet files to a folder.
  static void writeParquet(PythonPeer peer, Path folder, long rows)
      throws IOException, InterruptedException {
    make(peer, PARQUET, List.of("make", folder.toString(), Long.toString(rows)));
  }

  /// Writes an Arrow file as a Parquet file.
  static void copyAsParquet(PythonPeer peer, Path arrow, Path parquet)
      throws IOException, InterruptedException {
    make(peer, PARQUET, List.of("copy", arrow.toString(), parquet.toString()));
  }

  /// Writes a Parquet file with a row group of so many rows, of ten columns of floats, among small
  /// ones.
  static void writeLargeRowGroup(PythonPeer peer, Path file, long rows)
      throws IOException, InterruptedException {
    make(peer, PARQUET, List.of("large", file.toString(), Long.toString(rows)));
  }

  /// Writes a Parquet file of so many rows that are sorted by their ids, with an index of its
  /// pages.
  static void writeSorted(PythonPeer peer, Path file, long rows)
      throws IOException, InterruptedException {
    make(peer, PARQUET, List.of("sorted", file.toString(), Long.toString(rows)));
  }

  private static void make(PythonPeer peer, String script, List<String> arguments)
      throws IOException, InterruptedException {
    int status =
        new ProcessBuilder(command(peer, script, arguments))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start()
            .waitFor();
    if (status != 0) {
      throw new BenchFailure("PyArrow could not write the files: see above");
    }
  }

  /// What was delivered by all rows, as Zenith's contenders add it up.
  Map<String, String> checksums() {
    Map<String, String> checksums = new TreeMap<>();
    facts
        .get("columns")
        .properties()
        .forEach(e -> checksums.put(e.getKey(), e.getValue().asText()));
    return checksums;
  }

  /// What is not there to run, and how to install it.
  List<String> missing() {
    List<String> missing = new ArrayList<>();
    facts.path("missing").forEach(hint -> missing.add(hint.asText()));
    return missing;
  }

  /// A reader for each way that there is.
  List<PassReader> readers() {
    List<PassReader> readers = new ArrayList<>();
    facts.get("settings").forEach(setting -> readers.add(new Setting(setting.asText())));
    return readers;
  }

  private JsonNode ask(String question) throws IOException {
    questions.write(question);
    questions.newLine();
    questions.flush();
    String answer = answers.readLine();
    if (answer == null) {
      throw new BenchFailure("Python failed on " + file + ": see above");
    }
    return json.readTree(answer);
  }

  @Override
  public void close() {
    process.destroy();
  }

  /// One way to open and to read.
  private final class Setting implements PassReader {
    private final String name;

    Setting(String name) {
      this.name = name;
    }

    @Override
    public String title() {
      return prefix + name;
    }

    @Override
    public int warmUps() {
      return 1;
    }

    @Override
    public Rate read(Duration turn) throws IOException {
      JsonNode answer = ask(name + " " + turn.toNanos() / 1e9);
      double passes = answer.get("passes").asDouble();
      return new Rate(
          passes / answer.get("seconds").asDouble(), answer.get("cpu").asDouble() / passes);
    }

    @Override
    public void close() {}
  }
}
