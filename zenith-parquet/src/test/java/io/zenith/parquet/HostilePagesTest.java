package io.zenith.parquet;

import static io.zenith.parquet.FileForge.bytes;
import static io.zenith.parquet.FileForge.group;
import static io.zenith.parquet.FileForge.ints;
import static io.zenith.parquet.FileForge.joined;
import static io.zenith.parquet.FileForge.leaf;
import static io.zenith.parquet.FileForge.longs;
import static io.zenith.parquet.FileForge.page;
import static io.zenith.parquet.FileForge.pageV2;
import static io.zenith.parquet.FileForge.sized;
import static io.zenith.parquet.FileForge.texts;
import static org.apache.parquet.format.FieldRepetitionType.OPTIONAL;
import static org.apache.parquet.format.FieldRepetitionType.REPEATED;
import static org.apache.parquet.format.FieldRepetitionType.REQUIRED;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.Batch;
import io.zenith.DataLoader;
import io.zenith.Dataset;
import io.zenith.parquet.FileForge.Chunk;
import io.zenith.schema.DataType;
import io.zenith.testkit.Attempt;
import io.zenith.testkit.InMemory;
import java.io.IOException;
import java.util.Arrays;
import java.util.stream.Stream;
import org.apache.parquet.format.ConvertedType;
import org.apache.parquet.format.DataPageHeader;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.IndexPageHeader;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.PageType;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.Type;
import org.junit.jupiter.api.Test;

/// Pages whose headers, levels and values contradict each other, or the footer.
final class HostilePagesTest {
  private static final SchemaElement NUMBER = leaf("x", Type.INT64, REQUIRED);
  private static final SchemaElement OPTIONAL_NUMBER = leaf("x", Type.INT64, OPTIONAL);
  private static final SchemaElement TEXT = leaf("x", Type.BYTE_ARRAY, REQUIRED);
  private static final SchemaElement TRUTH = leaf("x", Type.BOOLEAN, REQUIRED);

  private static final String PAGE = "row group 0, column 'x', page 0 at byte 4: ";

  /// One column of two rows.
  private static void refuse(String message, SchemaElement column, byte[]... pages)
      throws IOException {
    refuse(message, new FileForge(column).rowGroup(2, new Chunk(2, pages)).build());
  }

  private static void refuse(String message, byte[] file) throws IOException {
    assertEquals(true, Attempt.agreeing(Parquet.format(), file).columns().isEmpty());
    try (InMemory memory = new InMemory(Parquet.format(), "hostile", file)) {
      String found =
          String.valueOf(
              assertThrows(RuntimeException.class, () -> read(memory.mapped())).getMessage());
      assertTrue(found.startsWith("native:/mapped/hostile"), found);
      assertTrue(found.contains(message), found);
    }
  }

  private static void read(Dataset dataset) {
    try (DataLoader loader = dataset.loader(10).build()) {
      for (Batch batch : loader) {
        batch.column(0);
      }
    }
  }

  @Test
  void pagesHaveAsManyValuesAsTheirChunk() throws IOException {
    refuse(
        PAGE + "found 3 values, expected at most 2",
        NUMBER,
        page(3, Encoding.PLAIN, longs(1, 2, 3)));
    refuse("page 1 at byte ", NUMBER, page(1, Encoding.PLAIN, longs(1)));
    refuse(
        PAGE + "found 2147483647 values, expected at most 2",
        NUMBER,
        page(Integer.MAX_VALUE, Encoding.PLAIN, longs(1, 2)));
    refuse(PAGE + "found a header with -1 values", NUMBER, page(-1, Encoding.PLAIN, longs(1, 2)));
    refuse(PAGE + "found 8 bytes, expected 16", NUMBER, page(2, Encoding.PLAIN, longs(1)));
  }

