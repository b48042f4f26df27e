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

/// PyArrow, by `peers/pyarrow_compressed.py`: one process a file, which waits while others read.
final class PythonPasses implements AutoCloseable {
  private final ObjectMapper json = new ObjectMapper();
  private final Path file;
  private final Process process;
  private final BufferedWriter questions;
  private final BufferedReader answers;
  private final JsonNode facts;

  PythonPasses(PythonPeer peer, Path file, int threads) throws IOException {
    this.file = file;
    List<String> command = new ArrayList<>(command(peer));
    command.addAll(List.of("serve", file.toString(), Integer.toString(threads)));
    process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    questions = process.outputWriter();
    answers = process.inputReader();
    facts = ask("checksums");
  }

  private static List<String> command(PythonPeer peer) {
    return List.of(peer.python(), peer.script().resolveSibling("pyarrow_compressed.py").toString());
  }

  /// Writes the compressed files to a folder.
  ///
  /// @param table the file whose record batches become two of them
  /// @param rows how many rows the others have
  static void write(PythonPeer peer, Path table, Path folder, int rows)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(command(peer));
    command.addAll(List.of("make", table.toString(), folder.toString(), Integer.toString(rows)));
    int status =
        new ProcessBuilder(command)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start()
            .waitFor();
    if (status != 0) {
      throw new BenchFailure("PyArrow could not write the compressed files: see above");
    }
  }

  /// As of [LoaderPasses#checksums].
  Map<String, String> checksums() {
    Map<String, String> checksums = new TreeMap<>();
    facts
        .get("columns")
        .properties()
        .forEach(e -> checksums.put(e.getKey(), e.getValue().asText()));
    return checksums;
  }

  /// A reader for each way that PyArrow has.
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
      throw new BenchFailure("PyArrow failed on " + file + ": see above");
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
      return "PyArrow " + name;
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
