package io.zenith.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.testkit.SharedFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The promises of the order on real data, by the commands that a user has for it.
class SharedTracesTest {
  private static final List<?> SHUFFLED = List.of("--shuffle", 42);

  /// Of sets that have more, a part shows it.
  private static final int MOST_STEPS = 400;

  @TempDir private Path folder;

  /// Those that can be read; at least one of each source.
  private static List<Path> files() throws IOException {
    Path sets = SharedFiles.require("datasets");
    try (Stream<Path> all = Files.walk(sets)) {
      List<Path> files =
          all.filter(file -> file.toString().matches(".*\\.arrows?"))
              .filter(file -> Cli.run("inspect", file).code() == 0)
              .sorted()
              .toList();
      for (String source : List.of("fashion-mnist", "vega", "writers")) {
        assertTrue(files.stream().anyMatch(file -> file.startsWith(sets.resolve(source))), source);
      }
      return files;
    }
  }

  private static long rows(Path file) {
    return Cli.succeed("inspect", file, "--json").json().get("rows").asLong();
  }

  private static List<Object> joined(List<?>... parts) {
    List<Object> all = new ArrayList<>();
    Stream.of(parts).forEach(all::addAll);
    return all;
  }

  @Test
  void threadsPrefetchAndMemoryChangeNoByteOfATrace() throws IOException {
    Traces traces = new Traces(folder);
    for (Path file : files()) {
      List<Object> order = joined(List.of(file, "--stop-after", MOST_STEPS), SHUFFLED);
      String expected = traces.of(order);
      for (int threads : new int[] {1, 2, 8}) {
        for (int prefetch : new int[] {1, 32}) {
          for (String memory : List.of("256 MiB", "2 GiB")) {
            List<?> way = List.of("--threads", threads, "--prefetch", prefetch, "--memory", memory);
            assertEquals(expected, traces.of(joined(order, way)), file + " " + way);
          }
        }
      }
    }
  }

  @Test
  void stepsOfRanksUniteToThoseOfOne() throws IOException {
    Traces traces = new Traces(folder);
    for (Path file : files()) {
      List<?> order =
          joined(
              List.of(file, "--global-batch", 64, "--lanes", 16, "--remainder", "keep"),
              SHUFFLED,
              List.of("--stop-after", MOST_STEPS));
      List<List<Long>> one = traces.united(order, 1);
      assertEquals(Math.min(MOST_STEPS, Math.ceilDiv(rows(file), 64)), one.size());
      assertEquals(one, traces.united(order, 2), file.toString());
      assertEquals(one, traces.united(order, 3), file.toString());
    }
  }

  @Test
  void aRunThatStopsAndGoesOnLeavesTheTraceOfOneThatDoesNot() throws IOException {
    Traces traces = new Traces(folder);
    Path checkpoint = folder.resolve("here.json");
    for (Path file : files()) {
      String expected = traces.of(joined(List.of(file), SHUFFLED));
      assertEquals(
          LongStream.range(0, rows(file)).boxed().toList(),
          Traces.steps(expected).stream().flatMap(List::stream).sorted().toList());
      long stop = expected.lines().count() / 3;
      String first =
          traces.of(
              joined(List.of(file, "--stop-after", stop, "--checkpoint", checkpoint), SHUFFLED));
      assertEquals(stop, first.lines().count());
      String rest = traces.of(List.of(file, "--resume", checkpoint, "--threads", 1));
      assertEquals(expected, first + rest, file.toString());
    }
  }

  @Test
  void allSetsShuffleByDefaultWithinHalfAGibibyte() throws IOException {
    for (Path file : files()) {
      List<Object> options = joined(List.of("read", file, "--memory", "512 MiB"), SHUFFLED);
      long read =
          Cli.succeed(joined(options, List.of("--json")).toArray()).json().get("rows").asLong();
      assertEquals(rows(file), read, file.toString());
      Cli.succeed(joined(options, List.of("--shard", "3/8", "--stop-after", 3)).toArray());
    }
  }
}
