package io.zenith.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The order as traces show it: what a user can check by hand.
class OrderOptionsTest {
  private static final int ROWS = 1_000;

  @TempDir private Path folder;

  private Path table;
  private Path compressed;

  @BeforeEach
  void generate() {
    Cli.succeed("generate", "table", folder.resolve("t"), "--rows", ROWS);
    table = folder.resolve("t/table.arrow");
    compressed = folder.resolve("lz4.arrow");
    Cli.succeed("convert", table, compressed, "--codec", "lz4", "--batch-rows", 77);
  }

  private String trace(Object... arguments) throws IOException {
    return new Traces(folder).of(List.of(arguments));
  }

  @Test
  void withoutOptionsRowsComeInFileOrder() throws IOException {
    List<Long> rows = Traces.steps(trace(table)).stream().flatMap(List::stream).toList();
    assertEquals(LongStream.range(0, ROWS).boxed().toList(), rows);
  }

  @Test
  void threadsPrefetchAndBudgetDoNotChangeTheOrder() throws IOException {
    for (Path file : List.of(table, compressed)) {
      Object[] order = {file, "--shuffle", 42, "--window", 100, "--epochs", 2};
      String expected = trace(order);
      for (String[] way :
          new String[][] {
            {"--threads", "1", "--prefetch", "1"},
            {"--threads", "8", "--prefetch", "32"},
            {"--memory", "256 MiB"},
            {"--memory", "2 GiB", "--columns", "id"}
          }) {
        List<Object> all = new ArrayList<>(List.of(order));
        all.addAll(List.of(way));
        assertEquals(expected, trace(all.toArray()), file + " " + List.of(way));
      }
      assertNotEquals(expected, trace(file, "--shuffle", 0, "--window", 100, "--epochs", 2));
    }
  }

  @Test
  void ranksMakeTheStepsOfOne() throws IOException {
    Traces traces = new Traces(folder);
    List<?> order =
        List.of(table, "--shuffle", 7, "--global-batch", 64, "--lanes", 16, "--remainder", "keep");
    List<List<Long>> one = traces.united(order, 1);
    assertEquals(Math.ceilDiv(ROWS, 64), one.size());
    for (int world = 2; world <= 4; world++) {
      assertEquals(one, traces.united(order, world));
    }
    TreeMap<Long, Integer> seen = new TreeMap<>();
    one.forEach(step -> step.forEach(row -> seen.merge(row, 1, Integer::sum)));
    assertEquals(ROWS, seen.size());
    assertTrue(seen.values().stream().allMatch(count -> count == 1));
  }

  @Test
  void aGlobalShuffleIsForFilesThatGiveAnyRowOrFitACache() throws IOException {
    for (Path file : List.of(table, compressed)) {
      List<Long> rows =
          Traces.steps(trace(file, "--shuffle", 1, "--global")).stream()
              .flatMap(List::stream)
              .toList();
      assertEquals(ROWS, rows.stream().distinct().count());
    }
    String refusal =
        Cli.run("read", compressed, "--shuffle", 1, "--global", "--memory", "2 MiB").err();
    assertTrue(refusal.contains("does not: use shuffle(seed)"), refusal);
  }

  @Test
  void aRunThatStopsAndGoesOnIsTheRunThatDidNot() throws IOException {
    Path checkpoint = folder.resolve("here.json");
    Path whole = folder.resolve("whole.trail");
    Path parts = folder.resolve("parts.trail");
    for (Object[] order :
        new Object[][] {
          {"--batch-size", 10},
          {"--shuffle", 5, "--window", 64, "--epochs", 2, "--batch-size", 10}
        }) {
      List<Object> all = new ArrayList<>(List.of(compressed, "--receipt", whole));
      all.addAll(List.of(order));
      String expected = trace(all.toArray());
      all = new ArrayList<>(List.of(compressed, "--receipt", parts));
      all.addAll(List.of(order));
      all.addAll(List.of("--stop-after", 33, "--checkpoint", checkpoint));
      String first = trace(all.toArray());
      assertEquals(33, first.lines().count());
      all = new ArrayList<>(List.of(compressed, "--receipt", parts, "--resume", checkpoint));
      all.addAll(List.of("--epochs", order.length > 2 ? 2 : 1));
      assertEquals(expected, first + trace(all.toArray()));
      assertTrue(Cli.succeed("receipts", whole, parts).out().startsWith("equal"));
    }
  }

  @Test
  void filteredRowsKeepTheirNumbersInAnyOrder() throws IOException {
    List<Long> wanted = LongStream.range(100, 250).boxed().toList();
    for (Path file : List.of(table, compressed)) {
      String text = "id >= 100 and id < 250";
      assertEquals(
          wanted,
          Traces.steps(trace(file, "--filter", text)).stream().flatMap(List::stream).toList());
      List<Long> shuffled =
          Traces.steps(trace(file, "--filter", text, "--shuffle", 3, "--columns", "f0")).stream()
              .flatMap(List::stream)
              .toList();
      assertNotEquals(wanted, shuffled);
      assertEquals(wanted, shuffled.stream().sorted().toList());
    }
    String misuse = Cli.run("read", table, "--filter", "id <").err();
    assertTrue(misuse.contains("--filter: "), misuse);
  }

  @Test
  void filteredRowsGoOnWhereTheyWere() throws IOException {
    Path checkpoint = folder.resolve("filtered.json");
    Path whole = folder.resolve("whole.receipts");
    Path parts = folder.resolve("parts.receipts");
    String filter = "id >= 100 and id < 250 and label < 7";
    String expected = trace(table, "--filter", filter, "--receipt", whole);
    String first =
        trace(
            table,
            "--filter",
            filter,
            "--receipt",
            parts,
            "--stop-after",
            1,
            "--checkpoint",
            checkpoint);
    assertEquals(1, first.lines().count());
    String rest = trace(table, "--filter", filter, "--receipt", parts, "--resume", checkpoint);
    assertEquals(expected, first + rest);
    assertTrue(Cli.succeed("receipts", whole, parts).out().startsWith("equal"));
  }

  @Test
  void aCheckpointOfAnotherRunIsRefusedByName() {
    Path checkpoint = folder.resolve("here.json");
    Cli.succeed("read", table, "--shuffle", 5, "--stop-after", 3, "--checkpoint", checkpoint);
    Cli.Result other = Cli.run("read", compressed, "--resume", checkpoint);
    assertTrue(other.err().contains("the checkpoint is of another run: dataset "), other.err());
    assertTrue(
        Cli.run("read", table, "--shuffle", 6, "--resume", checkpoint)
            .err()
            .contains("seed 5 in the checkpoint, 6 here"));
  }

  @Test
  void misuseIsNamed() {
    assertTrue(Cli.run("read", table, "--global").err().contains("--global needs --shuffle SEED"));
    assertTrue(Cli.run("read", table, "--shard", "2/2").err().contains("shard 2 of 2; ranks go"));
    assertTrue(Cli.run("read", table, "--shard", "x").err().contains("'x' is no rank of several"));
  }
}
