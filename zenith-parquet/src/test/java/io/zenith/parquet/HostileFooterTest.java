package io.zenith.parquet;

import static io.zenith.parquet.FileForge.bytes;
import static io.zenith.parquet.FileForge.group;
import static io.zenith.parquet.FileForge.joined;
import static io.zenith.parquet.FileForge.leaf;
import static io.zenith.parquet.FileForge.longs;
import static io.zenith.parquet.FileForge.page;
import static org.apache.parquet.format.FieldRepetitionType.OPTIONAL;
import static org.apache.parquet.format.FieldRepetitionType.REPEATED;
import static org.apache.parquet.format.FieldRepetitionType.REQUIRED;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.arrow.schema.Place;
import io.zenith.error.MalformedDataException;
import io.zenith.error.UnsupportedDataException;
import io.zenith.parquet.FileForge.Chunk;
import io.zenith.testkit.Attempt;
import io.zenith.testkit.InMemory;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.SizeStatistics;
import org.apache.parquet.format.Type;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/// Footers that lie about what is in the file.
@NullUnmarked // what generated getters give is there, in sound footers
final class HostileFooterTest {
  private static final byte[] DATA = "PAR1".getBytes(java.nio.charset.StandardCharsets.US_ASCII);

  /// A head of a field: a list in the field that follows the one before.
  private static final int LIST_FIELD = 0x19;

  private static FileForge forge() {
    return new FileForge(leaf("x", Type.INT64, REQUIRED), leaf("y", Type.INT64, REPEATED))
        .rowGroup(
            2,
            new Chunk(2, page(2, Encoding.PLAIN, longs(1, 2))),
            new Chunk(
                2,
                page(
                    2,
                    Encoding.PLAIN,
                    joined(FileForge.sized(bytes(4, 0)), FileForge.sized(bytes(4, 0))))));
  }

  private static void refuse(String message, Consumer<FileMetaData> change) throws IOException {
    refuse(message, forge().footer(change).build());
  }

  private static void refuse(String message, byte... file) throws IOException {
    try (InMemory memory = new InMemory(Parquet.format(), "hostile", file)) {
      String found =
          String.valueOf(assertThrows(RuntimeException.class, memory::mapped).getMessage());
      assertTrue(found.startsWith("native:/mapped/hostile"), found);
      assertTrue(found.contains(message), found);
    }
  }

  private static ColumnMetaData chunk(FileMetaData footer, int column) {
    return footer.getRow_groups().getFirst().getColumns().get(column).getMeta_data();
  }

  @Test
  void theForgeIsSound() throws IOException {
    assertEquals(
        Attempt.Outcome.READ, Attempt.agreeing(Parquet.format(), forge().build()).outcome());
  }

  @Test
  void rowsAndValuesAgree() throws IOException {
    refuse("footer: found 3 rows, expected 2, as in the row groups", file -> file.setNum_rows(3));
    refuse(
        "row group 0, column 'x': found 2 values, expected 1, one a row",
        file -> file.getRow_groups().getFirst().setNum_rows(1));
    refuse("row group 0: found -1 rows", file -> file.getRow_groups().getFirst().setNum_rows(-1));
    refuse("column 'x': found -2 values", file -> chunk(file, 0).setNum_values(-2));
    refuse(
        "column 'y': found 1 values, expected 2 or more", file -> chunk(file, 1).setNum_values(1));
    refuse(
        "column 'y': 9223372036854775807 values in one row group is not supported",
        file -> chunk(file, 1).setNum_values(Long.MAX_VALUE));
    refuse(
        "row group 0: 2147483648 rows in one row group is not supported",
        file -> file.getRow_groups().getFirst().setNum_rows(1L << 31));
  }

  @Test
  void chunksLieInTheFile() throws IOException {
    refuse("column 'x': found bytes 3 to", file -> chunk(file, 0).setData_page_offset(3));
    refuse(
        "column 'x': found bytes 9223372036854775807 to",
        file -> chunk(file, 0).setData_page_offset(Long.MAX_VALUE));
    refuse(
        "column 'x': found bytes 4 to",
        file -> chunk(file, 0).setTotal_compressed_size(Long.MAX_VALUE));
    refuse("column 'x': found bytes", file -> chunk(file, 0).setTotal_compressed_size(-1));
    refuse("column 'x': found -1 bytes", file -> chunk(file, 0).setTotal_uncompressed_size(-1));
    refuse(
        "column 'x': found text of -1 bytes",
        file ->
            chunk(file, 0)
                .setSize_statistics(new SizeStatistics().setUnencoded_byte_array_data_bytes(-1)));
    refuse(
        "row group 0: found 1 column chunks, expected 2",
        file -> file.getRow_groups().getFirst().getColumns().removeLast());
  }

  @Test
  void chunksDoNotLieOnTopOfEachOther() throws IOException {
    Chunk chunk = new Chunk(100, page(100, Encoding.PLAIN, new byte[800]));
    FileForge file =
        new FileForge(leaf("x", Type.INT64, REQUIRED), leaf("y", Type.INT64, REQUIRED))
            .rowGroup(100, chunk, new Chunk(100, page(100, Encoding.PLAIN, longs())))
            .footer(footer -> {
              ColumnMetaData first = chunk(footer, 0);
              chunk(footer, 1)
                  .setData_page_offset(first.getData_page_offset())
                  .setTotal_compressed_size(first.getTotal_compressed_size());
            });
    refuse("footer: found column chunks of", file.build());
  }