  @Test
  void sizesOfPagesAreHeldAgainstTheChunk() throws IOException {
    DataPageHeader two = new DataPageHeader(2, Encoding.PLAIN, Encoding.RLE, Encoding.RLE);
    for (int size : new int[] {17, Integer.MAX_VALUE, -1}) {
      refuse(
          PAGE + "found a",
          NUMBER,
          page(new PageHeader(PageType.DATA_PAGE, 16, size).setData_page_header(two), longs(1, 2)));
      refuse(
          PAGE + "found a",
          NUMBER,
          page(new PageHeader(PageType.DATA_PAGE, size, 16).setData_page_header(two), longs(1, 2)));
    }
    refuse(
        PAGE + "found a header with no number values",
        NUMBER,
        page(new PageHeader(PageType.DATA_PAGE, 16, 16), longs(1, 2)));
  }

  /// Pages without values are passed over, however many there are, and nothing is kept of them.
  @Test
  void pagesWithoutValuesEnd() throws IOException {
    byte[] empty = page(0, Encoding.PLAIN);
    byte[] index =
        page(new PageHeader(PageType.INDEX_PAGE, 0, 0).setIndex_page_header(new IndexPageHeader()));
    byte[][] pages =
        Stream.generate(() -> joined(empty, index)).limit(100_000).toArray(byte[][]::new);
    refuse("page 100000 at byte ", NUMBER, pages);
    byte[][] read = Arrays.copyOf(pages, pages.length + 1);
    read[pages.length] = page(2, Encoding.PLAIN, longs(1, 2));
    byte[] file = new FileForge(NUMBER).rowGroup(2, new Chunk(2, read)).build();
    assertEquals(Attempt.Outcome.READ, Attempt.agreeing(Parquet.format(), file).outcome());
  }

  @Test
  void levelsLieInTheirPage() throws IOException {
    for (int size : new int[] {-1, 3, Integer.MAX_VALUE}) {
      refuse(
          PAGE + "found levels of " + size + " bytes, expected at most 2",
          OPTIONAL_NUMBER,
          page(2, Encoding.PLAIN, joined(ints(size), bytes(4, 0))));
    }
    refuse(
        PAGE + "found a page of 3 bytes", OPTIONAL_NUMBER, page(2, Encoding.PLAIN, bytes(0, 0, 0)));
    refuse(
        PAGE + "found runs that end at byte 2, expected more numbers",
        OPTIONAL_NUMBER,
        page(2, Encoding.PLAIN, sized(bytes(2, 0))));
    refuse(
        PAGE + "found runs that end at byte 0",
        OPTIONAL_NUMBER,
        pageV2(2, Encoding.PLAIN, bytes(), bytes(), longs(1, 2)));
    refuse(
        PAGE + "found a run of 2, expected a number of 1 bits",
        OPTIONAL_NUMBER,
        page(2, Encoding.PLAIN, joined(sized(bytes(4, 2)), longs(1, 2))));
    refuse(
        PAGE + "found 8 bytes, expected 16",
        OPTIONAL_NUMBER,
        page(2, Encoding.PLAIN, joined(sized(bytes(4, 1)), longs(1))));
  }

  @Test
  void dictionariesAreThereAndLargeEnough() throws IOException {
    byte[] indices = page(2, Encoding.RLE_DICTIONARY, bytes(1, 3, 0b10));
    refuse(PAGE + "found indices of a dictionary", NUMBER, indices);
    refuse(
        "page 1 at byte 25: found index 1, expected less than 1",
        NUMBER,
        FileForge.dictionary(1, longs(1)),
        indices);
    refuse(
        PAGE + "found 8 bytes, expected 17179869176 for 2147483647 values",
        NUMBER,
        FileForge.dictionary(Integer.MAX_VALUE, longs(1)),
        indices);
    refuse(
        PAGE + "found 2147483647 values in 5 bytes, expected 4 bytes or more each",
        TEXT,
        FileForge.dictionary(Integer.MAX_VALUE, texts("a")),
        indices);
    refuse(
        "found a dictionary, expected none behind other pages",
        NUMBER,
        FileForge.dictionary(1, longs(1)),
        FileForge.dictionary(1, longs(1)),
        indices);
    refuse(
        "found numbers of 33 bits, expected at most 32",
        NUMBER,
        FileForge.dictionary(1, longs(1)),
        page(2, Encoding.RLE_DICTIONARY, bytes(33, 3, 0b10)));
    refuse(
        "found index 4294967295, expected less than 1",
        NUMBER,
        FileForge.dictionary(1, longs(1)),
        page(2, Encoding.RLE_DICTIONARY, bytes(32, 4, -1, -1, -1, -1)));
    refuse("RLE_DICTIONARY for BOOLEAN", TRUTH, FileForge.dictionary(1, bytes(1)), indices);
  }

