package io.zenith.parquet;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.zenith.Dataset;
import io.zenith.testkit.Python;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Random tables that PyArrow has written in random settings: nested, with nulls, in all encodings,
/// codecs and sizes of pages and row groups. `-Dzenith.tables=N` takes so many, and
/// `-Dzenith.seed=N` others.
class RandomTablesTest {
  private static final int TABLES = Integer.getInteger("zenith.tables", 150);
  private static final int SEED = Integer.getInteger("zenith.seed", 1);

  @TempDir Path folder;

  @Test
  void theyReadAsTheyWereWritten() throws IOException, InterruptedException {
    Python.require("pyarrow");
    try (InputStream script = RandomTablesTest.class.getResourceAsStream("random_tables.py")) {
      Python.run(
          new String(script.readAllBytes(), StandardCharsets.UTF_8),
          folder.toString(),
          Integer.toString(SEED),
          Integer.toString(TABLES));
    }
    for (int table = 0; table < TABLES; table++) {
      String name = "seed " + SEED + ", table " + table;
      String expected = folder.resolve(table + ".arrow").toString();
      String parquet = folder.resolve(table + ".parquet").toString();
      assertEquals(
          Table.read(Dataset.open(expected), 100), Table.read(Dataset.open(parquet), 100), name);
    }
  }
}
