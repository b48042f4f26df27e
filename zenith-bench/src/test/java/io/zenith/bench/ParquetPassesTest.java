package io.zenith.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Whoever has turns with the Parquet files reads the same rows.
class ParquetPassesTest {
  private static final int ROWS = 3_000;
  private static final int THREADS = 2;
  private static final Duration TURN = Duration.ofMillis(1);

  private static @TempDir Path folder;

  @BeforeAll
  static void write() throws IOException, InterruptedException {
    PythonPasses.writeParquet(TestPeer.require(), folder, ROWS);
    for (String table : new String[] {"num", "str"}) {
      ParquetJavaTable.copy(
          folder.resolve(table + ".snappy.parquet"), folder.resolve(table + ".java.parquet"));
    }
  }

  private static Map<String, String> zenith(String file) throws IOException {
    try (LoaderPasses loader = new LoaderPasses(folder.resolve(file + ".parquet"), 64)) {
      return loader.checksums();
    }
  }

  @Test
  void allReadTheSameValues() throws IOException {
    for (String table : new String[] {"num", "str"}) {
      Map<String, String> expected = zenith(table + ".snappy");
      for (String writer : new String[] {".snappy", ".zstd", ".java"}) {
        assertEquals(expected, zenith(table + writer));
        Path file = folder.resolve(table + writer + ".parquet");
        try (ParquetJavaColumns columns = new ParquetJavaColumns(file, THREADS);
            LoaderPasses dictionaries = LoaderPasses.ofDictionaries(file)) {
          assertEquals(expected, columns.checksums());
          assertEquals(expected, dictionaries.checksums());
        }
      }
    }
    assertNotEquals(zenith("num.snappy"), zenith("str.snappy"));
  }

  @Test
  void allMakePasses() throws IOException, InterruptedException {
    Path file = folder.resolve("str.zstd.parquet");
    try (PassReader columns = new ParquetJavaColumns(file, THREADS);
        PassReader groups = new ParquetJavaGroups(file, THREADS);
        PassReader pages = new PagePasses(file, THREADS)) {
      for (PassReader reader : new PassReader[] {columns, groups, pages}) {
        assertTrue(reader.read(TURN).passesPerSecond() > 0, reader.title());
      }
    }
  }
}