  /// It takes no memory, and all of its words are the same.
  @Test
  void aDictionaryOfNothingMayBeLarge() throws IOException {
    byte[] file =
        new FileForge(leaf("x", Type.FIXED_LEN_BYTE_ARRAY, REQUIRED).setType_length(0))
            .rowGroup(
                2,
                new Chunk(
                    2,
                    FileForge.dictionary(Integer.MAX_VALUE),
                    page(2, Encoding.RLE_DICTIONARY, bytes(31, 4, -2, -1, -1, 0x7F))))
            .build();
    assertEquals(Attempt.Outcome.READ, Attempt.agreeing(Parquet.format(), file).outcome());
  }

  @Test
  void textLiesInItsPage() throws IOException {
    for (int length : new int[] {-1, 2, Integer.MAX_VALUE}) {
      refuse(
          PAGE + "found a value of " + length + " bytes, expected at most 1",
          TEXT,
          page(2, Encoding.PLAIN, joined(ints(0, length), bytes('a'))));
    }
    refuse(PAGE + "found the end", TEXT, page(2, Encoding.PLAIN, texts("a")));
    byte[] lengths = bytes(128, 1, 4, 2, 6, 0, 0, 0, 0, 0); // 3, 3
    refuse(
        PAGE + "found a value of 3 bytes, expected at most 2",
        TEXT,
        page(2, Encoding.DELTA_LENGTH_BYTE_ARRAY, joined(lengths, bytes(1, 2, 3, 4, 5))));
    byte[] negative = bytes(128, 1, 4, 2, 1, 0, 0, 0, 0, 0);
    refuse(
        PAGE + "found a length of -1", TEXT, page(2, Encoding.DELTA_LENGTH_BYTE_ARRAY, negative));
    refuse(
        PAGE + "found a prefix of 3 bytes, expected at most 0",
        TEXT,
        page(2, Encoding.DELTA_BYTE_ARRAY, joined(lengths, lengths)));
    byte[] three = bytes(128, 1, 4, 3, 0, 0, 0, 0, 0, 0);
    byte[] zeros = bytes(128, 1, 4, 2, 0, 0, 0, 0, 0, 0);
    refuse(
        PAGE + "found 3 lengths, expected 2, as many as of prefixes",
        TEXT,
        page(2, Encoding.DELTA_BYTE_ARRAY, joined(zeros, three)));
    refuse(
        PAGE + "found a suffix of 3 bytes, expected at most 2",
        TEXT,
        page(2, Encoding.DELTA_BYTE_ARRAY, joined(zeros, lengths, bytes(1, 2, 3, 4, 5))));
    refuse(
        PAGE + "found a value of 3 bytes, expected 2",
        leaf("x", Type.FIXED_LEN_BYTE_ARRAY, REQUIRED).setType_length(2),
        page(2, Encoding.DELTA_BYTE_ARRAY, joined(zeros, lengths, new byte[6])));
  }

  /// A head of a few bytes says so many values; memory is taken for those of the page only.
  @Test
  void headsOfDeltasAreHeldAgainstThePage() throws IOException {
    byte[] many = bytes(128, 1, 4, 0xFF, 0xFF, 0xFF, 0xFF, 7, 0, 0, 0, 0, 0, 0);
    refuse(PAGE + "found the end", TEXT, page(2, Encoding.DELTA_LENGTH_BYTE_ARRAY, many));
    refuse(
        PAGE + "found 4294967295 values, expected 0 to 2^31 - 1",
        NUMBER,
        page(2, Encoding.DELTA_BINARY_PACKED, bytes(128, 1, 4, 0xFF, 0xFF, 0xFF, 0xFF, 15, 0)));
    refuse(
        PAGE + "found blocks of 64 values",
        NUMBER,
        page(2, Encoding.DELTA_BINARY_PACKED, bytes(64, 2, 2, 0)));
    refuse(
        PAGE + "found 0 packs a block",
        NUMBER,
        page(2, Encoding.DELTA_BINARY_PACKED, bytes(128, 1, 0, 2, 0)));
    refuse(
        PAGE + "found numbers of 65 bits, expected at most 64",
        NUMBER,
        page(2, Encoding.DELTA_BINARY_PACKED, bytes(128, 1, 4, 2, 0, 0, 65, 0, 0, 0)));
  }

