package io.zenith.parquet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.Batch;
import io.zenith.Checkpoint;
import io.zenith.DataLoader;
import io.zenith.Dataset;
import io.zenith.MemoryCache;
import io.zenith.Shard;
import io.zenith.spi.Split;
import io.zenith.testkit.ColumnValues;
import io.zenith.testkit.Python;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/// A large row group among small ones is cut into parts, which are splits as row groups are.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class LargeRowGroupTest {
  private static final int ROWS = 200_000;
  private static final int SMALL_ROWS = 2_000;
  private static final long PART = 128 << 10;
  private static final List<Long> ALL = LongStream.range(0, ROWS).boxed().toList();

  @TempDir private static Path folder;
  private Dataset dataset;

  @BeforeAll
  void write() throws IOException, InterruptedException {
    Python.require("pyarrow");
    Path path = folder.resolve("large.parquet");
    Python.run(
        """
        import sys
        import pyarrow as pa
        import pyarrow.parquet as pq
        rows, small = int(sys.argv[2]), int(sys.argv[3])
        table = pa.table({
            "id": pa.array(range(rows), pa.int64()),
            "text": ["word %d" % (i % 50) for i in range(rows)],
            "list": [[i] * (i % 3) for i in range(rows)],
        })
        with pq.ParquetWriter(sys.argv[1], table.schema, write_page_index=True,
                              data_page_size=20_000, max_rows_per_page=1000) as writer:
            writer.write_table(table.slice(0, small))
            writer.write_table(table.slice(small, rows - 2 * small), row_group_size=rows)
            writer.write_table(table.slice(rows - small))
        """,
        path.toString(), Integer.toString(ROWS), Integer.toString(SMALL_ROWS));
    dataset = Dataset.open(new PartsFormat(new RowGroupParts(2 * PART, PART, 1)), path.toString());
  }

  private static List<Long> ids(DataLoader loader) {
    List<Long> ids = new ArrayList<>();
    try (loader) {
      for (Batch batch : loader) {
        addIds(batch, ids);
      }
    }
    return ids;
  }

  private static void addIds(Batch batch, List<Long> ids) {
    List<Object> numbers = ColumnValues.of(batch.column("id"));
    List<Object> texts = ColumnValues.of(batch.column("text"));
    List<Object> lists = ColumnValues.of(batch.column("list"));
    for (int row = 0; row < batch.rows(); row++) {
      long id = (Long) numbers.get(row);
      assertEquals("word " + id % 50, texts.get(row));
      assertEquals(LongStream.range(0, id % 3).map(_ -> id).boxed().toList(), lists.get(row));
      ids.add(id);
    }
  }

  private DataLoader.Builder loader() {
    return dataset.loader(512).memoryBudget("96 MiB").cache(MemoryCache.none());
  }

  @Test
  void partsAreAboutAsLargeAsTheyShouldBe() {
    List<Split> splits = dataset.splits();
    assertTrue(splits.size() > 20, () -> "splits: " + splits.size());
    assertEquals(ROWS, splits.stream().mapToLong(Split::rows).sum());
    assertEquals(
        splits.size(), new TreeSet<>(splits.stream().map(Split::identity).toList()).size());
    String whole = splits.getFirst().identity();
    assertTrue(whole.endsWith("#0"), whole);
    assertTrue(splits.get(1).identity().endsWith("#1:0"), splits.get(1)::identity);
    assertTrue(splits.get(1).toString().contains("row group 1, rows 0 to "));
    assertEquals(splits, dataset.splits());
  }

  @Test
  void rowsComeInTheOrderOfTheFile() {
    assertEquals(ALL, ids(loader().build()));
  }

  @Test
  void shuffledRowsAreAllThere() {
    List<Long> first = ids(loader().shuffle(7).window(10_000).build());
    assertEquals(ALL, first.stream().sorted().toList());
    assertEquals(first, ids(loader().shuffle(7).window(10_000).prefetch(1).build()));
  }

  @Test
  void shardsAreDisjointAndTogetherAll() {
    List<Long> ids = new ArrayList<>();
    for (int rank = 0; rank < 3; rank++) {
      ids.addAll(ids(loader().shuffle(7).window(10_000).lanes(3).shard(Shard.of(rank, 3)).build()));
    }
    assertEquals(ids.size(), new TreeSet<>(ids).size());
    // Rows behind the last whole step are left out.
    assertTrue(ids.size() > ROWS - 3 * 512, () -> "rows: " + ids.size());
  }

  @Test
  void aRunGoesOnInsideOfALargeRowGroup() {
    List<Long> whole = ids(loader().shuffle(3).window(10_000).build());
    List<Long> ids = new ArrayList<>();
    Checkpoint checkpoint;
    try (DataLoader loader = loader().shuffle(3).window(10_000).build()) {
      Iterator<Batch> batches = loader.iterator();
      for (int step = 0; step < 100; step++) {
        addIds(batches.next(), ids);
      }
      checkpoint = loader.checkpoint();
    }
    ids.addAll(ids(loader().shuffle(3).window(10_000).resume(checkpoint).build()));
    assertEquals(whole, ids);
  }

  @Test
  void namedRowsAreRead() throws IOException {
    List<Long> ids = new ArrayList<>();
    addIds(dataset.rows(SMALL_ROWS - 10, 40_000), ids);
    assertEquals(ALL.subList(SMALL_ROWS - 10, SMALL_ROWS - 10 + 40_000), ids);
  }
}
