package io.zenith.arrow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.zenith.Batch;
import io.zenith.Column;
import io.zenith.DataLoader;
import io.zenith.Dataset;
import io.zenith.error.MalformedDataException;
import io.zenith.error.UnsupportedDataException;
import io.zenith.schema.Schema;
import io.zenith.testkit.ColumnValues;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/// What comes of a file that may be broken, opened and read to its end as a user would.
///
/// Whatever its bytes: the outcome is one of three, whoever refuses names the file, and neither
/// time nor memory is more than the file justifies. Anything else is an error here.
///
/// @param outcome whether it was read
/// @param schema its schema, without columns if it was refused
/// @param columns all values of each column; of a refused file, nothing
/// @param whole whether these are all values: rows without bytes may be any number
record Attempt(Outcome outcome, Schema schema, List<List<Object>> columns, boolean whole) {
  /// What no file of a test's size justifies, and no busy machine explains.
  private static final long MOST_NANOS = TimeUnit.SECONDS.toNanos(5);

  /// Heap for opening a file, for each of its bytes.
  private static final long BYTES_PER_BYTE = 100;

  /// What the first attempts take to load classes.
  private static final long FIXED_BYTES = 8 << 20;

  /// Native memory for reading a small file: what a few KB can stand for in the best of codecs.
  private static final String MOST_MEMORY = "64 MiB";

  private static final int MOST_BATCHES = 40;

  /// How an attempt may end.
  enum Outcome {
    READ,
    MALFORMED,
    UNSUPPORTED
  }

  /// Opens bytes as a file, and reads all values.
  static Attempt of(byte[] file, boolean mapped, int batchSize) throws IOException {
    long start = System.nanoTime();
    try (InMemory memory = new InMemory("attempt", file)) {
      return read(memory, file.length, mapped, batchSize);
    } finally {
      long nanos = System.nanoTime() - start;
      assertTrue(nanos < MOST_NANOS, () -> "took " + nanos + " ns");
    }
  }

  private static Attempt read(InMemory memory, int size, boolean mapped, int batchSize)
      throws IOException {
    try {
      return read(open(memory, size, mapped), batchSize);
    } catch (MalformedDataException e) {
      return refused(Outcome.MALFORMED, e, memory.location(mapped));
    } catch (UnsupportedDataException e) {
      return refused(Outcome.UNSUPPORTED, e, memory.location(mapped));
    }
  }

  private static Attempt refused(Outcome outcome, RuntimeException error, String location) {
    if (!error.getMessage().contains(location)) {
      throw new AssertionError("the file is not named", error);
    }
    return new Attempt(outcome, Schema.of(), List.of(), true);
  }

  /// The dataset, whose messages are all read.
  private static Dataset open(InMemory memory, int size, boolean mapped) throws IOException {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    try {
      Dataset dataset = Dataset.open(Arrow.format(), memory.location(mapped));
      dataset.splits();
      return dataset;
    } finally {
      long allocated = threads.getCurrentThreadAllocatedBytes() - before;
      assertTrue(
          allocated <= FIXED_BYTES + BYTES_PER_BYTE * size,
          () -> "opening " + size + " bytes allocated " + allocated);
    }
  }

  private static Attempt read(Dataset dataset, int batchSize) {
    List<List<Object>> columns = new ArrayList<>();
    dataset.schema().fields().forEach(_ -> columns.add(new ArrayList<>()));
    long rows = 0;
    try (DataLoader loader = dataset.loader(batchSize).memoryBudget(MOST_MEMORY).build()) {
      int batches = 0;
      for (Batch batch : loader) {
        rows += batch.rows();
        for (int i = 0; i < columns.size(); i++) {
          columns.get(i).addAll(values(batch.column(i), batch.rows()));
        }
        if (++batches == MOST_BATCHES) {
          break;
        }
      }
    }
    assertTrue(rows <= dataset.rowCount());
    return new Attempt(Outcome.READ, dataset.schema(), columns, rows == dataset.rowCount());
  }

  /// The values of a column, by which what else it says of them is checked.
  private static List<Object> values(Column column, int rows) {
    List<Object> values = ColumnValues.of(column);
    assertEquals(rows, values.size());
    assertEquals(IntStream.range(0, rows).filter(column::isNull).count(), column.nullCount());
    assertFalse(column.toString().isBlank());
    return values;
  }
}
