package io.zenith;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.testkit.ChildJvm;
import io.zenith.testkit.Workers;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Processes that share a cache, and those that are killed while they fill it.
class CacheProcessesTest {
  private static final int PATIENCE_SECONDS = 60;

  /// `-Dzenith.kills=1000` for as many.
  private static final int KILLS = Integer.getInteger("zenith.kills", 25);

  @TempDir private Path temp;

  private static Process start(Path cache, long seed) throws IOException {
    return ChildJvm.of(CacheFiller.class)
        .flags("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto")
        .arguments(cache, seed)
        .start();
  }

  /// How many splits it has read.
  private static int reads(Process process) throws Exception {
    try {
      String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      String failure = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
      assertTrue(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS), "still running");
      assertEquals("", failure);
      return Integer.parseInt(said.lines().toList().getLast());
    } finally {
      process.destroyForcibly();
    }
  }

  private static void assertSound(Path cache) throws IOException {
    for (DiskCache.Entry entry : DiskCache.entries(cache)) {
      assertEquals("", entry.fault().orElse(""));
    }
  }

  @Test
  void fourProcessesReadEachSplitOnce() throws Exception {
    Path cache = temp.resolve("cache");
    List<Process> processes = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      processes.add(start(cache, i));
    }
    int reads = 0;
    for (Process process : processes) {
      reads += reads(process);
    }
    assertEquals(CacheFiller.SPLITS, reads);
    assertSound(cache);
  }

  /// In two rows, side by side: a process that starts keeps one processor busy.
  @Test
  @Timeout(value = 1, unit = TimeUnit.DAYS) // it ends by itself
  void whatAKillLeavesIsSoundAndSwept() throws Exception {
    Workers.run(2, row -> killOften(row, KILLS / 2 + KILLS % 2 * row));
  }

  private void killOften(int row, int kills) throws Exception {
    SplittableRandom random = new SplittableRandom(row);
    Path cache = temp.resolve("cache" + row);
    for (int kill = 0; kill < kills; kill++) {
      Process process = start(cache, kill);
      try {
        assertTrue(process.getInputStream().read() >= 0, "nothing read");
        process.waitFor(random.nextInt(80_000), TimeUnit.MICROSECONDS);
      } finally {
        // Not by the process itself, which would close what it has said.
        process.toHandle().destroyForcibly();
        process.waitFor();
      }
      if (Files.exists(cache.resolve("zenith-cache"))) {
        assertSound(cache);
      }
      if (kill % 5 == 4 || kill == kills - 1) {
        int kept = DiskCache.entries(cache).size();
        assertEquals(CacheFiller.SPLITS - kept, reads(start(cache, kill)));
        assertEquals(CacheFiller.SPLITS, DiskCache.entries(cache).size());
        try (Stream<Path> left = Files.list(cache.resolve("unfinished"))) {
          assertEquals(List.of(), left.toList());
        }
        assertSound(cache);
        DiskCache.clear(cache);
      }
    }
  }
}
