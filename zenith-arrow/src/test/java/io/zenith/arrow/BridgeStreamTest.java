package io.zenith.arrow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.Batch;
import io.zenith.DataLoader;
import io.zenith.Dataset;
import io.zenith.arrow.bridge.ArrowBridge;
import io.zenith.error.UnsupportedDataException;
import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import io.zenith.schema.Schema;
import io.zenith.schema.UnionMode;
import io.zenith.spi.BatchStream;
import io.zenith.spi.Projection;
import io.zenith.testkit.MemFolder;
import io.zenith.testkit.MemStream;
import io.zenith.testkit.Property;
import io.zenith.testkit.RandomData;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.SegmentAllocator;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.arrow.c.ArrowArrayStream;
import org.apache.arrow.c.jni.JniWrapper;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.ipc.ArrowStreamReader;
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
      Dataset back = Dataset.of(ArrowBridge.stream(stream, allocator));
      assertEquals(table.rows(), Rows.of(back, 1 + random.nextInt(50)), table.schema().toString());
    } catch (UncheckedIOException e) {
      assertTrue(e.getMessage().contains("by the union's own bitmap"), e.getMessage());
    }
  }

  private DataLoader counting() throws IOException {
    return Dataset.open(RealFiles.counting(folder.resolve("t.arrow"), 5, 10).toString())
        .loader(64)
        .build();
  }

  /// The allocator finds what is not released.
  @Test
  void aStreamThatNoLoaderGetsIsReleasedByItsCaller() throws Exception {
    try (RootAllocator allocator = new RootAllocator();
        DataLoader loader = counting();
        ArrowArrayStream stream = ArrowBridge.export(loader, allocator);
        BatchStream rows = ArrowBridge.stream(stream, allocator)) {
      Dataset dataset = Dataset.of(rows);
      assertThrows(IllegalArgumentException.class, () -> dataset.select("typo"));
      assertThrows(IllegalArgumentException.class, () -> dataset.loader(1).epochs(2).build());
    }
  }

  @Test
  void aStreamMayBeClosedAfterItsLoaderAndIsNotReadThen() throws Exception {
    try (RootAllocator allocator = new RootAllocator();
        DataLoader loader = counting();
        ArrowArrayStream stream = ArrowBridge.export(loader, allocator);
        BatchStream rows = ArrowBridge.stream(stream, allocator)) {
      try (DataLoader back = Dataset.of(rows).loader(7).build()) {
        assertEquals(7, back.iterator().next().rows());
      }
      IllegalStateException e =
          assertThrows(
              IllegalStateException.class, () -> rows.next(Projection.columns(0), Arena.global()));
      assertEquals("the rows of ArrowArrayStreamReader are closed", e.getMessage());
    }
  }

  /// A loader that cannot be exported can still be read.
  @Test
  void aTypeWithoutVectorsIsNotExported() {
    DataType.Int integer = new DataType.Int(32, true);
    DataType union =
        new DataType.Union(UnionMode.DENSE, List.of(0), List.of(Field.of("i", integer)));
    DataType list = new DataType.FixedSizeList(Field.of("item", union), 1);
    DataType encoded = new DataType.Dictionary(integer, list, false);
    for (DataType type : List.of(list, encoded)) {
      try (RootAllocator allocator = new RootAllocator();
          DataLoader loader =
              Dataset.of(new MemStream(Schema.of(Field.of("x", type)), List.of()))
                  .loader(2)
                  .build()) {
        UnsupportedDataException e =
            assertThrows(
                UnsupportedDataException.class, () -> ArrowBridge.export(loader, allocator));
        assertTrue(
            e.getMessage().startsWith("column 'x': arrow-java makes no vector of "), e::toString);
        assertFalse(loader.iterator().hasNext());
      }
    }
  }

  /// Takes what is copied.
  private static long copied(BatchStream rows, List<Projection> columns) throws IOException {
    AtomicLong taken = new AtomicLong();
    try (Arena arena = Arena.ofConfined()) {
      SegmentAllocator counting =
          (bytes, alignment) -> {
            taken.addAndGet(bytes);
            return arena.allocate(bytes, alignment);
          };
      assertTrue(rows.next(columns, counting).isPresent());
    }
    return taken.get();
  }

  @Test
  void columnsThatShareADictionaryCopyItOnceABatch() throws Exception {
    int values = 10_000;
    FileForge forge =
        new FileForge(
            Fields.encoded("a", 7, 32, Fields.INT64), Fields.encoded("b", 7, 32, Fields.INT64));
    forge.dictionary(
        7, false, values, LayoutsTest.nodes(values), FileForge.none(), new byte[8 * values]);
    for (int batch = 0; batch < 2; batch++) {
      forge.batch(
          1,
          LayoutsTest.nodes(1, 1),
          FileForge.none(),
          FileForge.ints(0),
          FileForge.none(),
          FileForge.ints(1));
    }
    try (RootAllocator allocator = new RootAllocator();
        BatchStream rows =
            ArrowBridge.stream(
                new ArrowStreamReader(new ByteArrayInputStream(forge.stream()), allocator))) {
      long one = copied(rows, Projection.columns(0));
      long both = copied(rows, Projection.columns(0, 1));
      assertTrue(
          one > 8L * values && both < one + 1000, one + " bytes, " + both + " of two columns");
    }
  }

  /// arrow-java loads the new values into the same vector.
  @Test
  void aDictionaryThatIsReplacedIsSeen() throws Exception {
    FileForge forge = new FileForge(Fields.encoded("d", 7, 32, Fields.INT64));
    for (long value : new long[] {1, 2}) {
      forge.dictionary(7, false, 1, LayoutsTest.nodes(1), FileForge.none(), FileForge.longs(value));
      forge.batch(1, LayoutsTest.nodes(1), FileForge.none(), FileForge.ints(0));
    }
    try (RootAllocator allocator = new RootAllocator()) {
      ArrowReader reader =
          new ArrowStreamReader(new ByteArrayInputStream(forge.stream()), allocator);
      List<List<Object>> rows = Rows.of(Dataset.of(ArrowBridge.stream(reader)), 1);
      assertEquals(List.of(Rows.row(1L), Rows.row(2L)), rows);
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
      Dataset result = Dataset.of(ArrowBridge.stream(reader));
      List<List<Object>> rows = Rows.of(result.select("i", "name", "gap"), 64);
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
