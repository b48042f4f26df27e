package io.zenith.parquet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.Batch;
import io.zenith.DataLoader;
import io.zenith.Dataset;
import io.zenith.Filter;
import io.zenith.testkit.Property;
import io.zenith.testkit.Python;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Filters keep the rows that a loop over all rows keeps, whatever files of PyArrow say of their
/// values: statistics, page indexes, Bloom filters, dictionaries and the names of folders.
/// `-Dzenith.tables=N` takes so many tables, and `-Dzenith.seed=SEED` others. What a failure names
/// runs it alone, `-Dzenith.seed=SEED:CASE`, with `-Dzenith.tables=N` where that was given.
final class PrunedTablesTest {
  private static final int TABLES = Integer.getInteger("zenith.tables", 9);
  private static final int FILTERS = 5;

  @TempDir private Path folder;

  private void write() throws IOException, InterruptedException {
    Python.require("pyarrow");
    try (InputStream script = PrunedTablesTest.class.getResourceAsStream("pruned_tables.py")) {
      Python.run(
          new String(script.readAllBytes(), StandardCharsets.UTF_8),
          folder.toString(),
          Long.toString(Property.seed()),
          Integer.toString(TABLES));
    }
  }

  @Test
  void filtersKeepTheRowsOfALoopOverAll() throws Exception {
    write();
    AtomicLong kept = new AtomicLong();
    AtomicLong left = new AtomicLong();
    AtomicLong all = new AtomicLong();
    Property.check(
        TABLES,
        (random, number) -> {
          String location = folder.resolve(Integer.toString(number)).toString();
          FilterLoop rows = new FilterLoop(Dataset.open(location));
          for (int i = 0; i < FILTERS; i++) {
            FilterLoop.Shares shares = rows.verify(location, random);
            kept.addAndGet(shares.kept());
            left.addAndGet(shares.left());
            all.addAndGet(shares.all());
          }
        });
    // Most filters are for most rows.
    long notKept = all.get() - kept.get();
    long notRead = all.get() - left.get();
    assertTrue(notRead > notKept / 4, () -> notRead + " not read of " + notKept);
  }

  /// As the defaults of PyArrow are, but for the page index: numbers that hardly repeat, so that
  /// dictionaries are given up early in each row group.
  @Test
  void fewRowsOfASortedColumnAreFewBytes() throws Exception {
    Python.require("pyarrow");
    Path path = folder.resolve("numbers.parquet");
    Python.run(
        """
        import sys, numpy as np, pyarrow as pa, pyarrow.parquet as pq
        random, rows = np.random.default_rng(1), 1_200_000
        columns = {'id': np.arange(rows)}
        columns.update({f'f{i}': random.random(rows, dtype=np.float32) for i in range(2)})
        pq.write_table(pa.table(columns), sys.argv[1], write_page_index=True)
        """,
        path.toString());
    assertShare(path, Filter.parse("id between 600000 and 600119"), 120, 0.03);
  }

  private static void assertShare(Path path, Filter filter, long rows, double most)
      throws IOException {
    AtomicLong read = new AtomicLong();
    Dataset dataset = Dataset.open(new UnmappedFormat(Parquet.format(), read), path.toString());
    long found = 0;
    try (DataLoader loader = dataset.filter(filter).loader(64).build()) {
      for (Batch batch : loader) {
        found += batch.rows();
      }
    }
    assertEquals(rows, found);
    double share = (double) read.get() / path.toFile().length();
    assertTrue(share < most, () -> read + " bytes, " + share);
  }
}