  @Test
  void runsOfTruthValuesLieInTheirPage() throws IOException {
    refuse(PAGE + "found 0 bytes, expected 1", TRUTH, page(2, Encoding.PLAIN));
    refuse(PAGE + "found 3 bytes", TRUTH, page(2, Encoding.RLE, bytes(0, 0, 0)));
    refuse(
        PAGE + "found runs of 3 bytes, expected at most 2",
        TRUTH,
        page(2, Encoding.RLE, joined(ints(3), bytes(4, 1))));
  }

  @Test
  void encodingsGoWithTheirTypes() throws IOException {
    refuse(
        "DELTA_BINARY_PACKED for BYTE_ARRAY", TEXT, page(2, Encoding.DELTA_BINARY_PACKED, bytes()));
    refuse("DELTA_BYTE_ARRAY for BOOLEAN", TRUTH, page(2, Encoding.DELTA_BYTE_ARRAY, bytes()));
    refuse("BYTE_STREAM_SPLIT for BYTE_ARRAY", TEXT, page(2, Encoding.BYTE_STREAM_SPLIT, bytes()));
    refuse("RLE for INT64", NUMBER, page(2, Encoding.RLE, bytes()));
  }

  private static final SchemaElement[] LIST = {
    group("l", OPTIONAL, 1).setConverted_type(ConvertedType.LIST),
    group("list", REPEATED, 1),
    leaf("x", Type.INT64, OPTIONAL)
  };

  /// Two lists.
  private static void refuseList(String message, long values, byte[]... pages) throws IOException {
    refuse(message, new FileForge(1, LIST).rowGroup(2, new Chunk(values, pages)).build());
  }

  private static byte[] levels(int count, int repetition, int definition) {
    return pageV2(
        count,
        Encoding.PLAIN,
        bytes(3, repetition),
        bytes(5, definition & 0xFF, definition >> 8),
        longs(1, 2, 3, 4));
  }

  @Test
  void levelsOfListsAgree() throws IOException {
    String column = "row group 0, column 'l.list.x', page 0 at byte 4: ";
    refuseList(column + "found repetition level 1, expected 0", 2, levels(2, 0b11, 0b1111));
    refuseList("column 'l': found 1 rows, expected 2", 2, levels(2, 0b10, 0b1111));
    refuseList("column 'l': found 3 rows, expected 2", 3, levels(3, 0b000, 0b111111));
    refuseList(
        "column 'l': found an element at value 1 behind none", 3, levels(3, 0b010, 0b111101));
    refuseList(
        "column 'l': found an element at value 1 behind none", 3, levels(3, 0b010, 0b110111));
    refuse(
        "row group 0, column 'l.x', page 0 at byte 4: found level 3, expected at most 2",
        new FileForge(1, group("l", OPTIONAL, 1), leaf("x", Type.INT64, REPEATED))
            .rowGroup(
                2, new Chunk(2, pageV2(2, Encoding.PLAIN, bytes(4, 0), bytes(4, 3), longs(1, 2))))
            .build());
  }

