package io.zenith.parquet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.spi.ArrayData;
import io.zenith.spi.BatchIterator;
import io.zenith.spi.DataSource;
import io.zenith.spi.Projection;
import io.zenith.spi.ReadRequest;
import io.zenith.spi.RowRange;
import io.zenith.spi.Split;
import io.zenith.testkit.InMemory;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/// The buffers that a read delivers do not depend on what was in their memory before, to the last
/// bit behind the last value.
final class StaleBytesTest {
  @TestFactory
  List<DynamicTest> whatWasInTheMemoryIsNotSeen() throws IOException {
    return Corpus.files().entrySet().stream()
        .map(file -> DynamicTest.dynamicTest(file.getKey(), () -> verify(file)))
        .toList();
  }

  private static void verify(Map.Entry<String, byte[]> file) throws IOException {
    for (Parquet format :
        List.of(Parquet.format(), Parquet.format().dictionaries(Dictionaries.KEEP))) {
      try (InMemory memory = new InMemory(format, "stale", file.getValue())) {
        for (boolean mapped : new boolean[] {true, false}) {
          for (boolean all : new boolean[] {true, false}) {
            assertEquals(
                buffers(memory, mapped, all, (byte) 0xA5),
                buffers(memory, mapped, all, (byte) 0x5A));
          }
        }
      }
    }
  }

  /// All rows, or some in the middle and the last one.
  private static List<RowRange> ranges(long rows, boolean all) {
    return all || rows < 3
        ? List.of(new RowRange(0, rows))
        : List.of(new RowRange(1, rows / 3), new RowRange(rows - 1, 1));
  }

  private static List<String> buffers(InMemory memory, boolean mapped, boolean all, byte before)
      throws IOException {
    List<String> found = new ArrayList<>();
    try (Arena arena = Arena.ofConfined();
        DataSource source = memory.source(mapped)) {
      List<Projection> columns = Projection.all(source.schema());
      for (Split split : source.splits()) {
        long[] taken = {0};
        ReadRequest request =
            new ReadRequest(
                split,
                ranges(split.rows(), all),
                columns,
                (bytes, alignment) -> {
                  taken[0] += bytes + alignment;
                  return arena.allocate(bytes, alignment).fill(before);
                });
        try (BatchIterator batches = source.read(request)) {
          while (batches.advance()) {
            batches.batch().columns().forEach(column -> add(column, found));
          }
        }
        // How much text the words of a dictionary become is not known before.
        assertTrue(
            source.schema().toString().contains("binary")
                || source.schema().toString().contains("utf8")
                || taken[0] <= split.decodedBytes(columns),
            () -> taken[0] + " bytes of " + split.decodedBytes(columns) + " in " + split);
      }
    }
    return found;
  }

  private static void add(ArrayData data, List<String> found) {
    for (MemorySegment buffer : data.buffers()) {
      found.add(HexFormat.of().formatHex(buffer.toArray(ValueLayout.JAVA_BYTE)));
    }
    data.children().forEach(child -> add(child, found));
    data.dictionary().ifPresent(words -> add(words.values(), found));
  }
}
