package io.zenith.parquet;

import static io.zenith.parquet.FileForge.bytes;
import static io.zenith.parquet.FileForge.leaf;
import static io.zenith.parquet.FileForge.longs;
import static io.zenith.parquet.FileForge.page;
import static org.apache.parquet.format.FieldRepetitionType.REQUIRED;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.parquet.FileForge.Chunk;
import io.zenith.spi.BatchIterator;
import io.zenith.spi.DataSource;
import io.zenith.spi.FilePart;
import io.zenith.spi.InputFile;
import io.zenith.spi.Projection;
import io.zenith.spi.ReadRequest;
import io.zenith.spi.RowRange;
import io.zenith.spi.StoredFile;
import io.zenith.testkit.InMemory;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.OffsetIndex;
import org.apache.parquet.format.PageLocation;
import org.apache.parquet.format.Type;
import org.apache.parquet.format.Util;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/// What is asked for of a file that is not mapped.
@NullUnmarked // what generated getters give is there
final class FetchedBytesTest {
  private static final int START = 4;

  /// A file that notes the sizes of what is asked for: a list for each call.
  private record Noted(InputFile input, List<List<Long>> requests) implements InputFile {
    @Override
    public StoredFile file() {
      return input.file();
    }

    @Override
    public Optional<MemorySegment> mapping() {
      return Optional.empty();
    }

    @Override
    public void read(long offset, MemorySegment target) throws IOException {
      requests.add(List.of(target.byteSize()));
      input.read(offset, target);
    }

    @Override
    public void read(List<FilePart> parts) throws IOException {
      if (!parts.isEmpty()) {
        requests.add(parts.stream().map(part -> part.target().byteSize()).toList());
      }
      input.read(parts);
    }

    @Override
    public void verifyUnchanged() throws IOException {
      input.verifyUnchanged();
    }
  }

  /// Reads a range of a file.
  ///
  /// @return the first value of the first column
  private static long read(
      byte[] file, RowRange rows, List<Projection> columns, List<List<Long>> requests)
      throws IOException {
    try (InMemory memory = new InMemory(Parquet.format(), "fetched", file);
        Arena arena = Arena.ofConfined();
        DataSource source =
            Parquet.format().open(new Noted(memory.input(false), requests), arena)) {
      requests.clear();
      ReadRequest request =
          new ReadRequest(source.splits().getFirst(), List.of(rows), columns, arena);
      try (BatchIterator batches = source.read(request)) {
        assertTrue(batches.advance());
        return batches.batch().columns().getFirst().buffers().get(1).get(Numbers.LONG, 0);
      }
    }
  }

  /// A writer has given up its dictionary, which is too large to be fetched on suspicion.
  @Test
  void aLargeDictionaryIsFetchedForPagesThatNeedIt() throws IOException {
    byte[] words = longs(LongStream.range(0, 9000).map(word -> word * word).toArray());
    byte[] dictionary = FileForge.dictionary(9000, words);
    assertTrue(dictionary.length > ByteSpans.MOST_GAP);
    byte[] first = page(1, Encoding.RLE_DICTIONARY, bytes(14, 2, 8999 & 0xFF, 8999 >> 8));
    byte[] second = page(1, Encoding.PLAIN, longs(7));
    int behind = START + dictionary.length + first.length;
    ByteArrayOutputStream index = new ByteArrayOutputStream();
    Util.writeOffsetIndex(
        new OffsetIndex(
            List.of(
                new PageLocation(START + dictionary.length, first.length, 0),
                new PageLocation(behind, second.length, 1))),
        index);
    byte[] file =
        new FileForge(leaf("x", Type.INT64, REQUIRED))
            .rowGroup(2, new Chunk(2, dictionary, first, second, index.toByteArray()))
            .footer(footer -> {
              ColumnChunk chunk = footer.getRow_groups().getFirst().getColumns().getFirst();
              chunk.setOffset_index_offset(behind + second.length);
              chunk.setOffset_index_length(index.size());
            })
            .build();
    List<List<Long>> requests = new ArrayList<>();
    List<Projection> column = Projection.columns(0);
    assertEquals(8999L * 8999, read(file, new RowRange(0, 1), column, requests));
    assertEquals(
        List.of(
            List.of((long) index.size()),
            List.of((long) first.length),
            List.of((long) dictionary.length)),
        requests);
    assertEquals(7, read(file, new RowRange(1, 1), column, requests));
    assertEquals(List.of(List.of((long) index.size()), List.of((long) second.length)), requests);
  }

  /// What several columns need is asked for in one call: a far storage fetches it side by side.
  @Test
  void columnsAreAskedForTogether() throws IOException {
    int rows = 1 << 14;
    byte[] page = page(rows, Encoding.PLAIN, new byte[rows * Long.BYTES]);
    assertTrue(page.length > ByteSpans.MOST_GAP);
    byte[] file =
        new FileForge(
                leaf("x", Type.INT64, REQUIRED),
                leaf("y", Type.INT64, REQUIRED),
                leaf("z", Type.INT64, REQUIRED))
            .rowGroup(rows, new Chunk(rows, page), new Chunk(rows, page), new Chunk(rows, page))
            .build();
    List<List<Long>> requests = new ArrayList<>();
    assertEquals(0, read(file, new RowRange(0, rows), Projection.columns(0, 2), requests));
    assertEquals(List.of(2), requests.stream().map(List::size).toList());
    assertEquals((long) page.length, requests.getFirst().getLast());
  }
}
