package io.zenith.parquet;

import static io.zenith.parquet.FileForge.bytes;
import static io.zenith.parquet.FileForge.leaf;
import static io.zenith.parquet.FileForge.page;
import static io.zenith.parquet.FileForge.sized;
import static org.apache.parquet.format.FieldRepetitionType.OPTIONAL;
import static org.apache.parquet.format.FieldRepetitionType.REPEATED;
import static org.apache.parquet.format.FieldRepetitionType.REQUIRED;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.parquet.FileForge.Chunk;
import io.zenith.spi.DataSource;
import io.zenith.spi.Split;
import io.zenith.testkit.InMemory;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ConvertedType;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.Type;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/// Into how many parts row groups are cut, by what their footers say: nothing is read.
@NullUnmarked // what generated getters give is there
final class RowGroupPartsTest {
  private static final SchemaElement TEXT =
      leaf("x", Type.BYTE_ARRAY, REQUIRED).setConverted_type(ConvertedType.UTF8);

  private static byte[] file(
      SchemaElement column, long rows, long values, int size, Consumer<ColumnChunk> change) {
    return new FileForge(column)
        .rowGroup(rows, new Chunk(values, page(1, Encoding.PLAIN, new byte[size])))
        .footer(footer -> change.accept(footer.getRow_groups().getFirst().getColumns().getFirst()))
        .build();
  }

  private static List<String> cut(
      RowGroupParts parts, ReadOptions options, boolean mapped, byte[] file) throws IOException {
    try (InMemory memory = new InMemory(Parquet.format(), "parts", file)) {
      Footer footer = FooterReader.read(memory.input(mapped), options);
      try (DataSource source = new ParquetSource(memory.input(mapped), footer, parts)) {
        List<Split> splits = source.splits();
        assertEquals(
            footer.rowGroups().getFirst().rows(), splits.stream().mapToLong(Split::rows).sum());
        return splits.stream().map(Split::identity).toList();
      }
    }
  }

  private static int count(RowGroupParts parts, byte[] file) throws IOException {
    return cut(parts, ReadOptions.DEFAULT, true, file).size();
  }

  /// The order of rows depends on them.
  @Test
  void theyDependOnNeitherStorageNorOptions() throws IOException {
    byte[] file =
        file(
            TEXT,
            1000,
            1000,
            1000,
            chunk -> chunk.getMeta_data().setTotal_uncompressed_size(1 << 20));
    RowGroupParts parts = new RowGroupParts(0, 1 << 16, 1);
    List<String> expected = cut(parts, ReadOptions.DEFAULT, true, file);
    assertTrue(expected.size() > 10, expected::toString);
    for (Dictionaries dictionaries : Dictionaries.values()) {
      for (Int96 int96 : Int96.values()) {
        ReadOptions options =
            new ReadOptions(
                DecryptionKeys.none(), Optional.of(dictionaries), int96, Variants.PHYSICAL);
        assertEquals(expected, cut(parts, options, true, file));
        assertEquals(expected, cut(parts, options, false, file));
      }
    }
  }

  @Test
  void thoseOfLessThanTwoPartsAreWhole() throws IOException {
    RowGroupParts parts = RowGroupParts.DEFAULT;
    SchemaElement number = leaf("x", Type.INT64, REQUIRED);
    int size = 3 << 10;
    assertEquals(1, count(parts, file(number, 15 << 20, 15 << 20, size, _ -> {})));
    assertEquals(3, count(parts, file(number, 25 << 20, 25 << 20, size, _ -> {})));
  }

  /// Six bytes can be a billion nulls.
  @Test
  void thereAreNoMorePartsThanKilobytes() throws IOException {
    SchemaElement nulls = leaf("x", Type.INT64, OPTIONAL);
    assertEquals(5, count(RowGroupParts.DEFAULT, file(nulls, 1 << 30, 1 << 30, 5 << 10, _ -> {})));
    assertEquals(1, count(RowGroupParts.DEFAULT, file(nulls, 1 << 30, 1 << 30, 6, _ -> {})));
  }

  @Test
  void listsWhosePagesAreNotKnownHaveLargerParts() throws IOException {
    RowGroupParts parts = new RowGroupParts(0, 1 << 10, 1);
    SchemaElement list = leaf("x", Type.INT64, REPEATED);
    int unknown = count(parts, file(list, 4000, 8000, 9000, _ -> {}));
    int known =
        count(
            parts,
            file(
                list,
                4000,
                8000,
                9000,
                chunk -> chunk.setOffset_index_offset(4).setOffset_index_length(1)));
    assertTrue(unknown > 10, () -> unknown + " parts");
    assertTrue(known >= 7 * unknown && known <= 9 * unknown, () -> known + " of " + unknown);
  }

  @Test
  void aRowGroupWithoutRowsIsOnePart() throws IOException {
    byte[] levels = sized(bytes(6, 0));
    byte[] page = page(3, Encoding.PLAIN, FileForge.joined(levels, levels));
    byte[] file =
        new FileForge(leaf("x", Type.INT64, REPEATED)).rowGroup(0, new Chunk(3, page)).build();
    assertEquals(1, count(new RowGroupParts(0, 1, 1), file));
  }

  @Test
  void partsHaveARowEach() throws IOException {
    byte[] file = file(leaf("x", Type.INT64, REQUIRED), 3, 3, 1000, _ -> {});
    assertEquals(3, count(new RowGroupParts(0, 1, 1), file));
  }
}
