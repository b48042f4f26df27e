package io.zenith.internal.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.zenith.spi.RecordBatch;
import io.zenith.testkit.Property;
import java.io.IOException;
import java.lang.foreign.SegmentAllocator;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class OpenSplitsTest {
  private static final Tasks TASKS = new ThreadTasks(1);

  /// Reads each row that is added.
  private static final class Reader implements RowPicker<RecordBatch> {
    private final List<RecordBatch> sources;
    private final List<Long> ids = new ArrayList<>();

    private Reader(List<RecordBatch> sources) {
      this.sources = sources;
    }

    @Override
    public long rows(RecordBatch batch) {
      return batch.rows();
    }

    @Override
    public void begin(List<RecordBatch> unused) {
      throw new AssertionError("nobody begins");
    }

    @Override
    public void add(int source, long row) {
      ids.add(MemSources.id(sources.get(source), row));
    }

    @Override
    public void add(int source, long row, int count) {
      throw new AssertionError("nobody adds several");
    }

    @Override
    public boolean isTransforming() {
      return false;
    }

    @Override
    public RecordBatch transform(RecordBatch picked, SegmentAllocator memory) {
      throw new AssertionError("nobody transforms");
    }

    @Override
    public RecordBatch pick(PickedRows rows, SegmentAllocator memory) {
      throw new AssertionError("nobody picks");
    }
  }

  private static int[][] splits(SplittableRandom random) {
    int[][] splits = new int[1 + random.nextInt(30)][];
    for (int i = 0; i < splits.length; i++) {
      splits[i] = random.ints(1 + random.nextInt(4), 1, 5).toArray();
    }
    return splits;
  }

  @Test
  void rowsAreFoundWhileOtherThreadsOpenSplits() {
    Property.check(
        100,
        (random, _) -> {
          try (MemSources mem = MemSources.of(TASKS, false, splits(random));
              ExecutorService threads = Executors.newFixedThreadPool(4)) {
            OpenSplits<RecordBatch> open = new OpenSplits<>(mem.sources, mem.splits);
            List<Callable<Void>> readers = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
              SplittableRandom own = random.split();
              readers.add(() -> read(open, mem.splits, own));
            }
            for (Future<Void> reader : threads.invokeAll(readers)) {
              reader.get();
            }
            open.leave();
            assertEquals(0, mem.sources.users());
          }
        });
  }

  private static Void read(
      OpenSplits<RecordBatch> open, List<FileSplit> splits, SplittableRandom random)
      throws IOException {
    Reader reader = new Reader(open);
    List<Long> expected = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      int split = random.nextInt(splits.size());
      long row = random.nextLong(splits.get(split).split().rows());
      open.add(reader, split, row);
      expected.add(splits.get(split).firstRow() + row);
    }
    assertEquals(expected, reader.ids);
    return null;
  }

  @Test
  void filesAreGivenUpByTheLastWhoLeaves() throws Exception {
    try (MemSources mem =
        MemSources.of(TASKS, false, new int[] {2}, new int[] {3}, new int[] {4})) {
      OpenSplits<RecordBatch> open = new OpenSplits<>(mem.sources, mem.splits);
      open.use();
      open.add(new Reader(open), 2, 3);
      open.add(new Reader(open), 0, 1);
      open.add(new Reader(open), 0, 0);
      assertEquals(2, mem.sources.users());
      open.leave();
      assertEquals(2, mem.sources.users());
      open.leave();
      assertEquals(0, mem.sources.users());
    }
  }

  @Test
  void aSplitThatDidNotOpenIsTriedAgain() throws Exception {
    try (MemSources mem = MemSources.of(TASKS, false, new int[] {2})) {
      OpenSplits<RecordBatch> open = new OpenSplits<>(mem.sources, mem.splits);
      IOException failure = new IOException("broken");
      mem.file.probe((_, _) -> {
        throw failure;
      });
      Reader reader = new Reader(open);
      assertEquals(failure, assertThrows(IOException.class, () -> open.add(reader, 0, 1)));
      assertEquals(0, mem.sources.users());
      mem.file.probe((_, _) -> {});
      open.add(reader, 0, 1);
      assertEquals(List.of(1L), reader.ids);
      open.leave();
      assertEquals(0, mem.sources.users());
    }
  }
}
