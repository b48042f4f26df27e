package io.zenith.arrow;

import static io.zenith.arrow.LayoutsTest.nodes;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.error.MalformedDataException;
import io.zenith.spi.ArrayData;
import io.zenith.spi.BatchIterator;
import io.zenith.spi.DataSource;
import io.zenith.spi.Projection;
import io.zenith.spi.ReadRequest;
import io.zenith.spi.RecordBatch;
import io.zenith.spi.RowRange;
import io.zenith.spi.Split;
import io.zenith.testkit.InMemory;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// What the core relies on: splits, projections, row ranges, and where buffers lie.
final class SourceTest {
  private static final SegmentAllocator NO_MEMORY =
      (bytes, _) -> {
        throw new AssertionError("took " + bytes + " bytes");
      };

  private static byte[] file(long third) {
    return new FileForge(
            Fields.of("x", Fields.INT64), Fields.of("s", Fields.UTF8), Fields.of("y", Fields.INT64))
        .batch(
            3,
            nodes(3, 3, 3),
            FileForge.none(),
            FileForge.longs(1, 2, third),
            FileForge.none(),
            FileForge.ints(0, 1, 1, 3),
            FileForge.text("abc"),
            FileForge.none(),
            FileForge.longs(4, 5, 6))
        .batch(
            1,
            nodes(1, 1, 1),
            FileForge.none(),
            FileForge.longs(7),
            FileForge.none(),
            FileForge.ints(0, 0),
            FileForge.none(),
            FileForge.none(),
            FileForge.longs(8))
        .build();
  }

  @Test
  void splitsAreTheRecordBatches() throws IOException {
    try (InMemory memory = new InMemory(Arrow.format(), "splits", file(3));
        DataSource mapped = memory.source(true);
        DataSource unmapped = memory.source(false)) {
      List<Split> splits = mapped.splits();
      assertEquals(List.of(3L, 1L), splits.stream().map(Split::rows).toList());
      assertTrue(splits.getFirst().toString().startsWith("native:/mapped/splits"));
      assertTrue(splits.getLast().toString().endsWith(".arrow, record batch 1"));
      assertTrue(splits.getFirst().identity().matches("[0-9a-f]{64}#0"));
      assertEquals(0, splits.getFirst().decodedBytes(Projection.columns(0, 1, 2)));
      assertTrue(splits.getFirst().randomAccess());
      // Where the file is, and whether it is mapped, is no part of its identity.
      assertEquals(splits.getLast().identity(), unmapped.splits().getLast().identity());
      long bound = unmapped.splits().getFirst().decodedBytes(Projection.columns(0));
      assertTrue(bound >= 64 && bound % 8 == 0, () -> "bound " + bound);
    }
  }

  @Test
  void identityDependsOnTheFooter() throws IOException {
    byte[] other =
        new FileForge(Fields.of("x", Fields.INT64))
            .batch(3, nodes(3), FileForge.none(), FileForge.longs(1, 2, 3))
            .build();
    assertNotEquals(identity(file(3)), identity(other));
    assertEquals(identity(file(3)), identity(file(3)));
  }

  private static String identity(byte[] content) throws IOException {
    try (InMemory memory = new InMemory(Arrow.format(), "identity", content);
        DataSource source = memory.source(true)) {
      return source.splits().getFirst().identity();
    }
  }

  @Test
  void aSplitOutlivesItsSourceAndServesAnother() throws IOException {
    try (InMemory memory = new InMemory(Arrow.format(), "outlives", file(3))) {
      List<Split> splits;
      try (DataSource source = memory.source(true)) {
        splits = source.splits();
      }
      try (DataSource source = memory.source(true)) {
        RecordBatch batch =
            read(source, ReadRequest.all(splits.get(1), Projection.columns(2), NO_MEMORY));
        assertEquals(8, batch.columns().getFirst().buffers().get(1).get(Values64.LONG, 0));
      }
    }
  }

  /// The layout of a little-endian long at any address.
  private static final class Values64 {
    static final ValueLayout.OfLong LONG =
        ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  }

  @Test
  void aSplitOfAnotherFileIsRefused() throws IOException {
    try (InMemory memory = new InMemory(Arrow.format(), "one", file(3));
        InMemory other =
            new InMemory(Arrow.format(), "other", new FileForge().batch(3, List.of()).build());
        DataSource source = memory.source(true);
        DataSource otherSource = other.source(true)) {
      Split split = otherSource.splits().getFirst();
      assertThrows(
          MalformedDataException.class,
          () -> source.read(ReadRequest.all(split, Projection.columns(), NO_MEMORY)));
    }
  }

  @Test
  void columnsComeInTheOrderOfTheProjection() throws IOException {
    try (InMemory memory = new InMemory(Arrow.format(), "projection", file(3));
        DataSource source = memory.source(true)) {
      Split split = source.splits().getFirst();
      RecordBatch batch = read(source, ReadRequest.all(split, Projection.columns(2, 0), NO_MEMORY));
      assertEquals(4, batch.columns().get(0).buffers().get(1).get(Values64.LONG, 0));
      assertEquals(1, batch.columns().get(1).buffers().get(1).get(Values64.LONG, 0));
    }
  }

