package io.zenith.parquet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.error.MalformedDataException;
import io.zenith.error.UnsupportedDataException;
import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import io.zenith.spi.ArrayData;
import io.zenith.spi.DataSource;
import io.zenith.spi.Split;
import io.zenith.spi.Zones;
import io.zenith.testkit.InMemory;
import io.zenith.testkit.Python;
import io.zenith.testkit.Workers;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.Util;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Indices of pages, Bloom filters and dictionaries that are broken: whoever asks what is known of
/// values gets an answer, or an error that names the file.
@NullUnmarked // what generated getters give is there, in sound footers
class BrokenIndexTest {
  private static final int CASES = Integer.getInteger("zenith.mutations", 10_000);
  private static final long SEED = 0x5EED;
  private static final long MOST_BYTES = 64L << 20;
  private static final long MOST_NANOS = TimeUnit.SECONDS.toNanos(5);
  private static final int ROWS = 40;

  @TempDir static Path folder;

  private static byte[] file = {};

  /// A column with a page index and a Bloom filter, one with a dictionary, and a few others.
  @BeforeAll
  static void write() throws IOException, InterruptedException {
    Python.require("pyarrow");
    Path path = folder.resolve("sound.parquet");
    Python.run(
        """
        import sys
        import pyarrow as pa
        import pyarrow.parquet as pq
        rows = 40
        table = pa.table({
            "i": pa.array([None if i % 9 == 0 else i for i in range(rows)], pa.int32()),
            "s": pa.array([None if i < 12 else "word %d" % (i % 6) for i in range(rows)]),
            "d": pa.array([i / 3 for i in range(rows)]),
            "t": pa.array([{"a": i % 3} for i in range(rows)]),
        })
        pq.write_table(table, sys.argv[1], compression="none", store_schema=False,
                       write_page_index=True, max_rows_per_page=10, write_batch_size=10,
                       use_dictionary=["s"],
                       bloom_filter_options={"i": {"ndv": 20, "fpp": 0.1}, "s": {"ndv": 9, "fpp": 0.1}})
        """,
        path.toString());
    file = Files.readAllBytes(path);
  }

  @Test
  void brokenFilesGiveAnAnswerOrAnError() throws Exception {
    ParquetMutator mutator = new ParquetMutator(List.of(file));
    AtomicLong answers = new AtomicLong();
    Workers.run(
        CASES,
        number -> {
          SplittableRandom random = new SplittableRandom(SEED ^ number * 0x9E3779B97F4A7C15L);
          byte[] broken = mutator.next(random);
          try {
            answers.addAndGet(ask(broken, random.nextBoolean()) ? 1 : 0);
          } catch (Throwable e) {
            throw new AssertionError("case " + number + " failed", e);
          }
        });
    assertTrue(answers.get() > CASES / 10, answers.toString());
    assertTrue(answers.get() < CASES - CASES / 10, answers.toString());
  }

  /// Asks all there is to ask.
  ///
  /// @return whether there was an answer
  private static boolean ask(byte[] broken, boolean mapped) throws IOException {
    long start = System.nanoTime();
    try (Arena arena = Arena.ofConfined();
        InMemory memory = new InMemory(Parquet.format(), "index", broken)) {
      AtomicLong taken = new AtomicLong();
      SegmentAllocator limited =
          (bytes, alignment) -> {
            if (taken.addAndGet(bytes) > MOST_BYTES) {
              throw new IllegalStateException("no memory");
            }
            return arena.allocate(bytes, alignment).fill((byte) 0xA5);
          };
      try (DataSource source = memory.source(mapped)) {
        for (Split split : source.splits()) {
          ask(source, split, limited);
        }
        return true;
      } catch (MalformedDataException | UnsupportedDataException e) {
        assertTrue(e.getMessage().contains(memory.location(mapped)), e.getMessage());
        return false;
      } catch (IllegalStateException e) {
        assertEquals("no memory", e.getMessage().replaceAll(".*: ", ""));
        return false;
      }
    } finally {
      assertTrue(System.nanoTime() - start < MOST_NANOS);
    }
  }

