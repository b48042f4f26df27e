package io.zenith.arrow;

import static io.zenith.arrow.LayoutsTest.nodes;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.Dataset;
import io.zenith.Filter;
import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import io.zenith.spi.ArrayData;
import io.zenith.spi.BatchIterator;
import io.zenith.spi.DataSource;
import io.zenith.spi.Projection;
import io.zenith.spi.ReadRequest;
import io.zenith.spi.Split;
import io.zenith.testkit.InMemory;
import io.zenith.testkit.Property;
import io.zenith.testkit.Row;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.apache.arrow.flatbuf.CompressionType;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Columns of which only some fields are read.
final class NestedReadTest {
  @TempDir private Path folder;

  /// The same buffers as those of the whole column: of a mapping the very ones, else equal.
  @Test
  void whatIsReadOfRandomColumnsIsWhatTheWholeHasThere() {
    Property.check(
        300,
        (random, number) -> {
          Path file = folder.resolve(number + ".arrow");
          List<Compression> codecs = List.of(Compression.values());
          ArrowWriter.Builder target =
              ArrowWriter.file(file).codec(codecs.get(random.nextInt(codecs.size())));
          if (RandomTable.of(random, 4, _ -> true).write(target, 20).isEmpty()) {
            try (InMemory memory =
                new InMemory(Arrow.format(), "nested", Files.readAllBytes(file))) {
              verify(memory, true, random);
              verify(memory, false, random);
            }
          }
        });
  }

  private static void verify(InMemory memory, boolean mapped, SplittableRandom random)
      throws IOException {
    try (DataSource source = memory.source(mapped)) {
      List<Field> fields = source.schema().fields();
      for (Split split : source.splits()) {
        List<Projection> parts =
            IntStream.range(0, fields.size())
                .mapToObj(column -> part(column, fields.get(column).type(), random))
                .toList();
        boolean isView = split.decodedBytes(Projection.all(source.schema())) == 0;
        long[] taken = {0};
        try (Arena arena = Arena.ofConfined()) {
          List<ArrayData> whole = read(source, split, Projection.all(source.schema()), arena);
          List<ArrayData> found =
              read(
                  source,
                  split,
                  parts,
                  (bytes, alignment) -> {
                    taken[0] += bytes;
                    return arena.allocate(bytes, alignment);
                  });
          for (int column = 0; column < parts.size(); column++) {
            assertSame(parts.get(column).of(whole.get(column)), found.get(column), isView);
          }
        }
        assertTrue(taken[0] <= split.decodedBytes(parts), () -> taken[0] + " of " + parts);
      }
    }
  }

  private static List<ArrayData> read(
      DataSource source, Split split, List<Projection> columns, SegmentAllocator memory)
      throws IOException {
    try (BatchIterator batches = source.read(ReadRequest.all(split, columns, memory))) {
      return batches.advance() ? batches.batch().columns() : List.of();
    }
  }

  private static void assertSame(ArrayData expected, ArrayData found, boolean isView) {
    assertEquals(expected.type(), found.type());
    assertEquals(expected.length(), found.length());
    assertEquals(expected.nullCount(), found.nullCount());
    assertEquals(expected.dictionary(), found.dictionary());
    assertEquals(expected.buffers().size(), found.buffers().size());
    for (int i = 0; i < expected.buffers().size(); i++) {
      MemorySegment buffer = expected.buffers().get(i);
      assertEquals(-1, buffer.mismatch(found.buffers().get(i)));
      assertTrue(!isView || buffer.address() == found.buffers().get(i).address());
    }
    assertEquals(expected.children().size(), found.children().size());
    for (int i = 0; i < expected.children().size(); i++) {
      assertSame(expected.children().get(i), found.children().get(i), isView);
    }
  }

  private static Projection part(int place, DataType type, SplittableRandom random) {
    boolean isWhole =
        random.nextInt(5) == 0
            || type.children().isEmpty()
            || type instanceof DataType.Union
            || type instanceof DataType.RunEndEncoded;
    if (isWhole) {
      return Projection.whole(place);
    }
    List<Field> children = type.children();
    if (type instanceof DataType.Map map) {
      List<Field> entry = map.entries().type().children();
      Projection value = part(1, entry.get(1).type(), random);
      return new Projection(place, List.of(new Projection(0, List.of(Projection.whole(0), value))));
    }
    int least = random.nextInt(children.size());
    List<Projection> parts = new ArrayList<>();
    for (int child = 0; child < children.size(); child++) {
      if (child == least || random.nextBoolean()) {
        parts.add(part(child, children.get(child).type(), random));
      }
    }
    return new Projection(place, parts);
  }

