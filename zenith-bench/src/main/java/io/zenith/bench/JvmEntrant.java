package io.zenith.bench;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/// A contender in a JVM of its own, which stays warm and idle while others run.
final class JvmEntrant implements Entrant {
  private final ObjectMapper json = new ObjectMapper();
  private final String title;
  private final Process process;
  private final BufferedWriter commands;
  private final BufferedReader answers;

  JvmEntrant(JvmContender contender, Variant variant, Path folder, String caseName)
      throws IOException {
    title = title(contender, variant);
    process =
        WorkerJvm.start(
            BenchWorker.class,
            List.of(),
            List.of(contender.name(), variant.name(), folder.toString(), caseName));
    commands = process.outputWriter();
    answers = process.inputReader();
  }

  static String title(JvmContender contender, Variant variant) {
    return contender.title() + " (" + variant + ")";
  }

  @Override
  public String title() {
    return title;
  }

  @Override
  public Map<String, String> checksums() throws IOException {
    return json.readValue(ask(BenchWorker.CHECKSUMS), new TypeReference<Map<String, String>>() {});
  }

  @Override
  public void warmUp(Duration length) throws IOException {
    ask(BenchWorker.WARM_UP + " " + length.toMillis());
  }

  @Override
  public Turn turn(Duration length) throws IOException {
    return json.readValue(ask(BenchWorker.TURN + " " + length.toMillis()), Turn.class);
  }

  private String ask(String command) throws IOException {
    commands.write(command);
    commands.newLine();
    commands.flush();
    String answer = answers.readLine();
    if (answer == null) {
      throw new BenchFailure(title + " ended while it was asked for: " + command);
    }
    return answer;
  }

  /// Ends the process, which has nothing to clean up, and closes all pipes to it.
  @Override
  public void close() {
    process.destroy();
  }
}
