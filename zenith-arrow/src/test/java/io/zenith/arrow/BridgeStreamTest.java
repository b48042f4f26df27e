package io.zenith.arrow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.Batch;
import io.zenith.DataLoader;
import io.zenith.Dataset;
import io.zenith.arrow.bridge.ArrowBridge;
import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import io.zenith.schema.Schema;
import io.zenith.testkit.MemFolder;
import io.zenith.testkit.Property;
import io.zenith.testkit.RandomData;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.arrow.c.ArrowArrayStream;
import org.apache.arrow.c.jni.JniWrapper;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.duckdb.DuckDBConnection;
import org.duckdb.DuckDBResultSet;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Loaders as streams of Arrow's C data interface, and such streams as datasets.
final class BridgeStreamTest {
  @TempDir private Path folder;

  /// So that the library, which stays loaded, is no leak of the first test.
  @BeforeAll
  static void loadNativeLibrary() {
    JniWrapper.get();
  }

  @Test
  void everyTypeByItself() {
    List<DataType> types =
        RandomData.typesOfAllClasses().stream().filter(BridgeRootTest::hasVectors).toList();
    Property.check(
        2 * types.size(),
        (random, number) -> {
          DataType type = types.get(number % types.size());
          verify(RandomTable.of(random, Schema.of(Field.of("c", type))), random);
        });
  }

  @Test
  void randomTables() {
    Property.check(
        60, (random, _) -> verify(RandomTable.of(random, 4, BridgeStreamTest::comesBack), random));
  }

  private static boolean comesBack(DataType type) {
    return BridgeRootTest.hasVectors(type)
        && !(type instanceof DataType.Dictionary encoded
            && !RandomTable.all(encoded.value(), one -> !(one instanceof DataType.Union)));
  }

  private static void verify(RandomTable table, SplittableRandom random) throws IOException {
    try (MemFolder memory = MemFolder.of(table.file());
        RootAllocator allocator = new RootAllocator();
        ArrowArrayStream stream = ArrowArrayStream.allocateNew(allocator);
        DataLoader loader = memory.open().loader(1 + random.nextInt(50)).build()) {
      ArrowBridge.export(loader, allocator, stream);
      Dataset back = ArrowBridge.dataset(stream, allocator);
      assertEquals(table.rows(), Rows.of(back, 1 + random.nextInt(50)), table.schema().toString());
    } catch (UncheckedIOException e) {
      assertTrue(e.getMessage().contains("by the union's own bitmap"), e.getMessage());
    }
  }

  @Test
  void duckDbQueriesALoaderAsATable() throws Exception {
    Path file = RealFiles.counting(folder.resolve("t.arrow"), 5, 1000);
    long expected = 0;
    try (DataLoader loader = Dataset.open(file.toString()).loader(64).build()) {
      for (Batch batch : loader) {
        for (int row = 0; row < batch.rows(); row++) {
          expected += batch.longs("x").get(row);
        }
      }
    }
    try (RootAllocator allocator = new RootAllocator();
        ArrowArrayStream stream = ArrowArrayStream.allocateNew(allocator);
        DataLoader loader = Dataset.open(file.toString()).loader(64).build();
        Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = connection.createStatement()) {
      ArrowBridge.export(loader, allocator, stream);
      connection.unwrap(DuckDBConnection.class).registerArrowStream("t", stream);
      try (ResultSet rows =
          statement.executeQuery("select count(*), sum(x), sum(s::bigint) from t")) {
        assertTrue(rows.next());
        assertEquals(5000, rows.getLong(1));
        assertEquals(expected, rows.getLong(2));
        assertEquals(expected, rows.getLong(3));
      }
    }
  }

  @Test
  void aQueryOfDuckDbIsADataset() throws Exception {
    String query =
        "select i, i * 0.5 as half, 'n' || i as name, case when i % 3 = 0 then null else i end as"
            + " gap, [i, i + 1] as pair from range(10000) t(i)";
    try (RootAllocator allocator = new RootAllocator();
        Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = connection.createStatement();
        ResultSet exported = statement.executeQuery(query)) {
      ArrowReader reader =
          (ArrowReader) exported.unwrap(DuckDBResultSet.class).arrowExportStream(allocator, 2048);
      List<List<Object>> rows = Rows.of(ArrowBridge.dataset(reader).select("i", "name", "gap"), 64);
      try (Statement again = connection.createStatement();
          ResultSet expected = again.executeQuery(query)) {
        for (List<Object> row : rows) {
          assertTrue(expected.next());
          Long gap = expected.getObject("gap") == null ? null : expected.getLong("gap");
          assertEquals(Rows.row(expected.getLong("i"), expected.getString("name"), gap), row);
        }
        assertEquals(10_000, rows.size());
      }
    }
  }

  @Test
  void whatFailsInALoaderIsAnSqlExceptionThatSaysIt() throws Exception {
    Path file = RealFiles.counting(folder.resolve("t.arrow"), 5, 1000);
    DataLoader loader = Dataset.open(file.toString()).loader(64).build();
    try (RootAllocator allocator = new RootAllocator();
        ArrowArrayStream stream = ArrowArrayStream.allocateNew(allocator);
        Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = connection.createStatement()) {
      ArrowBridge.export(loader, allocator, stream);
      connection.unwrap(DuckDBConnection.class).registerArrowStream("t", stream);
      loader.close();
      SQLException failure =
          assertThrows(
              SQLException.class, () -> statement.executeQuery("select sum(x) from t").next());
      assertTrue(failure.getMessage().contains("the loader is closed"), failure.getMessage());
    }
  }
}
