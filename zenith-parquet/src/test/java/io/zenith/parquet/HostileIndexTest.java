package io.zenith.parquet;

import static io.zenith.parquet.FileForge.bytes;
import static io.zenith.parquet.FileForge.joined;
import static io.zenith.parquet.FileForge.leaf;
import static io.zenith.parquet.FileForge.longs;
import static io.zenith.parquet.FileForge.page;
import static io.zenith.parquet.FileForge.sized;
import static org.apache.parquet.format.FieldRepetitionType.REPEATED;
import static org.apache.parquet.format.FieldRepetitionType.REQUIRED;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.Dataset;
import io.zenith.error.MalformedDataException;
import io.zenith.parquet.FileForge.Chunk;
import io.zenith.spi.BatchIterator;
import io.zenith.spi.DataSource;
import io.zenith.spi.Projection;
import io.zenith.spi.ReadRequest;
import io.zenith.spi.RowRange;
import io.zenith.testkit.InMemory;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.FieldRepetitionType;
import org.apache.parquet.format.OffsetIndex;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.PageLocation;
import org.apache.parquet.format.PageType;
import org.apache.parquet.format.Type;
import org.apache.parquet.format.Util;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/// Offset indexes that contradict themselves, the chunk, or its pages.
@NullUnmarked // what generated getters give is there
final class HostileIndexTest {
  private static final byte[] FIRST = page(1, Encoding.PLAIN, longs(7));
  private static final byte[] SECOND = page(1, Encoding.PLAIN, longs(8));
  private static final int START = 4;
  private static final int BEHIND = START + FIRST.length;

  /// Two pages of a row, and an index.
  private static byte[] file(PageLocation... pages) throws IOException {
    return file(REQUIRED, 2, List.of(FIRST, SECOND), pages);
  }

  /// Some pages of a value for each row, and an index.
  private static byte[] file(
      FieldRepetitionType repetition, int rows, List<byte[]> stored, PageLocation... pages)
      throws IOException {
    ByteArrayOutputStream index = new ByteArrayOutputStream();
    Util.writeOffsetIndex(new OffsetIndex(List.of(pages)), index);
    List<byte[]> all = new ArrayList<>(stored);
    all.add(index.toByteArray());
    return new FileForge(leaf("x", Type.INT64, repetition))
        .rowGroup(rows, new Chunk(rows, all))
        .footer(footer ->
            footer
                .getRow_groups()
                .getFirst()
                .getColumns()
                .getFirst()
                .setOffset_index_offset(START + stored.stream().mapToInt(page -> page.length).sum())
                .setOffset_index_length(index.size()))
        .build();
  }

  private static Map<String, ?> read(byte[] file) throws IOException {
    try (InMemory memory = new InMemory(Parquet.format(), "index", file)) {
      PartsFormat format = new PartsFormat(new RowGroupParts(0, 1, 1));
      Map<String, ?> mapped = Table.read(Dataset.open(format, memory.location(true)), 10);
      assertEquals(mapped, Table.read(Dataset.open(format, memory.location(false)), 10));
      return mapped;
    }
  }

  private static void refuse(String message, PageLocation... pages) throws IOException {
    refuse(message, file(pages));
  }

  private static void refuse(String message, byte[] file) {
    String found =
        String.valueOf(assertThrows(MalformedDataException.class, () -> read(file)).getMessage());
    assertTrue(found.contains("row group 0, column 'x', " + message), found);
  }

  private static PageLocation at(long offset, int size, long row) {
    return new PageLocation(offset, size, row);
  }

  @Test
  void aSoundOneIsRead() throws IOException {
    byte[] file = file(at(START, FIRST.length, 0), at(BEHIND, SECOND.length, 1));
    assertEquals(Map.of("x", List.of(7L, 8L)), read(file));
  }

  @Test
  void brokenOnesAreRefused() throws IOException {
    PageLocation first = at(START, FIRST.length, 0);
    PageLocation second = at(BEHIND, SECOND.length, 1);
    refuse("offset index: found 0 pages of type");
    refuse("offset index: found first row 1, expected 0", second);
    refuse("offset index: found first row 3, expected 0 to 2", first, at(BEHIND, 9, 3));
    refuse("offset index: found first row -1, expected 0 to 2", first, at(BEHIND, 9, -1));
    refuse("offset index: found a page of 9 bytes at byte 5", first, at(START + 1, 9, 1));
    refuse("offset index: found a page of 0 bytes at byte", first, at(BEHIND, 0, 1));
    refuse(
        "offset index: found a page of 2147483647 bytes", first, at(BEHIND, Integer.MAX_VALUE, 1));
    refuse(
        "page 0 at byte 4: found " + FIRST.length + " bytes, expected " + (FIRST.length + 1),
        at(START, FIRST.length + 1, 0),
        at(BEHIND + 1, SECOND.length, 1));
    refuse("page 0 at byte 4: found 1 values, expected 2 rows", first);
    refuse(
        "page 0 at byte 4: found another page, expected a dictionary",
        at(BEHIND, SECOND.length, 0));
  }

