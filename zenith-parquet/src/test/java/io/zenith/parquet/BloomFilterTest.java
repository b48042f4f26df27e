package io.zenith.parquet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.schema.DataType;
import io.zenith.spi.ArrayData;
import io.zenith.spi.DataSource;
import io.zenith.spi.Split;
import io.zenith.testkit.Python;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A Bloom filter of 1 MiB, for 400,000 even numbers.
final class BloomFilterTest {
  private static final int SOUGHT = 4_000;
  private static final long MOST_MEMORY = 200_000;
  private static final long BLOCK_BYTES = 32;
  private static final long HEADER_BYTES = 256;

  private static @TempDir Path folder;

  @BeforeAll
  static void write() throws IOException, InterruptedException {
    Python.require("pyarrow");
    Python.run(
        """
        import sys, pyarrow as pa, pyarrow.parquet as pq
        table = pa.table({"x": pa.array(range(0, 800_000, 2), pa.int64())})
        pq.write_table(table, sys.argv[1], use_dictionary=False, compression="none",
                       bloom_filter_options={"x": {"ndv": 400_000, "fpp": 0.001}})
        """,
        path().toString());
    assertTrue(path().toFile().length() > 4_200_000, () -> path().toFile().length() + " bytes");
  }

  private static Path path() {
    return folder.resolve("large.parquet");
  }

  /// Which of some numbers may be there.
  ///
  /// @param read how many bytes that took
  private static BitSet ask(long from, int count, AtomicLong read) throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      AtomicLong taken = new AtomicLong();
      SegmentAllocator memory =
          (bytes, alignment) -> {
            assertTrue(taken.addAndGet(bytes) <= MOST_MEMORY, () -> taken + " bytes");
            return arena.allocate(bytes, alignment).fill((byte) 0xA5);
          };
      UnmappedFormat format = new UnmappedFormat(Parquet.format(), read);
      try (DataSource source = format.open(NativeFile.read(path(), arena), arena)) {
        Split split = source.splits().getFirst();
        MemorySegment values = arena.allocate((long) count * Long.BYTES, Long.BYTES);
        for (int i = 0; i < count; i++) {
          values.set(Numbers.LONG, (long) i << 3, from + i);
        }
        ArrayData numbers =
            new ArrayData(
                new DataType.Int(64, true),
                count,
                0,
                List.of(MemorySegment.NULL, values),
                List.of(),
                Optional.empty());
        read.set(0);
        return source.mayHold(split, List.of(0), numbers, memory);
      }
    }
  }

  @Test
  void manyValuesAreLookedForAPieceAtATime() throws IOException {
    BitSet all = ask(0, SOUGHT, new AtomicLong());
    for (int number = 0; number < SOUGHT; number += 2) {
      assertTrue(all.get(number), number + " is there");
    }
    assertTrue(all.cardinality() < SOUGHT / 2 + 20, all::toString);
    for (int number = 0; number < SOUGHT; number += 33) {
      assertEquals(all.get(number), ask(number, 1, new AtomicLong()).get(0), number + " alone");
    }
  }

  @Test
  void aBlockIsReadForAValue() throws IOException {
    AtomicLong read = new AtomicLong();
    assertTrue(ask(5, 1, read).isEmpty());
    assertEquals(HEADER_BYTES + BLOCK_BYTES, read.get());
  }
}