  /// Keys and values of a map whose lengths differ, but not in all.
  @Test
  void leavesOfAStructSayTheSame() throws IOException {
    SchemaElement[] map = {
      group("m", OPTIONAL, 1).setConverted_type(ConvertedType.MAP),
      group("entries", REPEATED, 2),
      leaf("key", Type.INT32, REQUIRED),
      leaf("value", Type.INT32, REQUIRED)
    };
    byte[] twoAndOne = pageV2(3, Encoding.PLAIN, bytes(3, 0b010), bytes(6, 2), ints(1, 2, 3));
    byte[] oneAndTwo = pageV2(3, Encoding.PLAIN, bytes(3, 0b100), bytes(6, 2), ints(1, 2, 3));
    refuse(
        "field 'value': found other levels at value 1, expected those of the first field",
        new FileForge(1, map)
            .rowGroup(2, new Chunk(3, twoAndOne), new Chunk(3, oneAndTwo))
            .build());
    SchemaElement[] struct = {
      group("s", OPTIONAL, 2), leaf("a", Type.INT32, OPTIONAL), leaf("b", Type.INT32, REQUIRED)
    };
    byte[] first = pageV2(2, Encoding.PLAIN, bytes(), bytes(2, 0, 2, 1));
    byte[] second = pageV2(2, Encoding.PLAIN, bytes(), bytes(2, 1, 2, 0), ints(1));
    refuse(
        "column 's', field 'b': found other levels at value 0",
        new FileForge(1, struct).rowGroup(2, new Chunk(2, first), new Chunk(2, second)).build());
  }

  /// Old writers say that keys may be null: none is.
  @Test
  void keysAreThere() throws IOException {
    SchemaElement[] map = {
      group("m", OPTIONAL, 1).setConverted_type(ConvertedType.MAP),
      group("entries", REPEATED, 2),
      leaf("key", Type.INT32, OPTIONAL),
      leaf("value", Type.INT32, REQUIRED)
    };
    Chunk values = new Chunk(2, pageV2(2, Encoding.PLAIN, bytes(4, 0), bytes(4, 2), ints(5, 6)));
    Chunk keys = new Chunk(2, pageV2(2, Encoding.PLAIN, bytes(4, 0), bytes(4, 3), ints(1, 2)));
    Attempt sound =
        Attempt.agreeing(Parquet.format(), new FileForge(1, map).rowGroup(2, keys, values).build());
    assertEquals(Attempt.Outcome.READ, sound.outcome());
    DataType type = sound.schema().fields().getFirst().type();
    assertFalse(type.children().getFirst().type().children().getFirst().nullable());
    Chunk nulls = new Chunk(2, pageV2(2, Encoding.PLAIN, bytes(4, 0), bytes(2, 3, 2, 2), ints(1)));
    refuse(
        "column 'm': found 1 keys that are null, expected none",
        new FileForge(1, map).rowGroup(2, nulls, values).build());
  }

  @Test
  void columnsMayNestDeep() throws IOException {
    SchemaElement[] nodes = new SchemaElement[120];
    Arrays.setAll(nodes, _ -> group("g", OPTIONAL, 1));
    nodes[119] = leaf("x", Type.INT32, OPTIONAL);
    byte[] levels = bytes(2, 120, 2, 60);
    byte[] file =
        new FileForge(1, nodes)
            .rowGroup(2, new Chunk(2, pageV2(2, Encoding.PLAIN, bytes(), levels, ints(7))))
            .build();
    assertEquals(Attempt.Outcome.READ, Attempt.agreeing(Parquet.format(), file).outcome());
  }

  /// One long word, a thousand times: a gigabyte, which the page does not say.
  @Test
  void textThatADictionaryRepeatsStaysWithinTheBudget() throws IOException {
    byte[] file =
        new FileForge(TEXT)
            .rowGroup(
                1000,
                new Chunk(
                    1000,
                    FileForge.dictionary(1, texts("w".repeat(1 << 20))),
                    page(1000, Encoding.RLE_DICTIONARY, bytes(0, 0xD0, 0x0F))))
            .build();
    assertEquals(Attempt.Outcome.TOO_LARGE, Attempt.agreeing(Parquet.format(), file).outcome());
  }

  @Test
  void decimalsFitTheirPrecision() throws IOException {
    SchemaElement decimal =
        leaf("x", Type.BYTE_ARRAY, REQUIRED)
            .setConverted_type(ConvertedType.DECIMAL)
            .setPrecision(3)
            .setScale(0);
    refuse(
        "column 'x': found a decimal of 17 bytes, expected at most 16",
        decimal,
        page(2, Encoding.PLAIN, texts("a", "1".repeat(17))));
    refuse(
        "column 'x': found a decimal of 0 digits, expected 1 to 76",
        leaf("x", Type.INT32, REQUIRED).setConverted_type(ConvertedType.DECIMAL),
        page(2, Encoding.PLAIN, ints(1, 2)));
  }
}
