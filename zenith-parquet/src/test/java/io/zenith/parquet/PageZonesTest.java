package io.zenith.parquet;

import static io.zenith.parquet.FileForge.bytes;
import static io.zenith.parquet.FileForge.ints;
import static io.zenith.parquet.FileForge.joined;
import static io.zenith.parquet.FileForge.leaf;
import static io.zenith.parquet.FileForge.page;
import static io.zenith.parquet.FileForge.sized;
import static org.apache.parquet.format.FieldRepetitionType.OPTIONAL;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.error.MalformedDataException;
import io.zenith.parquet.FileForge.Chunk;
import io.zenith.spi.DataSource;
import io.zenith.spi.Zones;
import io.zenith.testkit.InMemory;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import org.apache.parquet.format.BoundaryOrder;
import org.apache.parquet.format.ColumnIndex;
import org.apache.parquet.format.ColumnOrder;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.OffsetIndex;
import org.apache.parquet.format.PageLocation;
import org.apache.parquet.format.Type;
import org.apache.parquet.format.TypeDefinedOrder;
import org.apache.parquet.format.Util;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/// What is taken of the indices of three pages of two rows, the second of which are null.
@NullUnmarked // what generated getters give is there, in sound footers
class PageZonesTest {
  private static final String PLACE = "row group 0, column 'x', ";

  @Test
  void eachPageIsAZone() throws IOException {
    assertEquals(
        List.of("0+2 1..2 nulls 0", "2+2 null..null nulls 2", "4+2 -5..9 nulls 1"),
        zones(_ -> {}, _ -> {}));
  }

  @Test
  void theOrderOfPagesIsNotBelieved() throws IOException {
    assertEquals(
        zones(_ -> {}, _ -> {}),
        zones(index -> index.setBoundary_order(BoundaryOrder.DESCENDING), _ -> {}));
  }

  @Test
  void withoutCountsOnlyPagesOfNullsHaveOne() throws IOException {
    assertEquals(
        List.of("0+2 1..2 nulls -1", "2+2 null..null nulls 2", "4+2 -5..9 nulls -1"),
        zones(ColumnIndex::unsetNull_counts, _ -> {}));
  }

  @Test
  void whatCannotBeIsUnknownOfItsPageOnly() throws IOException {
    assertEquals(
        List.of("0+2 null..null nulls 0", "2+2 null..null nulls 2", "4+2 -5..9 nulls -1"),
        zones(
            index -> {
              index.getMin_values().set(0, ByteBuffer.wrap(ints(3)));
              index.getNull_counts().set(2, 3L);
            },
            _ -> {}));
    assertEquals(
        List.of("0+2 null..null nulls 0", "2+2 null..null nulls 2", "4+2 -5..9 nulls 1"),
        zones(index -> index.getMax_values().set(0, ByteBuffer.wrap(bytes(1))), _ -> {}));
  }

  @Test
  void ofAPageThatContradictsItselfNothingIsKnown() throws IOException {
    assertEquals(
        List.of("0+2 null..null nulls -1", "2+2 null..null nulls -1", "4+2 -5..9 nulls 1"),
        zones(
            index -> {
              index.getNull_counts().set(0, 2L);
              index.getNull_counts().set(1, 1L);
            },
            _ -> {}));
  }

  @Test
  void emptyPagesHaveNoRows() throws IOException {
    assertEquals(
        List.of("0+2 1..2 nulls 0", "2+0 null..null nulls 0", "2+4 -5..9 nulls 1"),
        zones(
            index -> index.getNull_counts().set(1, 0L),
            index -> index.getPage_locations().get(2).setFirst_row_index(2)));
  }

  @Test
  void indicesThatContradictEachOtherAreMalformed() {
    assertMalformed(
        PLACE + "column index: found 2 elements of type 8 in field 2, expected 3 of type 8",
        index -> index.getMin_values().remove(2),
        _ -> {});
    assertMalformed(
        PLACE + "column index: found 3 elements of type 1 in field 1, expected 2 of type 1",
        _ -> {},
        index -> index.getPage_locations().remove(2));
    assertMalformed(
        PLACE + "offset index: found first row 1, expected 0",
        _ -> {},
        index -> index.getPage_locations().get(0).setFirst_row_index(1));
    assertMalformed(
        PLACE + "offset index: found first row 1, expected 2 to 6",
        _ -> {},
        index -> index.getPage_locations().get(2).setFirst_row_index(1));
    assertMalformed(
        PLACE + "offset index: found first row 7, expected 2 to 6",
        _ -> {},
        index -> index.getPage_locations().get(2).setFirst_row_index(7));
    assertMalformed(
        PLACE + "offset index: found 0 pages",
        _ -> {},
        index -> index.setPage_locations(List.of()));
  }

  /// What is made of pages would take more memory than it could save.
  @Test
  void aRowGroupOfVeryManyPagesIsOneZone() throws IOException {
    assertEquals(1 << 17, zonesOf(1 << 17));
    assertEquals(0, zonesOf((1 << 17) + 1));
  }