  @Test
  void schemasAreTrees() throws IOException {
    refuse(
        "footer: found a group of 3 fields",
        file -> file.getSchema().getFirst().setNum_children(3));
    refuse(
        "footer: found a group of -1 fields",
        file -> file.getSchema().getFirst().setNum_children(-1));
    refuse(
        "3 nodes of the schema, expected 2",
        file -> file.getSchema().getFirst().setNum_children(1));
    SchemaElement[] deep = new SchemaElement[200];
    Arrays.setAll(deep, i -> group("g", OPTIONAL, 1));
    deep[199] = leaf("x", Type.INT32, REQUIRED);
    refuse("footer: found a schema nested more than", new FileForge(1, deep).build());
    refuse("column 'g': a group without fields", new FileForge(group("g", OPTIONAL, 0)).build());
    refuse(
        "column 'f': found values of -1 bytes",
        new FileForge(leaf("f", Type.FIXED_LEN_BYTE_ARRAY, REQUIRED).setType_length(-1)).build());
  }

  @Test
  void valuesOfTwoGigabytesAreOfNoAccountWithoutRows() throws IOException {
    byte[] file =
        new FileForge(
                leaf("f", Type.FIXED_LEN_BYTE_ARRAY, REQUIRED).setType_length(Integer.MAX_VALUE))
            .rowGroup(0, new Chunk(0))
            .build();
    assertEquals(Attempt.Outcome.READ, Attempt.agreeing(Parquet.format(), file).outcome());
  }

  /// The generated readers read elements as what they expect: a list of bytes would be structures
  /// to them, whose sizes nobody has checked.
  @Test
  void listsHaveElementsOfTheirType() throws IOException {
    byte[] footer = bytes(0x15, 2, LIST_FIELD, 0x13, 0x48, 1, 'a', 0, 0x16, 0, LIST_FIELD, 0x0C, 0);
    refuse(
        "footer: found a list with elements of type 3, expected type 12",
        FileForge.withFooter(DATA, footer));
  }

  @Test
  void sizesAreNoMoreThanTheBytes() throws IOException {
    byte[] many = bytes(0xF3, 0xFF, 0xFF, 0xFF, 0xFF, 0x07);
    byte[] footer = joined(bytes(0x15, 2, LIST_FIELD), many, bytes(0x16, 0, LIST_FIELD, 0x0C, 0));
    refuse("found a size of 2147483647, expected at most", FileForge.withFooter(DATA, footer));
    byte[] nested = new byte[100];
    Arrays.fill(nested, (byte) 0x1C);
    refuse("structures nested more than 32 deep", FileForge.withFooter(DATA, nested));
    refuse("footer", FileForge.withFooter(DATA, new byte[1000]));
    for (int length : new int[] {0, -1, Integer.MIN_VALUE, Integer.MAX_VALUE, 14}) {
      byte[] file = forge().build();
      System.arraycopy(FileForge.ints(length), 0, file, file.length - 8, 4);
      refuse(length == 14 ? "footer" : "a footer of " + length + " bytes", file);
    }
  }

  /// Tiny structures take a hundred times their bytes once they are objects.
  @Test
  void whatIsMadeOfAFooterFitsTheHeap() {
    byte[] column = bytes(0x15, 2, 0x25, 0, 0x18, 1, 'x', 0);
    int columns = 100_000;
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(bytes(0x15, 2, LIST_FIELD, 0xFC));
    for (int left = columns; left > 0; left >>>= 7) {
      out.write(left >= 0x80 ? (left & 0x7F) | 0x80 : left);
    }
    for (int i = 0; i < columns; i++) {
      out.writeBytes(column);
    }
    out.writeBytes(bytes(0x16, 0, LIST_FIELD, 0x0C, 0));
    ThriftInput input =
        new ThriftInput(
            java.lang.foreign.MemorySegment.ofArray(out.toByteArray()),
            0,
            new Place("file", "footer"));
    String message =
        assertThrows(
                UnsupportedDataException.class,
                () -> FooterWalk.check(input, 10_000_000, new Place("file", "footer")))
            .getMessage();
    assertEquals(
        "file, footer: metadata of 200003 parts, for which 10000000 bytes of heap are too few,"
            + " is not supported",
        message);
  }

  /// Each name is part of the paths of all nodes below.
  @Test
  void longNamesAreNotRepeatedForEachColumn() throws IOException {
    String name = "n".repeat(100_000);
    List<SchemaElement> leaves =
        Stream.generate(() -> leaf("x", Type.INT32, REQUIRED)).limit(5_000).toList();
    SchemaElement[] nodes =
        Stream.concat(Stream.of(group(name, OPTIONAL, leaves.size())), leaves.stream())
            .toArray(SchemaElement[]::new);
    byte[] file =
        new FileForge(1, nodes)
            .rowGroup(0, leaves.stream().map(_ -> new Chunk(0)).toArray(Chunk[]::new))
            .build();
    assertEquals(Attempt.Outcome.READ, Attempt.of(Parquet.format(), file, true, 10).outcome());
  }

  @Test
  void everyCutIsRefused() throws IOException {
    byte[] file = forge().build();
    for (int length = 0; length < file.length; length++) {
      byte[] cut = Arrays.copyOf(file, length);
      try (InMemory memory = new InMemory(Parquet.format(), "cut", cut)) {
        assertThrows(MalformedDataException.class, () -> memory.source(true));
      }
      byte[] zeros = Arrays.copyOf(cut, file.length);
      try (InMemory memory = new InMemory(Parquet.format(), "zeros", zeros)) {
        assertThrows(MalformedDataException.class, () -> memory.source(true));
      }
    }
  }
}