  @Test
  void pagesOfTheIndexAreDataPages() throws IOException {
    byte[] other = page(new PageHeader(PageType.INDEX_PAGE, 8, 8), new byte[8]);
    refuse(
        "page 0 at byte 4: found another page, expected a data page, as the offset index says",
        file(
            REQUIRED,
            2,
            List.of(other, SECOND),
            at(START, other.length, 0),
            at(START + other.length, SECOND.length, 1)));
  }

  /// The index must not begin a page at a row that the levels do not begin there.
  @Test
  void rowsOfListsAreThoseOfTheLevels() throws IOException {
    byte[] levels = sized(bytes(4, 0));
    byte[] two = page(2, Encoding.PLAIN, joined(levels, sized(bytes(4, 1)), longs(7, 8)));
    byte[] one = page(1, Encoding.PLAIN, joined(sized(bytes(2, 0)), sized(bytes(2, 1)), longs(9)));
    List<byte[]> pages = List.of(two, one);
    long behind = START + (long) two.length;
    assertEquals(
        Map.of("x", List.of(List.of(7L), List.of(8L), List.of(9L))),
        read(file(REPEATED, 3, pages, at(START, two.length, 0), at(behind, one.length, 2))));
    refuse(
        "page 0 at byte 4: found rows up to 1, expected 0, as the offset index says",
        file(REPEATED, 3, pages, at(START, two.length, 0), at(behind, one.length, 1)));
    refuse(
        "page 0 at byte 4: found 2 values, expected 3 rows, as the offset index says",
        file(REPEATED, 3, pages, at(START, two.length, 0), at(behind, one.length, 3)));
  }

  /// Some writers end a chunk so.
  @Test
  void aPageWithoutRowsMayBeTheLast() throws IOException {
    byte[] empty = page(0, Encoding.PLAIN);
    long end = BEHIND + (long) SECOND.length;
    byte[] file =
        file(
            REQUIRED,
            2,
            List.of(FIRST, SECOND, empty),
            at(START, FIRST.length, 0),
            at(BEHIND, SECOND.length, 1),
            at(end, empty.length, 2));
    assertEquals(Map.of("x", List.of(7L, 8L)), read(file));
  }

  /// Each page of a list may have as many values as the chunk, but not all together.
  @Test
  void pagesHaveNoMoreValuesThanTheirChunk() throws IOException {
    byte[] page =
        page(2, Encoding.PLAIN, joined(sized(bytes(2, 0, 2, 1)), sized(bytes(4, 1)), longs(7, 8)));
    ByteArrayOutputStream index = new ByteArrayOutputStream();
    Util.writeOffsetIndex(
        new OffsetIndex(
            List.of(
                at(START, page.length, 0),
                at(START + page.length, page.length, 1),
                at(START + 2L * page.length, page.length, 2))),
        index);
    byte[] file =
        new FileForge(leaf("x", Type.INT64, REPEATED))
            .rowGroup(3, new Chunk(3, page, page, page, index.toByteArray()))
            .footer(footer ->
                footer
                    .getRow_groups()
                    .getFirst()
                    .getColumns()
                    .getFirst()
                    .setOffset_index_offset(START + 3L * page.length)
                    .setOffset_index_length(index.size()))
            .build();
    try (InMemory memory = new InMemory(Parquet.format(), "index", file);
        Arena arena = Arena.ofConfined();
        DataSource source = memory.source(true)) {
      List<RowRange> rows = List.of(new RowRange(0, 2));
      ReadRequest request =
          new ReadRequest(source.splits().getFirst(), rows, Projection.columns(0), arena);
      try (BatchIterator batches = source.read(request)) {
        String found =
            String.valueOf(
                assertThrows(MalformedDataException.class, batches::advance).getMessage());
        assertTrue(found.contains("page 1 at byte"), found);
        assertTrue(found.endsWith("found 2 values, expected at most 1"), found);
      }
    }
  }
}
