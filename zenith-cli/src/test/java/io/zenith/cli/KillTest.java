package io.zenith.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.Batch;
import io.zenith.Checkpoint;
import io.zenith.DataLoader;
import io.zenith.testkit.ChildJvm;
import io.zenith.testkit.Workers;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A process that is killed with signal 9 at random moments, and started again each time, delivers
/// what one does that lives: no row is lost, and none comes twice but those of steps after the last
/// checkpoint, which are the same steps again.
class KillTest {
  private static final int KILLS = 50;
  private static final int ROWS = 5_000;
  private static final int PATIENCE_SECONDS = 60;

  @TempDir private Path folder;

  private String table = "";

  @BeforeEach
  void generate() {
    Cli.succeed("generate", "table", folder.resolve("t"), "--rows", ROWS);
    Path compressed = folder.resolve("t.arrow");
    Cli.succeed("convert", folder.resolve("t"), compressed, "--codec", "lz4", "--batch-rows", 300);
    table = compressed.toString();
  }

  /// In two rows of runs, side by side: a process that starts keeps one processor busy.
  @Test
  void fiftyKillsLoseNoRowAndDeliverNoneTwice() throws Exception {
    Workers.run(2, row -> killOften(row, KILLS / 2));
  }

  private void killOften(int row, int most) throws Exception {
    SplittableRandom random = new SplittableRandom(9 + row);
    int kills = 0;
    for (long seed = row; kills < most; seed += 2) {
      kills +=
          new Run(seed, Files.createDirectory(folder.resolve("run" + seed)))
              .toItsEnd(random, most - kills);
    }
  }

  /// One run, in as many processes as it takes.
  private final class Run {
    private final long seed;
    private final Path files;
    private final Path checkpoint;
    private final Path trail;

    /// What was delivered, a line a step.
    private final Map<String, String> steps = new TreeMap<>();

    private int processes;

    private Run(long seed, Path files) {
      this.seed = seed;
      this.files = files;
      this.checkpoint = files.resolve("here.json");
      this.trail = files.resolve("run.trail");
    }

    /// @param most how often it may be killed
    /// @return how often it was
    int toItsEnd(SplittableRandom random, int most) throws Exception {
      int kills = 0;
      while (process(kills < most, random)) {
        kills++;
      }
      assertEquals(expected(), steps);
      Path whole = files.resolve("whole.trail");
      try (DataLoader loader = KilledReader.options(table, seed).trail(whole).build()) {
        loader.forEach(_ -> {});
      }
      assertTrue(Cli.succeed("receipts", whole, trail).out().startsWith("equal"));
      return kills;
    }

    /// Whether one more process was killed before it was done.
    private boolean process(boolean kill, SplittableRandom random) throws Exception {
      String from = place();
      Path log = files.resolve("log" + processes++);
      Process child =
          ChildJvm.of(KilledReader.class)
              .flags("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto")
              .arguments(table, seed, checkpoint, trail, log)
              .start();
      try {
        if (kill) {
          waitForItsMoment(child, log, random);
        } else {
          assertTrue(child.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS), "still running");
        }
      } finally {
        // Not by the process itself, which would close what it has said.
        child.toHandle().destroyForcibly();
        child.waitFor();
      }
      String failure = new String(child.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
      assertEquals("", failure);
      addSteps(log, from);
      assertOnlyWholeFiles();
      return child.exitValue() != 0;
    }

    /// Any time while it starts, or after its first step.
    private void waitForItsMoment(Process child, Path log, SplittableRandom random)
        throws Exception {
      if (random.nextInt(4) > 0) {
        long patience = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (child.isAlive() && !(Files.exists(log) && Files.size(log) > 0)) {
          assertTrue(System.nanoTime() < patience, "nothing delivered");
          Thread.sleep(1);
        }
        child.waitFor(random.nextInt(60_000), TimeUnit.MICROSECONDS);
      } else {
        child.waitFor(random.nextInt(400_000), TimeUnit.MICROSECONDS);
      }
    }

    /// The step that comes next, as the checkpoint says.
    private String place() throws IOException {
      if (!Files.exists(checkpoint)) {
        return "0 0";
      }
      Checkpoint read = Checkpoint.read(checkpoint);
      return read.epoch() + " " + read.step();
    }

    private void addSteps(Path log, String from) throws IOException {
      if (!Files.exists(log)) {
        return;
      }
      String text = Files.readString(log);
      String whole = text.substring(0, text.lastIndexOf('\n') + 1);
      whole.lines().limit(1).forEach(line -> assertEquals(from, key(line)));
      whole
          .lines()
          .forEach(line -> {
            String before = steps.putIfAbsent(key(line), line);
            assertTrue(
                before == null || before.equals(line), () -> before + " came again as " + line);
          });
    }

    private void assertOnlyWholeFiles() throws IOException {
      place();
      try (Stream<Path> all = Files.list(files)) {
        assertTrue(
            all.map(file -> file.getFileName().toString())
                .allMatch(name ->
                    name.matches(
                        "here.json|run.trail|log[0-9]+|\\.here\\.json\\.[0-9a-f]{8}\\.unfinished")));
      }
    }

    private static String key(String line) {
      String[] words = line.split(" ", 3);
      return words[0] + " " + words[1];
    }

    /// The steps of the run in a process that lives.
    private Map<String, String> expected() throws IOException {
      Map<String, String> expected = new TreeMap<>();
      long rows = 0;
      try (DataLoader loader = KilledReader.options(table, seed).build()) {
        for (Batch batch : loader) {
          String line = KilledReader.line(batch).strip();
          expected.put(key(line), line);
          rows += batch.rows();
        }
      }
      assertEquals((long) KilledReader.EPOCHS * ROWS, rows);
      return expected;
    }
  }
}
