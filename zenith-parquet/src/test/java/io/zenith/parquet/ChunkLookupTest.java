package io.zenith.parquet;

import static io.zenith.parquet.FileForge.bytes;
import static io.zenith.parquet.FileForge.leaf;
import static io.zenith.parquet.FileForge.longs;
import static io.zenith.parquet.FileForge.page;
import static org.apache.parquet.format.FieldRepetitionType.REQUIRED;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.zenith.parquet.FileForge.Chunk;
import io.zenith.schema.DataType;
import io.zenith.spi.ArrayData;
import io.zenith.spi.DataSource;
import io.zenith.testkit.InMemory;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.DictionaryPageHeader;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.PageEncodingStats;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.PageType;
import org.apache.parquet.format.Type;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/// Dictionaries tell which values are not there only where all pages use them.
@NullUnmarked // what generated getters give is there, in sound footers
final class ChunkLookupTest {
  private static final byte[] WORDS = FileForge.dictionary(2, longs(1, 2));

  /// Both words, one after the other.
  private static final byte[] USING = page(2, Encoding.RLE_DICTIONARY, bytes(1, 3, 0b10));

  private static final byte[] PLAIN = page(2, Encoding.PLAIN, longs(3, 3));

  private static final DataType LONG = new DataType.Int(64, true);

  private static final PageEncodingStats WORDS_STATED =
      new PageEncodingStats(PageType.DICTIONARY_PAGE, Encoding.PLAIN, 1);

  private static PageEncodingStats stated(Encoding encoding, int count) {
    return new PageEncodingStats(PageType.DATA_PAGE, encoding, count);
  }

  @Test
  void aDictionaryThatAllPagesUseHasAllValues() throws IOException {
    PageEncodingStats using = stated(Encoding.RLE_DICTIONARY, 1);
    for (boolean isMapped : new boolean[] {true, false}) {
      assertEquals(
          Set.of(1L, 2L), held(isMapped, List.of(WORDS_STATED, using), WORDS, USING, USING));
      assertEquals(
          Set.of(1L, 2L),
          held(
              isMapped,
              List.of(using, stated(Encoding.PLAIN_DICTIONARY, 1), stated(Encoding.PLAIN, 0)),
              WORDS,
              USING));
    }
  }

  @Test
  void aDictionaryThatSomePagesUseHasNot() throws IOException {
    List<PageEncodingStats> some =
        List.of(WORDS_STATED, stated(Encoding.RLE_DICTIONARY, 1), stated(Encoding.PLAIN, 1));
    for (boolean isMapped : new boolean[] {true, false}) {
      assertEquals(Set.of(1L, 2L, 3L, 9L), held(isMapped, some, WORDS, USING, PLAIN));
      assertEquals(
          Set.of(1L, 2L, 3L, 9L), held(isMapped, List.of(WORDS_STATED), WORDS, USING, PLAIN));
    }
  }

  @Test
  void whereTheFooterDoesNotSayItPagesOfAMappingDo() throws IOException {
    assertEquals(Set.of(1L, 2L), held(true, List.of(), WORDS, USING, USING));
    assertEquals(Set.of(1L, 2L, 3L, 9L), held(true, List.of(), WORDS, USING, PLAIN));
    assertEquals(Set.of(1L, 2L, 3L, 9L), held(false, List.of(), WORDS, USING, USING));
  }

  @Test
  void aDictionaryOfAnotherKindIsNotAsked() throws IOException {
    byte[] words =
        page(
            new PageHeader(PageType.DICTIONARY_PAGE, 16, 16)
                .setDictionary_page_header(
                    new DictionaryPageHeader(2, Encoding.DELTA_BINARY_PACKED)),
            longs(1, 2));
    List<PageEncodingStats> all = List.of(stated(Encoding.RLE_DICTIONARY, 1));
    assertEquals(Set.of(1L, 2L, 3L, 9L), held(true, all, words, USING));
  }

  @Test
  void largeDictionariesAreNotAsked() throws IOException {
    List<PageEncodingStats> all = List.of(stated(Encoding.RLE_DICTIONARY, 1));
    byte[] small = FileForge.dictionary(8_000, longs(LongStream.range(1, 8_001).toArray()));
    assertEquals(Set.of(1L, 2L, 3L), heldOf(all, small));
    byte[] large = FileForge.dictionary(8_200, longs(LongStream.range(1, 8_201).toArray()));
    assertEquals(Set.of(1L, 2L, 3L, 9_999L), heldOf(all, large));
  }

  @Test
  void numbersThatAreEqualNeedNotBeTheSame() throws IOException {
    byte[] words =
        FileForge.dictionary(
            2, longs(Double.doubleToLongBits(-0.0), Double.doubleToLongBits(Double.NaN)));
    BitSet found =
        ask(
            true,
            Type.DOUBLE,
            new DataType.FloatingPoint(64),
            LongStream.of(
                    Double.doubleToLongBits(0.0),
                    Double.doubleToLongBits(-0.0),
                    Double.doubleToLongBits(Double.NaN) + 1,
                    Double.doubleToLongBits(Double.MIN_VALUE))
                .toArray(),
            List.of(stated(Encoding.RLE_DICTIONARY, 1)),
            words,
            USING);
    assertEquals(BitSet.valueOf(new long[] {0b111}), found);
  }

  private static Set<Long> held(boolean isMapped, List<PageEncodingStats> stats, byte[]... pages)
      throws IOException {
    return held(isMapped, new long[] {1, 2, 3, 9}, stats, pages);
  }

  private static Set<Long> heldOf(List<PageEncodingStats> stats, byte[] words) throws IOException {
    return held(true, new long[] {1, 2, 3, 9_999}, stats, words, USING);
  }

  private static Set<Long> held(
      boolean isMapped, long[] sought, List<PageEncodingStats> stats, byte[]... pages)
      throws IOException {
    return ask(isMapped, Type.INT64, LONG, sought, stats, pages).stream()
        .mapToObj(i -> sought[i])
        .collect(Collectors.toSet());
  }

  private static BitSet ask(
      boolean isMapped,
      Type stored,
      DataType type,
      long[] sought,
      List<PageEncodingStats> stats,
      byte[]... pages)
      throws IOException {
    int rows = 2 * (pages.length - 1);
    byte[] file =
        new FileForge(leaf("x", stored, REQUIRED))
            .rowGroup(rows, new Chunk(rows, pages))
            .footer(footer -> {
              ColumnMetaData data =
                  footer.getRow_groups().getFirst().getColumns().getFirst().getMeta_data();
              long start = data.getData_page_offset();
              data.setDictionary_page_offset(start).setData_page_offset(start + pages[0].length);
              if (!stats.isEmpty()) {
                data.setEncoding_stats(new ArrayList<>(stats));
              }
            })
            .build();
    try (Arena arena = Arena.ofConfined();
        InMemory memory = new InMemory(Parquet.format(), "lookup", file);
        DataSource source = memory.source(isMapped)) {
      MemorySegment values = arena.allocate((long) sought.length * Long.BYTES, Long.BYTES);
      values.copyFrom(MemorySegment.ofArray(sought));
      ArrayData numbers =
          new ArrayData(
              type,
              sought.length,
              0,
              List.of(MemorySegment.NULL, values),
              List.of(),
              Optional.empty());
      return source.mayHold(source.splits().getFirst(), List.of(0), numbers, arena);
    }
  }
}
