package io.zenith.csv;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.spi.BatchIterator;
import io.zenith.spi.DataSource;
import io.zenith.spi.Projection;
import io.zenith.spi.ReadRequest;
import io.zenith.spi.RowRange;
import io.zenith.spi.Split;
import io.zenith.testkit.InMemory;
import io.zenith.testkit.Property;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.SegmentAllocator;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/// No read of a split takes more memory than the split says before, whatever is read of it.
class PromiseTest {
  private static final int CASES = 200;

  @Test
  void memoryOfAnyReadOfAnyTable() {
    Property.check(
        CASES,
        (random, _) -> {
          Writing writing = Writing.any(random);
          RandomTable table = RandomTable.of(writing, random);
          CsvOptions options = writing.format(table).types(table.schema()).options();
          Sizes sizes =
              new Sizes(
                  1 << random.nextInt(10),
                  1 << random.nextInt(10),
                  2,
                  1 + random.nextInt(1 << random.nextInt(1, 12)),
                  1 + random.nextInt(1 << random.nextInt(1, 12)));
          byte[] bytes = writing.bytes(table, random);
          try (InMemory file = new InMemory(new CutFormat(options, sizes), "promise", bytes);
              DataSource source = file.source(random.nextBoolean())) {
            for (Split split : source.splits()) {
              check(source, split, random);
            }
          }
        });
  }

  private static void check(DataSource source, Split split, SplittableRandom random)
      throws IOException {
    List<Projection> all = Projection.all(source.schema());
    List<Projection> columns = new ArrayList<>(all);
    columns.removeIf(_ -> random.nextInt(3) == 0);
    List<RowRange> ranges = new ArrayList<>();
    long row = random.nextLong(split.rows());
    while (row < split.rows()) {
      long count = 1 + random.nextLong(split.rows() - row);
      ranges.add(new RowRange(row, count));
      row += count + 1 + random.nextInt(4);
    }
    long[] taken = {0};
    try (Arena arena = Arena.ofConfined()) {
      SegmentAllocator counting =
          (bytes, alignment) -> {
            taken[0] += Math.ceilDiv(bytes, Long.BYTES) * Long.BYTES;
            return arena.allocate(bytes, alignment);
          };
      ReadRequest request = new ReadRequest(split, ranges, columns, counting);
      long rows = 0;
      try (BatchIterator batches = source.read(request)) {
        while (batches.advance()) {
          rows += batches.batch().rows();
        }
      }
      assertEquals(request.rows(), rows);
    }
    long promised = split.decodedBytes(columns);
    assertTrue(taken[0] <= promised, () -> taken[0] + " taken of " + promised);
    assertTrue(promised <= split.decodedBytes(all), "some columns take more than all");
  }
}