  @Test
  void rangesOfRowsAreGivenByTheirPlacesInTheColumns() throws IOException {
    List<RowRange> ranges = List.of(new RowRange(0, 1), new RowRange(1, 0), new RowRange(2, 1));
    try (InMemory memory = new InMemory(Arrow.format(), "ranges", file(3));
        DataSource source = memory.source(true)) {
      Split split = source.splits().getFirst();
      ReadRequest request = new ReadRequest(split, ranges, Projection.columns(0), NO_MEMORY);
      try (BatchIterator batches = source.read(request)) {
        for (RowRange range : ranges) {
          assertTrue(batches.advance());
          assertEquals(range.from(), batches.batch().fromRow());
          assertEquals(range.count(), batches.batch().rows());
          assertEquals(3, batches.batch().columns().getFirst().length());
        }
        assertFalse(batches.advance());
      }
    }
  }

  @Test
  void rangesThatOverlapOrLeaveTheSplitAreRefused() throws IOException {
    try (InMemory memory = new InMemory(Arrow.format(), "wrong-ranges", file(3));
        DataSource source = memory.source(true)) {
      Split split = source.splits().getFirst();
      for (List<RowRange> wrong :
          List.of(
              List.of(new RowRange(0, 2), new RowRange(1, 1)),
              List.of(new RowRange(2, 1), new RowRange(0, 1)),
              List.of(new RowRange(2, 2)),
              List.of(new RowRange(4, 0)))) {
        assertThrows(
            IndexOutOfBoundsException.class,
            () -> new ReadRequest(split, wrong, Projection.columns(0), NO_MEMORY));
      }
    }
  }

  @Test
  void anIteratorHasOneBatch() throws IOException {
    try (InMemory memory = new InMemory(Arrow.format(), "iterator", file(3));
        DataSource source = memory.source(true);
        BatchIterator batches =
            source.read(
                ReadRequest.all(source.splits().getFirst(), Projection.columns(), NO_MEMORY))) {
      assertThrows(IllegalStateException.class, batches::batch);
      assertTrue(batches.advance());
      assertEquals(3, batches.batch().rows());
      assertFalse(batches.advance());
      assertFalse(batches.advance());
      assertThrows(IllegalStateException.class, batches::batch);
    }
  }

  @Test
  void buffersOfAMappedFileLieInTheMapping() throws IOException {
    try (InMemory memory = new InMemory(Arrow.format(), "inside", file(3));
        DataSource source = memory.source(true)) {
      for (Split split : source.splits()) {
        RecordBatch batch =
            read(source, ReadRequest.all(split, Projection.columns(0, 1, 2), NO_MEMORY));
        batch.columns().forEach(column -> assertInside(column, memory.bytes()));
      }
    }
  }

  private static void assertInside(ArrayData column, MemorySegment mapping) {
    for (MemorySegment buffer : column.buffers()) {
      if (buffer.byteSize() > 0) {
        long offset = buffer.address() - mapping.address();
        assertTrue(offset >= 0 && offset + buffer.byteSize() <= mapping.byteSize());
      }
    }
  }

  @Test
  void aReadOfAnUnmappedFileTakesNoMoreMemoryThanPromisedAndOnlyWhatItNeeds() throws IOException {
    byte[] file =
        new FileForge(
                Fields.of("a", Fields.INT64),
                Fields.of("b", Fields.INT64),
                Fields.of("c", Fields.INT8))
            .batch(
                10_000,
                nodes(10_000, 10_000, 10_000),
                FileForge.none(),
                new byte[80_000],
                FileForge.none(),
                new byte[80_000],
                FileForge.none(),
                new byte[10_000])
            .build();
    try (InMemory memory = new InMemory(Arrow.format(), "memory", file);
        DataSource source = memory.source(false);
        Arena arena = Arena.ofConfined()) {
      Split split = source.splits().getFirst();
      for (int[] places : new int[][] {{0}, {2}, {0, 2}, {2, 1, 0}, {}}) {
        List<Projection> columns = Projection.columns(places);
        long[] taken = {0};
        SegmentAllocator counting =
            (bytes, alignment) -> {
              taken[0] += bytes;
              return arena.allocate(bytes, alignment);
            };
        read(source, ReadRequest.all(split, columns, counting));
        long needed = IntStream.of(places).mapToLong(column -> column == 2 ? 10_000 : 80_000).sum();
        assertEquals(needed, taken[0], () -> "columns " + columns);
        assertTrue(taken[0] <= split.decodedBytes(columns));
      }
    }
  }

  private static RecordBatch read(DataSource source, ReadRequest request) throws IOException {
    try (BatchIterator batches = source.read(request)) {
      assertTrue(batches.advance());
      return batches.batch();
    }
  }
}
