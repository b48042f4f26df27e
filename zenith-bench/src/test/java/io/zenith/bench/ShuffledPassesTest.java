package io.zenith.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.Batch;
import io.zenith.DataLoader;
import io.zenith.Dataset;
import io.zenith.Shuffle;
import io.zenith.arrow.Compression;
import io.zenith.datasets.GeneratedSet;
import io.zenith.spi.RecordBatch;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Whoever has turns in the experiments with the order delivers the same rows.
class ShuffledPassesTest {
  /// Two record batches, the last one short, and a batch that is short.
  private static final int ROWS = 70_001;

  private static final Duration TURN = Duration.ofMillis(1);

  private static @TempDir Path folder;
  private static Path table;
  private static Map<String, String> expected;

  @BeforeAll
  static void write() throws IOException {
    table = GeneratedSet.TABLE.write(folder, ROWS, 3, _ -> {});
    expected = checksums(table, Shuffle.none());
  }

  private static Map<String, String> checksums(Path file, Shuffle shuffle) throws IOException {
    try (ShuffledPasses loader = ShuffledPasses.ofNumbers("", file, shuffle)) {
      assertTrue(loader.read(TURN).passesPerSecond() > 0);
      return loader.checksums();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void everyOrderHasTheSameRows() throws IOException {
    assertEquals(12, expected.size());
    assertEquals(expected, checksums(table, Shuffle.windowed(4)));
    assertEquals(expected, checksums(table, Shuffle.global(5)));
  }

  @Test
  void otherRowsHaveOtherChecksums() throws IOException {
    Path other = GeneratedSet.TABLE.write(folder.resolve("other"), ROWS, 4, _ -> {});
    Map<String, String> found = checksums(other, Shuffle.none());
    assertEquals(expected.get("id"), found.get("id"));
    for (String name : List.of("label", "f0", "f9")) {
      assertNotEquals(expected.get(name), found.get(name), name);
    }
  }

  @Test
  void scansByHandHaveTheSameRows() throws IOException, InterruptedException {
    List<Integer> columns = IntStream.range(0, 12).boxed().toList();
    for (Compression codec : List.of(Compression.NONE, Compression.LZ4)) {
      Path file = ShuffledFiles.write(table, codec + ".arrow", codec, 1);
      try (HandPasses hand = new HandPasses("by hand", file, columns, 2, RecordBatch::rows)) {
        assertTrue(hand.read(TURN).passesPerSecond() > 0);
        assertEquals(expected, hand.checksums(), codec.toString());
      }
      try (HandedPasses handed = new HandedPasses(file, columns, 2, 4)) {
        assertTrue(handed.read(TURN).passesPerSecond() > 0);
      }
    }
  }

  @Test
  void sumsByHandAreThoseOfTheColumns() throws IOException {
    Dataset numbers = ShuffledFiles.numbers(table).select("label", "f0", "f1");
    try (DataLoader loader = numbers.loader(777).build()) {
      ZenithSums sums = new ZenithSums(loader);
      double ours = 0;
      double byHand = 0;
      double ofSlices = 0;
      for (Batch batch : loader) {
        ours += sums.consume(batch);
        byHand += HandSums.of(batch.recordBatch(), 100);
        ofSlices += HandSums.ofSlices(batch.recordBatch(), 100);
      }
      assertEquals(byHand, ofSlices);
      assertEquals(ours, byHand, 0.05); // floats are added up in another order
    }
  }

  @Test
  void copiesAreWrittenOneBehindTheOther() throws IOException {
    Dataset twice =
        Dataset.open(ShuffledFiles.write(table, "twice.arrow", Compression.NONE, 2).toString());
    try (DataLoader loader = twice.select("id").loader(ROWS).build()) {
      for (Batch batch : loader) {
        assertEquals(ROWS, batch.rows());
        assertEquals(0, batch.longs("id").get(0));
        assertEquals(ROWS - 1, batch.longs("id").get(ROWS - 1));
      }
      assertEquals(2, loader.steps());
    }
  }

  @Test
  void pythonHasTheSameRows() throws IOException, InterruptedException {
    PythonPeer peer = TestPeer.require();
    for (long window : new long[] {0, 5_000}) {
      try (ServedPasses python = PythonPasses.ofShuffled(peer, "numbers", table, window)) {
        assertEquals(expected, python.checksums());
        assertEquals("numpy", python.readers().getFirst().title());
        assertTrue(python.readers().getFirst().read(TURN).passesPerSecond() > 0);
      }
    }
  }

  @Test
  void pythonHasTheSameBlobs() throws IOException, InterruptedException {
    PythonPeer peer = TestPeer.require("datasets");
    Path file = GeneratedSet.BLOBS.write(folder, 300, 1, _ -> {});
    try (ShuffledPasses loader =
            new ShuffledPasses(
                "",
                Dataset.open(file.toString()),
                Shuffle.global(1),
                ShuffledPasses.BATCH_ROWS,
                _ -> Batch::rows);
        ServedPasses python = PythonPasses.ofShuffled(peer, "blobs", file, 0)) {
      assertEquals(loader.checksums(), python.checksums());
      for (PassReader reader : python.readers()) {
        assertTrue(reader.read(TURN).passesPerSecond() > 0, reader::title);
      }
    }
  }
}
