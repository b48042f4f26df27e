package io.zenith.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.schema.Schema;
import io.zenith.testkit.SharedFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Whoever has turns with the CSV files reads the same rows.
class CsvPassesTest {
  private static final int ROWS = 3_000;
  private static final int THREADS = 2;
  private static final Duration TURN = Duration.ofMillis(1);

  private static @TempDir Path folder;

  private static CsvTables tables;

  @BeforeAll
  static void write() throws IOException, InterruptedException {
    tables = CsvTables.in(TestPeer.require(), folder, ROWS);
  }

  @Test
  void allReadTheSameValues() throws IOException, InterruptedException {
    for (Path file : List.of(tables.numbers(), tables.quoted())) {
      Map<String, String> expected = CsvPasses.ofSample(file).checksums();
      Schema types = CsvPasses.ofSample(file).open().schema();
      assertEquals(expected, CsvPasses.ofTypes(file, types).checksums());
      assertEquals(expected, CsvPasses.ofAllRecords(file).checksums());
      assertEquals(expected, new FastCsvPasses(file, types).checksums());
      try (ServedPasses others = PythonPasses.ofCsv(TestPeer.require(), file, THREADS)) {
        assertEquals(expected, others.checksums());
        for (PassReader reader : others.readers()) {
          assertTrue(reader.read(TURN).passesPerSecond() > 0, reader::title);
        }
      }
    }
  }

  @Test
  void realFilesAreReadAlike() throws IOException, InterruptedException {
    List<Path> files = RealCsv.in(SharedFiles.require("."));
    assertFalse(files.isEmpty());
    for (Path file : files) {
      try (ServedPasses others = PythonPasses.ofCsv(TestPeer.require(), file, THREADS)) {
        assertEquals(CsvPasses.ofSample(file).checksums(), others.checksums(), file::toString);
      }
    }
  }

  @Test
  void someColumnsAreThoseOfAll() throws IOException {
    Map<String, String> all = CsvPasses.ofSample(tables.numbers()).checksums();
    Map<String, String> some = CsvPasses.ofColumns(tables.numbers(), "label", "f0").checksums();

    assertEquals(Map.of("label", all.get("label"), "f0", all.get("f0")), some);
    assertNotEquals(all, CsvPasses.ofSample(tables.quarter()).checksums());
  }

  @Test
  void recordsAreAsManyAsLines() throws IOException, InterruptedException {
    CsvIndexPasses index = new CsvIndexPasses(CsvPasses.ofSample(tables.numbers()));
    assertEquals(ROWS, index.rows());
    for (NewlinePasses.Way way : NewlinePasses.Way.values()) {
      try (NewlinePasses lines = new NewlinePasses(tables.numbers(), way, THREADS)) {
        assertEquals(ROWS + 1, lines.count());
        assertTrue(lines.read(TURN).passesPerSecond() > 0, lines::title);
      }
      try (NewlinePasses lines = new NewlinePasses(tables.quoted(), way, THREADS)) {
        assertTrue(lines.count() > 2 * ROWS);
      }
    }
  }

  @Test
  void aFileIsRepeatedBehindItsHeader() throws IOException, InterruptedException {
    assertEquals("a,b\n1,2\n3,4\n1,2\n3,4\n", repeated("a,b\n1,2\n3,4"));
    assertEquals("a,b\r\n1,2\r\n1,2\r\n", repeated("a,b\r\n1,2"));
  }

  private static String repeated(String text) throws IOException, InterruptedException {
    Path once = folder.resolve("once.csv");
    Path target = folder.resolve("repeated.csv");
    Files.writeString(once, text);
    PythonPasses.repeatCsv(TestPeer.require(), once, target, 13);
    return Files.readString(target);
  }

  @Test
  void aLoaderInAnotherProcessReadsTheSame() throws IOException, InterruptedException {
    try (ServedPasses worker = CsvWorker.start(tables.numbers(), 1)) {
      assertEquals(CsvPasses.ofSample(tables.numbers()).checksums(), worker.checksums());
      PassReader reader = worker.readers().getFirst();
      assertEquals("1 core: Zenith", reader.title());
      assertTrue(reader.read(TURN).passesPerSecond() > 0);
    }
  }
}
