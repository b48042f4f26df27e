package io.zenith.internal.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.spi.BatchIterator;
import io.zenith.spi.Projection;
import io.zenith.spi.ReadRequest;
import io.zenith.spi.RecordBatch;
import io.zenith.spi.RowRange;
import io.zenith.spi.Split;
import io.zenith.testkit.Property;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/// What a format delivers is put where its rows are in the split.
class SplitReadTest {
  private record Rows(long rows) implements Split {
    @Override
    public long decodedBytes(List<Projection> columns) {
      return 1;
    }

    @Override
    public String identity() {
      return "rows";
    }

    @Override
    public boolean randomAccess() {
      return false;
    }

    @Override
    public String toString() {
      return "the split";
    }
  }

  /// Delivers batches of so many rows.
  private static final class Counts implements BatchIterator {
    private final long[] counts;
    private int next;
    private boolean isClosed;

    Counts(long... counts) {
      this.counts = counts;
    }

    @Override
    public boolean advance() {
      next++;
      return next <= counts.length;
    }

    @Override
    public RecordBatch batch() {
      return new RecordBatch(0, counts[next - 1], List.of());
    }

    @Override
    public void close() {
      isClosed = true;
    }
  }

  /// Names what it gets, and how many rows that has.
  private static final class Names implements Binder<String> {
    @Override
    public String bind(Object part, RecordBatch batch) {
      return "read " + batch.rows();
    }

    @Override
    public String gap(long rows) {
      return "gap " + rows;
    }
  }

  private static List<String> decoded(long rows, List<RowRange> ranges, long... counts)
      throws IOException {
    ReadRequest request =
        new ReadRequest(
            new Rows(rows),
            ranges,
            List.of(),
            (_, _) -> {
              throw new AssertionError("no memory is needed");
            });
    Counts batches = new Counts(counts);
    List<String> decoded = new SplitRead<>(request, batches, new Names()).decodeAll(() -> true);
    assertTrue(batches.isClosed);
    return decoded;
  }

  @Test
  void rowsThatWereNotAskedForAreGaps() {
    Property.check(
        500,
        (random, _) -> {
          List<RowRange> ranges = new ArrayList<>();
          List<Long> counts = new ArrayList<>();
          List<String> expected = new ArrayList<>();
          long row = 0;
          for (int i = random.nextInt(5); i > 0; i--) {
            long gap = random.nextInt(row == 0 ? 0 : 1, 10);
            RowRange range = new RowRange(row + gap, 1 + random.nextInt(20));
            ranges.add(range);
            if (gap > 0) {
              expected.add("gap " + gap);
            }
            for (long count : cut(range.count(), random)) {
              counts.add(count);
              expected.add("read " + count);
            }
            row = range.end();
          }
          long rest = random.nextInt(10);
          if (rest > 0) {
            expected.add("gap " + rest);
          }
          long[] delivered = counts.stream().mapToLong(Long::longValue).toArray();
          assertEquals(expected, decoded(row + rest, ranges, delivered));
        });
  }

  /// Parts of a range, none of them empty.
  private static List<Long> cut(long rows, SplittableRandom random) {
    List<Long> parts = new ArrayList<>();
    long left = rows;
    while (left > 0) {
      long part = 1 + random.nextLong(left);
      parts.add(part);
      left -= part;
    }
    return parts;
  }

  @Test
  void rowsElsewhereThanAskedForAreRefused() {
    List<RowRange> ranges = List.of(new RowRange(2, 3), new RowRange(7, 4));
    for (long[] counts : new long[][] {{7}, {4, 3}, {2, 5}, {3, 3, 1, 1}, {3, 3}}) {
      String message =
          assertThrows(IllegalStateException.class, () -> decoded(20, ranges, counts)).getMessage();
      long rows = LongStream.of(counts).sum();
      String found = rows == 7 ? "rows of several ranges together" : rows + " rows of 7";
      assertEquals("the split: the format delivered " + found, message);
    }
  }
}
