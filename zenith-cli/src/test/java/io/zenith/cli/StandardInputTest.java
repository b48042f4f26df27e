package io.zenith.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.zenith.Batch;
import io.zenith.DataLoader;
import io.zenith.Dataset;
import io.zenith.arrow.ArrowWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Arrow streams on standard input, in a process of its own.
class StandardInputTest {
  @TempDir private Path folder;

  private Path table;
  private Path stream;

  @BeforeEach
  void generate() throws IOException {
    Cli.succeed("generate", "table", folder, "--rows", 3_000);
    table = folder.resolve("table.arrow");
    stream = folder.resolve("table.arrows");
    try (DataLoader loader = Dataset.open(table.toString()).loader(1_000).build();
        ArrowWriter writer = ArrowWriter.stream(stream).open(loader.schema())) {
      for (Batch batch : loader) {
        writer.write(batch);
      }
      writer.finish();
    }
  }

  private Process start(Redirect input, String... arguments) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName()));
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command)
        .redirectInput(input)
        .redirectError(folder.resolve("stderr").toFile())
        .start();
  }

  private String finish(Process process, int code) throws Exception {
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertTrue(process.waitFor(60, TimeUnit.SECONDS));
    assertEquals(code, process.exitValue(), () -> out + errors());
    return out;
  }

  private String errors() {
    try {
      return Files.readString(folder.resolve("stderr"));
    } catch (IOException e) {
      return e.toString();
    }
  }

  @Test
  void readGivesTheChecksumOfTheFile() throws Exception {
    JsonNode file = Cli.parse(Cli.succeed("read", table, "--json").out());
    String out = finish(start(Redirect.from(stream.toFile()), "read", "-", "--json"), 0);
    for (String key : List.of("rows", "batches", "checksum")) {
      assertEquals(file.get(key), Cli.parse(out).get(key), key);
    }
    assertEquals("", errors());
  }

  @Test
  void aFilterKeepsTheSameRowsAsOfTheFile() throws Exception {
    String filter = "id >= 10 and label < 5";
    JsonNode file =
        Cli.parse(
            Cli.succeed("read", table, "--filter", filter, "--columns", "f0,id", "--json").out());
    Process read =
        start(
            Redirect.from(stream.toFile()),
            "read",
            "-",
            "--filter",
            filter,
            "--columns",
            "f0,id",
            "--json");
    String out = finish(read, 0);
    for (String key : List.of("rows", "batches", "checksum")) {
      assertEquals(file.get(key), Cli.parse(out).get(key), key);
    }
    assertTrue(file.get("rows").asLong() > 0);
    assertEquals("", errors());
  }

  @Test
  void convertWritesWhatComes() throws Exception {
    Path target = folder.resolve("converted/c.arrow");
    Files.createDirectory(target.getParent());
    finish(start(Redirect.from(stream.toFile()), "convert", "-", target.toString()), 0);
    assertEquals(
        Cli.parse(Cli.succeed("read", table, "--json").out()).get("checksum"),
        Cli.parse(Cli.succeed("read", target, "--json").out()).get("checksum"));
  }

  /// The pipe stays open: nobody reads it.
  @Test
  void convertLooksForItsTargetBeforeItWaits() throws Exception {
    Process convert = start(Redirect.PIPE, "convert", "-", table.toString());
    finish(convert, 1);
    assertTrue(errors().contains("replace it with --force"), errors());
  }

  @Test
  void aRecordBatchThatIsTooLargeIsToldWithWhatToDo() throws Exception {
    finish(start(Redirect.from(stream.toFile()), "read", "-", "--memory", "128 KiB"), 1);
    assertTrue(errors().startsWith("zenith read: standard input, record batch 0 needs"), errors());
    assertTrue(errors().contains("give more with --memory"), errors());
  }

  /// The rows are there before the stream has ended, and nobody waits for its end.
  @Test
  void headShowsWhatHasCome() throws Exception {
    byte[] content = Files.readAllBytes(stream);
    Process head = start(Redirect.PIPE, "head", "-", "-n", "2", "--json");
    try (OutputStream input = head.getOutputStream()) {
      input.write(content, 0, content.length / 2);
      input.flush();
      String out = finish(head, 0);
      assertEquals(Cli.succeed("head", table, "-n", 2, "--json").out(), out);
    }
  }

  @Test
  void aStreamThatIsCutIsNamedInOneLine() throws Exception {
    Path cut = folder.resolve("cut");
    byte[] content = Files.readAllBytes(stream);
    Files.write(cut, Arrays.copyOf(content, content.length - 1_000));
    finish(start(Redirect.from(cut.toFile()), "read", "-"), 1);
    assertTrue(errors().startsWith("zenith read: standard input, byte "), errors());
    assertEquals(1, errors().lines().count(), errors());
  }

  @Test
  void whatNeedsFilesSaysSo() {
    for (List<String> command : List.of(List.of("inspect", "-"), List.of("read", "-", "x.arrow"))) {
      Cli.Result result = Cli.run(command.toArray());
      assertEquals(2, result.code(), result.toString());
      assertTrue(result.err().contains(": "), result.err());
    }
  }

  @Test
  void itIsNoParquetFile() {
    for (String option : List.of("--keys=none", "--dictionaries=keep", "--variants=assembled")) {
      for (String command : List.of("read", "head")) {
        Cli.Result result = Cli.run(command, "-", option);
        assertEquals(2, result.code(), result.toString());
        assertTrue(result.err().contains("- is an Arrow stream: --keys, "), result.err());
      }
      Cli.Result result = Cli.run("convert", "-", folder.resolve("x.arrow"), option);
      assertEquals(2, result.code(), result.toString());
    }
  }

  @Test
  void itIsNoDelimitedText() {
    for (String option : List.of("--delimiter=;", "--types=string", "--header=no")) {
      Cli.Result result = Cli.run("read", "-", option);
      assertEquals(2, result.code(), result.toString());
      assertTrue(result.err().contains("- is an Arrow stream: --delimiter, "), result.err());
    }
  }
}