  private static void ask(DataSource source, Split split, SegmentAllocator memory)
      throws IOException {
    for (List<Integer> path : FlatValues.paths(source.schema().fields())) {
      verify(split.zones(path, memory), split);
      verify(source.zones(split, path, memory), split);
      DataType type = type(source.schema().fields(), path);
      ArrayData zeros =
          new ArrayData(
              type,
              2,
              0,
              List.of(MemorySegment.NULL, zeros(memory, 96), zeros(memory, 32)),
              List.of(),
              Optional.empty());
      assertTrue(source.mayHold(split, path, zeros, memory).length() <= 2);
    }
  }

  private static MemorySegment zeros(SegmentAllocator memory, long bytes) {
    return memory.allocate(bytes, 8).fill((byte) 0);
  }

  private static DataType type(List<Field> fields, List<Integer> path) {
    DataType type = fields.get(path.getFirst()).type();
    for (int field : path.subList(1, path.size())) {
      type = type.children().get(field).type();
    }
    return type;
  }

  /// All rows, and bounds that can be read.
  private static void verify(Optional<Zones> found, Split split) {
    if (found.isEmpty()) {
      return;
    }
    Zones zones = found.get();
    long next = 0;
    for (int i = 0; i < zones.zones().size(); i++) {
      Zones.Zone zone = zones.zones().get(i);
      assertEquals(next, zone.rows().from());
      assertTrue(zone.nulls() >= -1 && zone.nulls() <= zone.rows().count());
      assertEquals(
          FlatValues.value(zones.least(), i) == null, FlatValues.value(zones.most(), i) == null);
      next = zone.rows().end();
    }
    assertEquals(split.rows(), next);
  }

  @Test
  void indicesThatCannotBeAreMalformed() throws IOException {
    assertMalformed(
        "column 'i', column index: found 14 bytes from byte 99999999, expected some of the file's ",
        chunk -> chunk.setColumn_index_offset(99_999_999).setColumn_index_length(14));
    assertMalformed(
        "column 'i', offset index: found -1 bytes from byte 8, expected some of the file's ",
        chunk -> chunk.setOffset_index_offset(8).setOffset_index_length(-1));
    assertMalformed(
        "column 'i', column index",
        chunk -> chunk.setColumn_index_length(chunk.getColumn_index_length() - 9));
    assertMalformed(
        "column 'i', column index: found no list of ",
        chunk -> chunk.setColumn_index_offset(chunk.getColumn_index_offset() + 1));
    assertMalformed(
        "column 'i', Bloom filter: found a Bloom filter at byte -7, expected 0 to ",
        chunk -> chunk.getMeta_data().setBloom_filter_offset(-7));
  }

  private static void assertMalformed(String message, Consumer<ColumnChunk> change)
      throws IOException {
    try (Arena arena = Arena.ofConfined();
        InMemory memory = new InMemory(Parquet.format(), "index", changed(change));
        DataSource source = memory.source(true)) {
      Split split = source.splits().getFirst();
      MalformedDataException error =
          assertThrows(MalformedDataException.class, () -> ask(source, split, arena));
      assertTrue(error.getMessage().contains("row group 0, " + message), error.getMessage());
    }
  }

  /// The file with another first chunk in its footer.
  private static byte[] changed(Consumer<ColumnChunk> change) throws IOException {
    int end = file.length - 8;
    int length = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN).getInt(end);
    FileMetaData footer =
        Util.readFileMetaData(new ByteArrayInputStream(file, end - length, length));
    change.accept(footer.getRow_groups().getFirst().getColumns().getFirst());
    return FileForge.withFooter(Arrays.copyOf(file, end - length), FileForge.written(footer));
  }

  @Test
  void aColumnWithoutOneOfItsIndicesIsOneZone() throws IOException {
    assertEquals(4, pages(changed(_ -> {})));
    assertEquals(1, pages(changed(ColumnChunk::unsetOffset_index_offset)));
    assertEquals(1, pages(changed(ColumnChunk::unsetColumn_index_offset)));
    assertEquals(1, pages(changed(chunk -> chunk.setColumn_index_length(0))));
  }

  private static int pages(byte[] content) throws IOException {
    try (Arena arena = Arena.ofConfined();
        InMemory memory = new InMemory(Parquet.format(), "index", content);
        DataSource source = memory.source(false)) {
      Split split = source.splits().getFirst();
      Zones zones = source.zones(split, List.of(0), arena).orElseThrow();
      assertEquals(ROWS, zones.zones().getLast().rows().end());
      return zones.zones().size();
    }
  }
}
