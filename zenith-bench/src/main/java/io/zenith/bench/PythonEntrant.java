package io.zenith.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// PyArrow, by the script in `peers/`: a process for each turn. Starting it and its own warm-up are
/// not part of what it measures.
final class PythonEntrant implements Entrant {
  /// Enough for Python, which compiles nothing, to have all in its caches.
  private static final int WARM_UP_PASSES = 10;

  private static final int FIRST_PASSES = 20;

  /// PyArrow's two ways to cut batches, as the script knows them.
  enum Mode {
    DIRECT,
    ITERATOR
  }

  /// What is done with the arrays.
  enum Touch {
    NOTHING,
    SUMS
  }

  private final ObjectMapper json = new ObjectMapper();
  private final PythonPeer peer;
  private final Mode mode;
  private final Touch touch;
  private final Path file;
  private double passSeconds;

  PythonEntrant(PythonPeer peer, Mode mode, Touch touch, Path file) {
    this.peer = peer;
    this.mode = mode;
    this.touch = touch;
    this.file = file;
  }

  static String title(Mode mode, Touch touch) {
    return "PyArrow "
        + (mode == Mode.DIRECT ? "direct" : "iterator")
        + (touch == Touch.SUMS ? ", values summed" : ", arrays");
  }

  @Override
  public String title() {
    return title(mode, touch);
  }

  @Override
  public Map<String, String> checksums() throws IOException {
    Map<String, String> checksums = new TreeMap<>();
    JsonNode result = run(1);
    result
        .get("checksums")
        .properties()
        .forEach(e -> checksums.put(e.getKey(), e.getValue().asText()));
    return checksums;
  }

  @Override
  public void warmUp(Duration length) throws IOException {
    JsonNode result = run(FIRST_PASSES);
    passSeconds = result.get("rows").asDouble() / result.get("samples_per_second").asDouble();
  }

  @Override
  public Turn turn(Duration length) throws IOException {
    double passes = length.toNanos() / 1e9 / passSeconds;
    JsonNode result = run(Math.max(1, (int) passes));
    // Rows by time, as in a JVM's turn; the script's own rate is that of its median pass.
    double rows = result.get("rows").asDouble() * result.get("runs").asInt();
    return new Turn(
        rows / result.get("seconds").asDouble(),
        result.get("p50_ms").asDouble() * 1e6,
        result.get("p95_ms").asDouble() * 1e6,
        result.get("p99_ms").asDouble() * 1e6,
        1,
        Double.NaN,
        result.get("peak_rss_kb").asDouble() * 1024);
  }

  private JsonNode run(int passes) throws IOException {
    Path answer = Files.createTempFile("zenith-bench", ".json");
    try {
      List<String> command = new ArrayList<>(peer.command());
      command.addAll(List.of("--file", file.toString(), "--json", answer.toString()));
      command.addAll(List.of("--batch-size", "" + Contender.BATCH_ROWS));
      command.addAll(List.of("--mode", mode == Mode.DIRECT ? "direct" : "iterator"));
      command.addAll(List.of("--warmup", "" + WARM_UP_PASSES, "--runs", "" + passes));
      if (touch == Touch.SUMS) {
        command.add("--touch");
      }
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      process.getOutputStream().close();
      String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      JsonNode result = json.readTree(Files.readAllBytes(answer));
      if (result.isMissingNode()) {
        throw new BenchFailure(title() + " failed: " + said.strip());
      }
      return result;
    } finally {
      Files.delete(answer);
    }
  }

  /// Nothing is left of a turn.
  @Override
  public void close() {}
}
