package io.zenith.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `explain` says what `read --trace` shows.
class ExplainCommandTest {
  /// Rows of each of the files, and of each of their splits.
  private static final int ROWS = 500;

  private static final int SPLIT = 64;

  @TempDir private Path folder;

  private Path data;

  @BeforeEach
  void generate() throws IOException {
    Cli.succeed("generate", "table", folder, "--rows", ROWS);
    data = Files.createDirectory(folder.resolve("data"));
    for (String name : List.of("a", "b")) {
      Path file = data.resolve(name + ".arrow");
      Cli.succeed("convert", folder.resolve("table.arrow"), file, "--batch-rows", SPLIT);
    }
  }

  private static JsonNode explain(List<Object> order, Object... more) {
    List<Object> all = new ArrayList<>(List.of("explain"));
    all.addAll(order);
    all.addAll(List.of(more));
    return Cli.succeed(all.toArray()).json();
  }

  @Test
  void itSaysWhatATraceShows() throws IOException {
    for (Object[] options :
        new Object[][] {
          {},
          {"--shuffle", 42, "--window", 100, "--lanes", 4},
          {"--shuffle", 7, "--global", "--batch-size", 40},
          {"--shuffle", 1, "--shard", "1/3", "--remainder", "pad", "--batch-size", 13},
          {"--filter", "id >= 100 and id < 250", "--shuffle", 3}
        }) {
      List<Object> order = new ArrayList<>(List.of(data));
      order.addAll(List.of(options));
      Path trace = folder.resolve("trace.jsonl");
      List<Object> read = new ArrayList<>(List.of("read", "--epochs", 2, "--trace", trace));
      read.addAll(order);
      Cli.succeed(read.toArray());
      List<String> lines = Files.readAllLines(trace);
      for (int line = 0; line < lines.size(); line += 5) {
        check(Cli.parse(lines.get(line)), order);
      }
    }
  }

  private void check(JsonNode step, List<Object> order) {
    JsonNode found =
        explain(order, "--epoch", step.get("epoch"), "--step", step.get("step"), "--json");
    assertEquals(step.get("rank"), found.get("rank"));
    List<Long> rows = new ArrayList<>();
    for (JsonNode row : found.get("rows")) {
      long number = row.get("row").asLong();
      rows.add(number);
      assertEquals(number / ROWS, row.get("file_number").asLong());
      assertEquals(
          data.resolve(number < ROWS ? "a.arrow" : "b.arrow").toString(), row.get("file").asText());
      assertEquals(number % ROWS, row.get("row_in_file").asLong());
      assertEquals(number % ROWS / SPLIT, row.get("split").asLong());
    }
    List<Long> traced = new ArrayList<>();
    step.get("rows").forEach(row -> traced.add(row.asLong()));
    assertEquals(traced, rows);
  }

  @Test
  void peopleGetATable() {
    List<String> lines =
        Cli.succeed("explain", data, "--step", 2, "--batch-size", 450, "--remainder", "pad")
            .lines();
    assertEquals("epoch 0, step 2, rank 0: 450 rows", lines.getFirst());
    assertTrue(lines.get(1).matches(" *row  position  file +split  row in file"), lines.get(1));
    Path last = data.resolve("b.arrow");
    assertEquals("900       900  " + last + "      6          400", lines.get(2));
    assertEquals("999       999  " + last + "      7          499", lines.get(101));
    assertEquals("900       900  " + last + "      6          400  padding", lines.get(102));
  }

  @Test
  void misuseIsNamed() {
    Cli.Result beyond = Cli.run("explain", data, "--step", 16);
    assertEquals(2, beyond.code());
    assertTrue(beyond.err().contains("step 16 of epoch 0; an epoch has 16 steps"), beyond.err());
    assertTrue(Cli.run("explain", data).err().contains("--step"), "without a step");
    assertTrue(Cli.run("explain", "-", "--step", 0).err().contains("this needs files"), "a stream");
  }
}
