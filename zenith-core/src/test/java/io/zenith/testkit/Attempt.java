package io.zenith.testkit;

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
import io.zenith.spi.Format;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/// What comes of a file that may be broken, opened and read to its end as a user would.
///
/// Whatever its bytes: the outcome is one of these, whoever refuses names the file, and neither
/// time nor memory is more than the file justifies. Anything else is an error here.
///
/// @param outcome whether it was read
/// @param schema its schema, without columns if it was refused
/// @param columns all values of each column; of a refused file, nothing
/// @param whole whether these are all values: rows without bytes may be any number
public record Attempt(Outcome outcome, Schema schema, List<List<Object>> columns, boolean whole) {
  /// What no file of a test's size justifies, and no busy machine explains.
  private static final long MOST_NANOS = TimeUnit.SECONDS.toNanos(5);

  /// Heap for opening a file, for each of its bytes.
  private static final long BYTES_PER_BYTE = 100;

  private static final long FIXED_BYTES = 1 << 20;

  /// Native memory for reading a small file: what a few KB can stand for in the best of codecs.
  private static final String MOST_MEMORY = "64 MiB";

  private static final int MOST_BATCHES = 40;

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  /// How an attempt may end.
  public enum Outcome {
    READ,
    MALFORMED,
    UNSUPPORTED,

    /// The file may be sound, but its rows need more memory than there is.
    TOO_LARGE
  }

  /// Opens bytes as a file, and reads all values. Whoever comes first loads classes, and has a
  /// second try at being quick.
  public static Attempt of(Format format, byte[] file, boolean mapped, int batchSize)
      throws IOException {
    long start = System.nanoTime();
    Attempt attempt = once(format, file, mapped, batchSize);
    if (System.nanoTime() - start > MOST_NANOS) {
      start = System.nanoTime();
      attempt = once(format, file, mapped, batchSize);
      long nanos = System.nanoTime() - start;
      assertTrue(nanos <= MOST_NANOS, () -> "took " + nanos + " ns");
    }
    return attempt;
  }

  private static Attempt once(Format format, byte[] file, boolean mapped, int batchSize)
      throws IOException {
    try (InMemory memory = new InMemory(format, "attempt", file)) {
      return read(format, memory, file.length, mapped, batchSize);
    }
  }

  /// Reads a file in two ways, which must agree: all at once where it lies, and copied out of it a
  /// few rows at a time. Of several faults they may meet another one first.
  public static Attempt agreeing(Format format, byte[] file) throws IOException {
    Attempt first = of(format, file, true, 1000);
    Attempt second = of(format, file, false, 3);
    if (first.whole() && second.whole()) {
      assertEquals(first.outcome() == Outcome.READ, second.outcome() == Outcome.READ);
      assertEquals(first.schema(), second.schema());
      assertEquals(first.columns(), second.columns());
    }
    return first;
  }

  private static Attempt read(
      Format format, InMemory memory, int size, boolean mapped, int batchSize) throws IOException {
    try {
      return read(open(format, memory.location(mapped), size), batchSize);
    } catch (MalformedDataException e) {
      return refused(Outcome.MALFORMED, e, memory.location(mapped));
    } catch (UnsupportedDataException e) {
      return refused(Outcome.UNSUPPORTED, e, memory.location(mapped));
    } catch (IllegalArgumentException | IllegalStateException e) {
      if (!e.getMessage().endsWith(": set memoryBudget")) {
        throw e;
      }
      return refused(Outcome.TOO_LARGE, e, memory.location(mapped));
    }
  }

  private static Attempt refused(Outcome outcome, RuntimeException error, String location) {
    if (!error.getMessage().contains(location)) {
      throw new AssertionError("the file is not named", error);
    }
    return new Attempt(outcome, Schema.of(), List.of(), outcome != Outcome.TOO_LARGE);
  }

  private static Dataset open(Format format, String location, int size) throws IOException {
    long before = allocated();
    try {
      return open(format, location);
    } finally {
      if (allocated() - before > most(size)) {
        requireModest(format, location, size);
      }
    }
  }

  /// The dataset, whose messages are all read.
  private static Dataset open(Format format, String location) throws IOException {
    Dataset dataset = Dataset.open(format, location);
    dataset.splits();
    return dataset;
  }

  /// Opens a file once more: whoever comes first loads classes.
  private static void requireModest(Format format, String location, int size) throws IOException {
    long before = allocated();
    try {
      open(format, location);
    } catch (MalformedDataException | UnsupportedDataException _) {
      // As before.
    }
    long allocated = allocated() - before;
    assertTrue(allocated <= most(size), () -> "opening " + size + " bytes allocated " + allocated);
  }

  private static long most(int size) {
    return FIXED_BYTES + BYTES_PER_BYTE * size;
  }

  /// Heap that this thread has taken so far.
  private static long allocated() {
    return THREADS.getCurrentThreadAllocatedBytes();
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
