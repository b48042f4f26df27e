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

/// Readers in another process, which answers each line of its standard input with a line of JSON,
/// as `peers/turns.py` says, and waits while others read.
final class ServedPasses implements AutoCloseable {
  private final ObjectMapper json = new ObjectMapper();
  private final Path file;
  private final String prefix;
  private final int warmUps;
  private final Process process;
  private final BufferedWriter questions;
  private final BufferedReader answers;
  private final JsonNode facts;

  /// @param file what the process reads
  /// @param prefix what is put before names of settings in tables
  /// @param warmUps as each reader has them
  ServedPasses(Path file, String prefix, int warmUps, Process process) throws IOException {
    this.file = file;
    this.prefix = prefix;
    this.warmUps = warmUps;
    this.process = process;
    questions = process.outputWriter();
    answers = process.inputReader();
    facts = ask(BenchWorker.CHECKSUMS);
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
      throw new BenchFailure("the process that reads " + file + " failed: see above");
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
      return warmUps;
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
