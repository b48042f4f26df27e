package io.zenith.parquet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.Dataset;
import io.zenith.Filter;
import io.zenith.error.UnsupportedDataException;
import io.zenith.schema.Field;
import io.zenith.testkit.Python;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Folders of Parquet files as PyArrow and DuckDB write them, with all that lies beside the data.
class FoldersTest {

  /// One table, in folders by three columns; then what the table is, in the order of its ids.
  private static final String PARTITIONED =
      """
      import sys, duckdb, pyarrow as pa, pyarrow.parquet as pq
      root = sys.argv[1]
      cities = ['Oslo', 'a/b', '%41', ' +=é', None, '..', 'x%2Fy', '']
      n = 96
      t = pa.table({
        'id': pa.array(range(n), pa.int64()),
        'year': pa.array([None if i % 7 == 6 else 2020 + i % 3 for i in range(n)], pa.int64()),
        'city': pa.array([cities[i % 8 - (i % 8 == 7)] for i in range(n)], pa.string()),
        'x': pa.array([i / 2 for i in range(n)], pa.float32())})
      pq.write_to_dataset(t, root + '/pyarrow', partition_cols=['year', 'city'])
      duckdb.sql(f"copy t to '{root}/duckdb' (format parquet, partition_by (year, city))")
      pq.write_table(t.select(['id', 'x', 'year', 'city']), root + '/plain.parquet')
      """;

  /// Files of one dataset whose columns differ.
  private static final String WIDENING =
      """
      import sys, pyarrow as pa, pyarrow.parquet as pq
      from decimal import Decimal
      root = sys.argv[1]
      narrow = pa.schema([('i', pa.int32()), ('f', pa.float32()), ('d', pa.decimal128(5, 2))])
      wide = pa.schema([('i', pa.int64()), ('f', pa.float64()), ('d', pa.decimal128(20, 2)),
                        ('s', pa.string())])
      one = {'i': [1, None], 'f': [0.1, None], 'd': [Decimal('-1.25'), None]}
      two = {'i': [2**40, 4], 'f': [0.2, 0.3], 'd': [Decimal('123456789012345678.75'), None],
             's': ['a', None]}
      pq.write_table(pa.table(one, narrow), root + '/a.parquet')
      pq.write_table(pa.table(two, wide), root + '/b.parquet')
      pq.write_table(pa.table(one, narrow).slice(0, 0), root + '/c.parquet')
      expected = pa.concat_tables([
          pa.table(one, narrow).cast(wide.remove(3)).append_column('s', pa.nulls(2, pa.string())),
          pa.table(two, wide)])
      pq.write_table(expected, sys.argv[2])
      """;

  @TempDir Path root;

  @BeforeEach
  void needsPython() throws InterruptedException {
    Python.require("pyarrow, duckdb");
  }

  private static List<List<?>> rows(Dataset dataset) {
    Map<String, ? extends List<?>> table = Table.read(dataset, 10);
    List<? extends List<?>> columns = List.copyOf(table.values());
    return IntStream.range(0, columns.getFirst().size())
        .<List<?>>mapToObj(row -> columns.stream().map(column -> column.get(row)).toList())
        .sorted(Comparator.comparing(row -> (Long) row.getFirst()))
        .toList();
  }

  @Test
  void theyReadAsTheTableThatWasWritten() throws Exception {
    Python.run(PARTITIONED, root.toString());
    Dataset plain = Dataset.open(root.resolve("plain.parquet").toString());
    for (String writer : List.of("pyarrow", "duckdb")) {
      Path folder = root.resolve(writer);
      litter(folder);
      Dataset dataset = Dataset.open(folder.toString());
      assertEquals(
          plain.schema().fields().stream().map(Field::toString).toList(),
          dataset.schema().fields().stream().map(Field::toString).toList());
      assertEquals(rows(plain), rows(dataset), writer);
      for (String filter :
          List.of(
              "year = 2021",
              "year is null and city = 'a/b'",
              "city = '%41' or id < 5",
              "not (city = ' +=é') and x > 20",
              "city startswith 'x%2F'")) {
        Filter keep = Filter.parse(filter);
        assertEquals(rows(plain.filter(keep)), rows(dataset.filter(keep)), filter);
      }
    }
  }

  /// What other programs leave beside data, with names of Parquet and without.
  private static void litter(Path folder) throws IOException {
    for (String name :
        List.of("_SUCCESS", "_metadata", "_common_metadata", "._SUCCESS.crc", ".x.parquet.crc")) {
      Files.writeString(folder.resolve(name), "no data");
    }
    Path hidden = Files.createDirectories(folder.resolve("_temporary/year=1/city=y"));
    Files.writeString(hidden.resolve("z.parquet"), "no data");
    Files.writeString(folder.resolve("_begun.parquet"), "no data");
    Files.writeString(folder.resolve("README.md"), "no data");
  }

  @Test
  void columnsAreWidenedAndMissingOnesAreNull() throws Exception {
    Path expected = root.resolve("expected.parquet");
    Path folder = Files.createDirectory(root.resolve("files"));
    Python.run(WIDENING, folder.toString(), expected.toString());
    for (String location : List.of(folder.toString(), folder + "/*.parquet")) {
      Dataset dataset = Dataset.open(location);
      assertEquals(3, dataset.files().size());
      assertEquals(Dataset.open(expected.toString()).schema().fields(), dataset.schema().fields());
      assertEquals(
          Table.read(Dataset.open(expected.toString()), 3), Table.read(dataset, 3), location);
    }
  }

  @Test
  void typesThatDoNotGoTogetherAreAnErrorThatNamesBothFiles() throws Exception {
    Python.run(
        """
        import sys, pyarrow as pa, pyarrow.parquet as pq
        pq.write_table(pa.table({'k': [1]}), sys.argv[1] + '/a.parquet')
        pq.write_table(pa.table({'k': ['1']}), sys.argv[1] + '/b.parquet')
        """,
        root.toString());
    Dataset dataset = Dataset.open(root.toString());
    String message = assertThrows(UnsupportedDataException.class, dataset::schema).toString();
    assertTrue(message.contains(root.resolve("b.parquet") + ": column 'k' is utf8"), message);
    assertTrue(message.contains("int64 in " + root.resolve("a.parquet")), message);
  }
}