  /// `user` of `a`, 80,000 bytes, `b`, 10,000 bytes, and `c`, which refers to a dictionary that is
  /// not there.
  private static FileForge user() {
    return new FileForge(
        Fields.of(
            "user",
            ArrowType.Struct.INSTANCE,
            Fields.of("a", Fields.INT64),
            Fields.of("b", Fields.INT8),
            Fields.encoded("c", 1, 8, Fields.UTF8)));
  }

  private static final Projection WHOLE = Projection.whole(0);

  private static Projection fields(int... places) {
    return new Projection(0, Projection.columns(places));
  }

  @Test
  void ofAnUnmappedFileOnlyTheBuffersOfTheseFieldsAreFetched() throws IOException {
    byte[] file =
        user()
            .batch(
                10_000,
                nodes(10_000, 10_000, 10_000, 10_000),
                FileForge.none(),
                FileForge.none(),
                new byte[80_000],
                FileForge.none(),
                new byte[10_000],
                FileForge.none(),
                new byte[10_000])
            .build();
    try (InMemory memory = new InMemory(Arrow.format(), "user", file);
        DataSource source = memory.source(false);
        Arena arena = Arena.ofConfined()) {
      Split split = source.splits().getFirst();
      assertEquals(80_000, taken(source, split, fields(0), arena));
      assertEquals(10_000, taken(source, split, fields(1), arena));
      assertEquals(90_000, taken(source, split, fields(0, 1), arena));
      assertEquals(90_000, taken(source, split, fields(0, 2), arena));
      assertEquals(100_000, taken(source, split, WHOLE, arena));
    }
  }

  private static long taken(DataSource source, Split split, Projection column, Arena arena)
      throws IOException {
    long[] taken = {0};
    SegmentAllocator counting =
        (bytes, alignment) -> {
          taken[0] += bytes;
          return arena.allocate(bytes, alignment);
        };
    assertEquals(1, read(source, split, List.of(column), counting).size());
    assertTrue(taken[0] <= split.decodedBytes(List.of(column)));
    return taken[0];
  }

  @Test
  void memoryIsAskedForTheFieldsThatAreRead() throws IOException {
    byte[] wide = FileForge.compressed(CompressionType.LZ4_FRAME, new byte[80_000]);
    byte[] narrow = FileForge.compressed(CompressionType.LZ4_FRAME, new byte[10_000]);
    byte[] file =
        user()
            .codec(CompressionType.LZ4_FRAME)
            .batch(
                10_000,
                nodes(10_000, 10_000, 10_000, 10_000),
                FileForge.none(),
                FileForge.none(),
                wide,
                FileForge.none(),
                narrow,
                FileForge.none(),
                narrow)
            .build();
    try (InMemory memory = new InMemory(Arrow.format(), "user", file);
        DataSource source = memory.source(true)) {
      Split split = source.splits().getFirst();
      long all = split.decodedBytes(List.of(WHOLE));
      assertTrue(split.decodedBytes(List.of(fields(0))) >= 80_000);
      assertTrue(split.decodedBytes(List.of(fields(1))) < 11_000);
      assertEquals(all, split.decodedBytes(List.of(fields(0, 1, 2))));
      assertEquals(
          all, split.decodedBytes(List.of(fields(0))) + split.decodedBytes(List.of(fields(1, 2))));
    }
  }

  /// Of a file, mapped or not, and of a pipe: what is not selected is not looked at, since the
  /// indices of `c` would be refused.
  @Test
  void datasetsSelectFields() throws Exception {
    FileForge forge =
        user()
            .batch(
                3,
                nodes(3, 3, 3, 3),
                FileForge.none(),
                FileForge.none(),
                FileForge.longs(1, 2, 3),
                FileForge.none(),
                new byte[] {4, 5, 6},
                FileForge.none(),
                new byte[] {9, 9, 9});
    ReadableByteChannel pipe = Channels.newChannel(new ByteArrayInputStream(forge.stream()));
    try (InMemory memory = new InMemory(Arrow.format(), "user", forge.build())) {
      for (Dataset dataset :
          List.of(memory.mapped(), memory.unmapped(), Dataset.of(Arrow.stream("pipe", pipe)))) {
        Dataset some = dataset.select("user.b").filter(Filter.parse("user.a >= 2"));
        assertEquals("[user struct<b: int8>]", some.schema().fields().toString());
        assertEquals(List.of(List.of(Row.of(5L)), List.of(Row.of(6L))), Rows.of(some, 2));
      }
    }
  }
}
