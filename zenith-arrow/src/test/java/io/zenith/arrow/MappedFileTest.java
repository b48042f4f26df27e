package io.zenith.arrow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.Batch;
import io.zenith.DataLoader;
import io.zenith.Dataset;
import io.zenith.testkit.LeakCheck;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// Files on disk: columns are views of the mapping, and the mapping ends with the loader.
final class MappedFileTest {
  private static final int ROWS = 10_000;
  private static final int BATCHES = 4;

  @TempDir private Path folder;

  /// An address range of this process.
  private record Range(long from, long to) {
    boolean contains(MemorySegment segment) {
      return segment.address() >= from && segment.address() + segment.byteSize() <= to;
    }
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void everyColumnOfABatchLiesInsideTheMappingOfTheFile() throws IOException {
    Path file = RealFiles.counting(folder.resolve("zero-copy.arrow"), BATCHES, ROWS);
    try (DataLoader loader = Dataset.open(file.toString()).loader(100).build()) {
      List<Range> mapped = List.of();
      long sum = 0;
      for (Batch batch : loader) {
        mapped = mapped.isEmpty() ? mappings(file) : mapped;
        assertInside(batch.longs("x").segment(), mapped);
        assertInside(batch.strings("s").segment(), mapped);
        sum += batch.longs("x").get(99);
      }
      assertTrue(sum > 0);
    }
    assertEquals(List.of(), mappings(file));
  }

  private static void assertInside(MemorySegment segment, List<Range> mappings) {
    assertTrue(
        mappings.stream().anyMatch(range -> range.contains(segment)),
        () -> segment + " is not inside " + mappings);
  }

  private static List<Range> mappings(Path file) throws IOException {
    return Files.readAllLines(Path.of("/proc/self/maps")).stream()
        .filter(line -> line.endsWith(" " + file))
        .map(MappedFileTest::range)
        .toList();
  }

  /// The range at the beginning of a line, such as `7f00a000-7f00b000 r--s ...`.
  private static Range range(String line) {
    int dash = line.indexOf('-');
    int blank = line.indexOf(' ');
    return new Range(
        Long.parseUnsignedLong(line.substring(0, dash), 16),
        Long.parseUnsignedLong(line.substring(dash + 1, blank), 16));
  }

  @Test
  void readingAMappedFileTakesNoNativeMemory() throws Exception {
    Path file = RealFiles.counting(folder.resolve("no-memory.arrow"), BATCHES, ROWS);
    Dataset dataset = Dataset.open(file.toString());
    LeakCheck before = LeakCheck.snapshot();
    // Batches that lie within one record batch: those that span two are copied together.
    try (DataLoader loader = dataset.loader(100).build()) {
      for (Batch batch : loader) {
        assertEquals(batch.rowNumber(7), batch.longs("x").get(7));
        List<String> held = before.leaks(Duration.ZERO);
        assertTrue(held.stream().noneMatch(text -> text.startsWith("block")), held::toString);
        assertTrue(held.stream().noneMatch(text -> text.contains("thread")), held::toString);
      }
    }
  }

  @Test
  void aThousandRecordBatchesAreReadInOrder() throws IOException {
    Path file = RealFiles.counting(folder.resolve("thousand.arrow"), 1000, 10);
    Dataset dataset = Dataset.open(file.toString());
    assertEquals(1000, dataset.splits().size());
    assertEquals(10_000, dataset.rowCount());
    for (int batchSize : new int[] {10, 64}) {
      try (DataLoader loader = dataset.loader(batchSize).build()) {
        long expected = 0;
        for (Batch batch : loader) {
          for (int row = 0; row < batch.rows(); row++) {
            assertEquals(expected, batch.longs("x").get(row));
            assertEquals(Long.toString(expected++), batch.strings("s").get(row));
          }
        }
        assertEquals(10_000, expected);
      }
    }
  }

  @Test
  void aThousandRecordBatchesAreListedInTwentyMilliseconds() throws IOException {
    Path file = RealFiles.counting(folder.resolve("quick.arrow"), 1000, 10);
    long best = Long.MAX_VALUE;
    // The best of many: other tests may run beside this one.
    for (int i = 0; i < 100; i++) {
      long start = System.nanoTime();
      assertEquals(1000, Dataset.open(file.toString()).splits().size());
      best = Math.min(best, System.nanoTime() - start);
    }
    long micros = best / 1000;
    assertTrue(micros <= 20_000, () -> micros + " us");
  }
}
