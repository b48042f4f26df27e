package io.zenith.parquet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.spi.ArrayData;
import io.zenith.spi.BatchIterator;
import io.zenith.spi.DataSource;
import io.zenith.spi.Format;
import io.zenith.spi.Projection;
import io.zenith.spi.ReadRequest;
import io.zenith.spi.RowRange;
import io.zenith.spi.Split;
import io.zenith.testkit.Python;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a read promises to take is what it takes at most, and little more than it delivers.
final class PromiseTest {
  private static final int ROWS = 100_000;

  /// What the largest column of these needs besides, while it is read, lies in the others' memory.
  private static final double MOST = 1.3;

  @TempDir private Path folder;

  private Path write(String columns, String settings) throws IOException, InterruptedException {
    Python.require("pyarrow");
    Path path = folder.resolve("promise.parquet");
    Python.run(
        "import sys, random\nimport pyarrow as pa\nimport pyarrow.parquet as pq\n"
            + "r, rows = random.Random(1), int(sys.argv[2])\n"
            + "table = pa.table(%s)\n".formatted(columns)
            + "pq.write_table(table, sys.argv[1], %s)\n".formatted(settings),
        path.toString(),
        Integer.toString(ROWS));
    return path;
  }

  private static long bytes(ArrayData data) {
    return data.buffers().stream().mapToLong(MemorySegment::byteSize).sum()
        + data.children().stream().mapToLong(PromiseTest::bytes).sum();
  }

  private static void verify(Path path) throws IOException {
    try (Arena arena = Arena.ofShared();
        DataSource source = Parquet.format().open(NativeFile.read(path, arena), arena)) {
      List<Projection> columns = Projection.all(source.schema());
      for (Split split : source.splits()) {
        long promised = split.decodedBytes(columns);
        long[] taken = {0};
        long delivered = read(source, split, List.of(new RowRange(0, split.rows())), taken);
        assertTrue(taken[0] <= promised, () -> taken[0] + " taken of " + promised);
        assertTrue(promised <= MOST * delivered, () -> promised + " for " + delivered);
        taken[0] = 0;
        read(source, split, List.of(new RowRange(split.rows() / 2, 10)), taken);
        assertTrue(taken[0] < promised / 10, () -> taken[0] + " of " + promised);
      }
    }
  }

  private static long read(DataSource source, Split split, List<RowRange> rows, long[] taken)
      throws IOException {
    List<Projection> columns = Projection.all(source.schema());
    try (Arena arena = Arena.ofConfined()) {
      SegmentAllocator counting =
          (bytes, alignment) -> {
            taken[0] += bytes;
            return arena.allocate(bytes, alignment);
          };
      try (BatchIterator batches = source.read(new ReadRequest(split, rows, columns, counting))) {
        assertTrue(batches.advance());
        return batches.batch().columns().stream().mapToLong(PromiseTest::bytes).sum();
      }
    }
  }

  @Test
  void numbers() throws IOException, InterruptedException {
    verify(
        write(
            """
            dict([("id", pa.array(range(rows))), ("label", [r.randrange(10) for _ in range(rows)])]
              + [("f%d" % i, pa.array([r.random() for _ in range(rows)], pa.float32()))
                 for i in range(10)])\
            """,
            "data_page_size=10000, max_rows_per_page=1000, dictionary_pagesize_limit=50000"));
  }

  /// Writers give up a dictionary that grows too large.
  @Test
  void wordsThatAreLookedUp() throws IOException, InterruptedException {
    Path path =
        write(
            "{'unique': ['%s %d' % ('text' * (i % 50), i) for i in range(rows)]}",
            "dictionary_pagesize_limit=50000, store_schema=False");
    try (Arena arena = Arena.ofShared();
        DataSource source =
            Parquet.format()
                .dictionaries(Dictionaries.KEEP)
                .open(NativeFile.read(path, arena), arena)) {
      Split split = source.splits().getFirst();
      long promised = split.decodedBytes(Projection.columns(0));
      long[] taken = {0};
      long delivered = read(source, split, List.of(new RowRange(0, split.rows())), taken);
      assertTrue(delivered > 0);
      assertTrue(taken[0] <= promised, () -> taken[0] + " taken of " + promised);
    }
  }

  /// Of a part only its own pages are fetched, if the file says which they are.
  @Test
  void partsOfRowGroupsWithoutAMapping() throws IOException, InterruptedException {
    Path path =
        write(
            "{'x': pa.array([r.randbytes(400) for _ in range(rows)], pa.binary(400))}",
            "write_page_index=True, use_dictionary=False, compression='none'");
    Format parts = new PartsFormat(new RowGroupParts(0, 4 << 20, 1));
    try (Arena arena = Arena.ofShared();
        DataSource source =
            new UnmappedFormat(parts, new AtomicLong()).open(NativeFile.read(path, arena), arena)) {
      assertEquals(9, source.splits().size());
      for (Split split : source.splits()) {
        long promised = split.decodedBytes(Projection.columns(0));
        long[] taken = {0};
        read(source, split, List.of(new RowRange(0, split.rows())), taken);
        assertTrue(taken[0] <= promised, () -> taken[0] + " taken of " + promised);
        assertTrue(promised < ROWS * 400 / 2, () -> promised + " promised");
      }
    }
  }

  @Test
  void textOfWhichTheFooterKnowsTheSize() throws IOException, InterruptedException {
    verify(
        write(
            """
            dict([("id", pa.array(range(rows))), ("unique", ["text %d" % i for i in range(rows)])]
              + [("s%d" % i, [None if r.random() < .1 else "word %d" % r.randrange(50)
                              for _ in range(rows)]) for i in range(4)]
              + [("f%d" % i, pa.array([r.random() for _ in range(rows)], pa.float32()))
                 for i in range(4)])\
            """,
            "data_page_size=10000, max_rows_per_page=1000, dictionary_pagesize_limit=50000,"
                + " store_schema=False"));
  }
}