  /// How many zones there are, where the footer says nothing of the row group.
  private static int zonesOf(int pages) throws IOException {
    byte[] file =
        file(
            index -> {
              index.setNull_pages(Collections.nCopies(pages, false));
              index.setMin_values(Collections.nCopies(pages, ByteBuffer.wrap(ints(1))));
              index.setMax_values(Collections.nCopies(pages, ByteBuffer.wrap(ints(1))));
              index.unsetNull_counts();
            },
            index -> {
              index.setPage_locations(new ArrayList<>());
              for (int page = 0; page < pages; page++) {
                index.addToPage_locations(new PageLocation(4 + page, 1, Math.min(page, 6)));
              }
            },
            page(0, Encoding.PLAIN, new byte[pages]));
    try (Arena arena = Arena.ofConfined();
        InMemory memory = new InMemory(Parquet.format(), "pages", file);
        DataSource source = memory.source(true)) {
      return source
          .zones(source.splits().getFirst(), List.of(0), arena)
          .map(zones -> zones.zones().size())
          .orElse(0);
    }
  }

  private static void assertMalformed(
      String message, Consumer<ColumnIndex> columns, Consumer<OffsetIndex> offsets) {
    MalformedDataException error =
        assertThrows(MalformedDataException.class, () -> zones(columns, offsets));
    assertTrue(error.getMessage().contains(message), error.getMessage());
  }

  private static List<String> zones(Consumer<ColumnIndex> columns, Consumer<OffsetIndex> offsets)
      throws IOException {
    try (Arena arena = Arena.ofConfined();
        InMemory memory = new InMemory(Parquet.format(), "pages", file(columns, offsets));
        DataSource source = memory.source(true)) {
      Zones zones = source.zones(source.splits().getFirst(), List.of(0), arena).orElseThrow();
      List<String> texts = new ArrayList<>();
      for (int i = 0; i < zones.zones().size(); i++) {
        Zones.Zone zone = zones.zones().get(i);
        texts.add(
            zone.rows().from()
                + "+"
                + zone.rows().count()
                + " "
                + FlatValues.value(zones.least(), i)
                + ".."
                + FlatValues.value(zones.most(), i)
                + " nulls "
                + zone.nulls());
      }
      return texts;
    }
  }

  private static byte[] file(
      Consumer<ColumnIndex> columns, Consumer<OffsetIndex> offsets, byte... more)
      throws IOException {
    byte[] plain =
        new FileForge(leaf("x", Type.INT32, OPTIONAL))
            .rowGroup(
                6,
                new Chunk(
                    6,
                    page(2, Encoding.PLAIN, joined(sized(bytes(4, 1)), ints(1, 2))),
                    page(2, Encoding.PLAIN, sized(bytes(4, 0))),
                    page(2, Encoding.PLAIN, joined(sized(bytes(3, 0b10)), ints(7))),
                    more))
            .build();
    int end = plain.length - 8;
    int length = ByteBuffer.wrap(plain).order(ByteOrder.LITTLE_ENDIAN).getInt(end);
    FileMetaData footer =
        Util.readFileMetaData(new ByteArrayInputStream(plain, end - length, length));
    footer.setColumn_orders(List.of(ColumnOrder.TYPE_ORDER(new TypeDefinedOrder())));
    byte[] data = Arrays.copyOf(plain, end - length);

    ColumnIndex columnIndex =
        new ColumnIndex(
            new ArrayList<>(List.of(false, true, false)),
            values(ints(1), bytes(), ints(-5)),
            values(ints(2), bytes(), ints(9)),
            BoundaryOrder.UNORDERED);
    columnIndex.setNull_counts(new ArrayList<>(List.of(0L, 2L, 1L)));
    columns.accept(columnIndex);
    ByteArrayOutputStream columnBytes = new ByteArrayOutputStream();
    Util.writeColumnIndex(columnIndex, columnBytes);

    OffsetIndex offsetIndex = new OffsetIndex(new ArrayList<>());
    for (int page = 0; page < 3; page++) {
      offsetIndex.addToPage_locations(new PageLocation(4 + page, 1, 2L * page));
    }
    offsets.accept(offsetIndex);
    ByteArrayOutputStream offsetBytes = new ByteArrayOutputStream();
    Util.writeOffsetIndex(offsetIndex, offsetBytes);

    footer
        .getRow_groups()
        .getFirst()
        .getColumns()
        .getFirst()
        .setColumn_index_offset(data.length)
        .setColumn_index_length(columnBytes.size())
        .setOffset_index_offset(data.length + columnBytes.size())
        .setOffset_index_length(offsetBytes.size());
    byte[] all = joined(data, columnBytes.toByteArray(), offsetBytes.toByteArray());
    return FileForge.withFooter(all, FileForge.written(footer));
  }

  private static List<ByteBuffer> values(byte[]... values) {
    return new ArrayList<>(Arrays.stream(values).map(ByteBuffer::wrap).toList());
  }
}
