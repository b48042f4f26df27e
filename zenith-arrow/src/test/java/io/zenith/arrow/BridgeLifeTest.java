package io.zenith.arrow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.Batch;
import io.zenith.DataLoader;
import io.zenith.Dataset;
import io.zenith.arrow.bridge.ArrowBridge;
import io.zenith.error.MalformedDataException;
import io.zenith.error.UnsupportedDataException;
import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import io.zenith.schema.Schema;
import io.zenith.spi.ArrayData;
import io.zenith.spi.RecordBatch;
import io.zenith.testkit.ArrayBuilder;
import io.zenith.testkit.Bytes;
import io.zenith.testkit.LeakCheck;
import io.zenith.testkit.OneBatch;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.FixedSizeBinaryVector;
import org.apache.arrow.vector.UuidVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.DictionaryProvider.MapDictionaryProvider;
import org.apache.arrow.vector.extension.OpaqueType;
import org.apache.arrow.vector.extension.UuidType;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.ArrowType.ExtensionType;
import org.apache.arrow.vector.types.pojo.ExtensionTypeRegistry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// How long vectors and batches on both sides of the bridge live, and what they take.
final class BridgeLifeTest {
  @TempDir private Path folder;

  private Path file(int rows) throws IOException {
    return RealFiles.counting(folder.resolve("t.arrow"), 1, rows);
  }

  @Test
  void vectorsKeepTheFileMappedUntilTheLastBufferIsReleased() throws Exception {
    Path file = file(1000);
    LeakCheck before = LeakCheck.snapshot();
    try (RootAllocator allocator = new RootAllocator();
        BufferAllocator child = allocator.newChildAllocator("child", 0, Long.MAX_VALUE)) {
      DataLoader loader = Dataset.open(file.toString()).loader(100).build();
      Iterator<Batch> batches = loader.iterator();
      batches.next();
      VectorSchemaRoot root = ArrowBridge.root(batches.next(), allocator);
      batches.next();
      loader.close();
      assertEquals(199, ((BigIntVector) root.getVector("x")).get(99));
      assertEquals("199", ((VarCharVector) root.getVector("s")).getObject(99).toString());
      ArrowBuf values = root.getVector("x").getDataBuffer();
      ArrowBuf kept = values.getReferenceManager().retain(values, child);
      root.close();
      assertEquals(199, kept.getLong(99 * 8));
      assertTrue(before.leaks(Duration.ZERO).toString().contains("t.arrow"));
      kept.close();
      assertEquals(List.of(), before.leaks(Duration.ZERO));
    }
  }

  @Test
  void rootsOfOtherLoadersAndFilesDoNotKeepAFile() throws Exception {
    Path file = file(1000);
    Path other = RealFiles.counting(folder.resolve("other.arrow"), 1, 10);
    LeakCheck before = LeakCheck.snapshot();
    try (RootAllocator allocator = new RootAllocator()) {
      DataLoader one = Dataset.open(file.toString()).loader(100).build();
      DataLoader two = Dataset.open(other.toString()).loader(10).build();
      try (VectorSchemaRoot root = ArrowBridge.root(one.iterator().next(), allocator)) {
        VectorSchemaRoot small = ArrowBridge.root(two.iterator().next(), allocator);
        one.close();
        two.close();
        small.close();
        String open = before.leaks(Duration.ZERO).toString();
        assertFalse(open.contains("other.arrow"), open);
        assertEquals(100, root.getRowCount());
      }
    }
  }

  /// Also where rows do not begin at a byte of a bitmap, and with more values than the bitmap of
  /// ones at hand has.
  @Test
  void aMappedFileWithoutNullsTakesNothingFromTheAllocator() throws IOException {
    for (int rows : new int[] {13, 1_200_000}) {
      Path file = file(1_200_000);
      try (RootAllocator allocator = new RootAllocator(0);
          DataLoader loader = Dataset.open(file.toString()).loader(rows).build()) {
        Iterator<Batch> batches = loader.iterator();
        for (int i = 0; i < 10 && batches.hasNext(); i++) {
          try (VectorSchemaRoot root = ArrowBridge.root(batches.next(), allocator)) {
            assertEquals(0, root.getVector("x").getNullCount());
            assertEquals(0, root.getVector("s").getNullCount());
          }
        }
        assertEquals(0, allocator.getPeakMemoryAllocation());
      }
    }
  }

  /// The elements of the second column need a longer bitmap of ones than the first.
  @Test
  void aBitmapOfOnesLivesWhileAnotherColumnNeedsMore() throws Exception {
    int rows = 1_100_000;
    DataType int8 = new DataType.Int(8, true);
    DataType pair = new DataType.FixedSizeList(Field.of("item", int8), 2);
    Schema schema = Schema.of(Field.of("x", int8), Field.of("pair", pair));
    Path file = folder.resolve("t.arrow");
    try (Arena arena = Arena.ofConfined();
        ArrowWriter writer = ArrowWriter.file(file).open(schema)) {
      ArrayData x = zeros(int8, rows, arena);
      ArrayData items = zeros(int8, 2 * rows, arena);
      ArrayData pairs =
          new ArrayData(
              pair, rows, 0, List.of(MemorySegment.NULL), List.of(items), Optional.empty());
      writer.write(Batch.of(schema, new RecordBatch(0, rows, List.of(x, pairs))));
      writer.finish();
    }
    try (RootAllocator allocator = new RootAllocator();
        DataLoader loader = Dataset.open(file.toString()).loader(rows).build();
        VectorSchemaRoot root = ArrowBridge.root(loader.iterator().next(), allocator)) {
      for (int i = 0; i < 5; i++) {
        System.gc();
        Thread.sleep(20); // the cleaner frees
      }
      assertEquals(0, root.getVector("x").getNullCount());
    }
  }

  private static ArrayData zeros(DataType int8, int rows, Arena arena) {
    List<MemorySegment> buffers = List.of(MemorySegment.NULL, arena.allocate(rows));
    return new ArrayData(int8, rows, 0, buffers, List.of(), Optional.empty());
  }

  @Test
  void aBatchOfSeveralRecordBatchesIsCopiedIntoTheAllocator() throws IOException {
    Path file = RealFiles.counting(folder.resolve("t.arrow"), 20, 10);
    try (RootAllocator allocator = new RootAllocator()) {
      DataLoader loader = Dataset.open(file.toString()).loader(100).build();
      VectorSchemaRoot root = ArrowBridge.root(loader.iterator().next(), allocator);
      loader.close();
      assertTrue(allocator.getAllocatedMemory() >= 100 * 8);
      assertEquals(99, ((BigIntVector) root.getVector("x")).get(99));
      assertEquals("99", ((VarCharVector) root.getVector("s")).getObject(99).toString());
      root.close();
      assertEquals(0, allocator.getAllocatedMemory());
    }
  }

  @Test
  void aCopyOfABatchIsBridgedWithoutAnother() throws IOException {
    Path file = file(1000);
    Batch copy = Dataset.open(file.toString()).rows(500, 100);
    try (RootAllocator allocator = new RootAllocator(0);
        VectorSchemaRoot root = ArrowBridge.root(copy, allocator)) {
      assertEquals(599, ((BigIntVector) root.getVector("x")).get(99));
    }
  }

  @Test
  void aTypeWithoutVectorsIsRefusedByColumnAndType() throws IOException {
    DataType type = new DataType.Decimal(5, 2, 32);
    try (RootAllocator allocator = new RootAllocator();
        OneBatch one = OneBatch.of(type, BigDecimal.valueOf(123, 2))) {
      UnsupportedDataException e =
          assertThrows(
              UnsupportedDataException.class, () -> ArrowBridge.root(one.batch(), allocator));
      assertEquals("column 'c': arrow-java has no vectors of decimal32(5, 2)", e.getMessage());
    }
  }

  @Test
  void anExtensionTypeThatArrowJavaKnowsIsAVectorOfThatType() throws IOException {
    DataType type = new DataType.FixedSizeBinary(16);
    Map<String, String> metadata = Map.of("ARROW:extension:name", "arrow.uuid");
    Schema schema = Schema.of(new Field("c", type, true, metadata));
    byte[] id = new byte[16];
    Arrays.fill(id, (byte) 7);
    Batch batch =
        Batch.of(
            schema,
            new RecordBatch(0, 1, List.of(ArrayBuilder.plain(type, List.of(Bytes.of(id))))));
    ExtensionTypeRegistry.register(UuidType.INSTANCE);
    try (RootAllocator allocator = new RootAllocator();
        VectorSchemaRoot root = ArrowBridge.root(batch, allocator)) {
      UuidVector vector = assertInstanceOf(UuidVector.class, root.getVector("c"));
      assertEquals("07070707-0707-0707-0707-070707070707", vector.getObject(0).toString());
      Batch back = ArrowBridge.batch(root);
      assertEquals(type, back.schema().fields().getFirst().type());
      assertEquals(
          "arrow.uuid", back.schema().fields().getFirst().metadata().get("ARROW:extension:name"));
    } finally {
      ExtensionTypeRegistry.unregister(UuidType.INSTANCE);
    }
  }

  private static Batch extended(DataType type, Object value, Map<String, String> metadata) {
    return Batch.of(
        Schema.of(new Field("c", type, true, metadata)),
        new RecordBatch(0, 1, List.of(ArrayBuilder.plain(type, List.of(value)))));
  }

  private static void assertExtensionRefused(ExtensionType known, Batch batch, String expected) {
    ExtensionTypeRegistry.register(known);
    try (RootAllocator allocator = new RootAllocator()) {
      UnsupportedDataException e =
          assertThrows(UnsupportedDataException.class, () -> ArrowBridge.root(batch, allocator));
      String start = "column 'c': arrow-java has no vectors of the extension type " + expected;
      assertTrue(e.getMessage().startsWith(start), e::toString);
    } finally {
      ExtensionTypeRegistry.unregister(known);
    }
  }

  @Test
  void anExtensionTypeOverAnotherStorageIsRefused() {
    Map<String, String> uuid = Map.of("ARROW:extension:name", "arrow.uuid");
    assertExtensionRefused(
        UuidType.INSTANCE, extended(new DataType.Bool(), true, uuid), "arrow.uuid over Bool");
    assertExtensionRefused(
        UuidType.INSTANCE,
        extended(new DataType.Int(32, true), 1L, uuid),
        "arrow.uuid over Int(32, true)");
  }

  @Test
  void anExtensionTypeWithBrokenMetadataIsRefused() {
    Map<String, String> opaque =
        Map.of("ARROW:extension:name", "arrow.opaque", "ARROW:extension:metadata", "{");
    assertExtensionRefused(
        new OpaqueType(ArrowType.Null.INSTANCE, "a", "b"),
        extended(new DataType.Int(32, true), 1L, opaque),
        "arrow.opaque over Int(32, true)");
  }

  /// Also in the middle of a loader.
  @Test
  void anExtensionTypeCountsFromWhenItIsRegistered() {
    Batch batch =
        extended(
            new DataType.FixedSizeBinary(16),
            Bytes.of(new byte[16]),
            Map.of("ARROW:extension:name", "arrow.uuid"));
    try (RootAllocator allocator = new RootAllocator()) {
      try (VectorSchemaRoot root = ArrowBridge.root(batch, allocator)) {
        assertInstanceOf(FixedSizeBinaryVector.class, root.getVector("c"));
      }
      ExtensionTypeRegistry.register(UuidType.INSTANCE);
      try (VectorSchemaRoot root = ArrowBridge.root(batch, allocator)) {
        assertInstanceOf(UuidVector.class, root.getVector("c"));
      } finally {
        ExtensionTypeRegistry.unregister(UuidType.INSTANCE);
      }
      try (VectorSchemaRoot root = ArrowBridge.root(batch, allocator)) {
        assertInstanceOf(FixedSizeBinaryVector.class, root.getVector("c"));
      }
    }
  }

  @Test
  void whereTheAllocatorIsClosedNothingIsHeld() throws Exception {
    Path file = file(100);
    LeakCheck before = LeakCheck.snapshot();
    RootAllocator allocator = new RootAllocator();
    allocator.close();
    try (DataLoader loader = Dataset.open(file.toString()).loader(10).build()) {
      Batch batch = loader.iterator().next();
      assertThrows(IllegalStateException.class, () -> ArrowBridge.root(batch, allocator));
    }
    assertEquals(List.of(), before.leaks(Duration.ZERO));
  }

  private static VectorSchemaRoot text(RootAllocator allocator) {
    VarCharVector vector = new VarCharVector("s", allocator);
    vector.setSafe(0, FileForge.text("one"));
    vector.setNull(1);
    vector.setSafe(2, FileForge.text("three"));
    vector.setValueCount(3);
    return VectorSchemaRoot.of(vector);
  }

  @Test
  void aBatchRetainsVectorsUntilItsArenaIsClosed() {
    try (RootAllocator allocator = new RootAllocator()) {
      Batch batch;
      try (Arena arena = Arena.ofConfined()) {
        try (VectorSchemaRoot root = text(allocator)) {
          batch = ArrowBridge.batch(root, new MapDictionaryProvider(), arena);
        }
        assertEquals(Rows.row("one"), Rows.of(batch).getFirst());
        assertTrue(batch.strings("s").isNull(1));
        assertTrue(allocator.getAllocatedMemory() > 0);
      }
      assertEquals(0, allocator.getAllocatedMemory());
      assertThrows(IllegalStateException.class, () -> batch.strings("s").get(0));
    }
  }

  /// The allocator finds what is not released.
  @Test
  void anArenaThatTakesNothingRetainsNothing() throws Exception {
    MapDictionaryProvider none = new MapDictionaryProvider();
    try (RootAllocator allocator = new RootAllocator();
        VectorSchemaRoot root = text(allocator);
        Arena open = Arena.ofConfined()) {
      Arena closed = Arena.ofConfined();
      closed.close();
      assertThrows(IllegalStateException.class, () -> ArrowBridge.batch(root, none, closed));
      try (ExecutorService other = Executors.newSingleThreadExecutor()) {
        ExecutionException e =
            assertThrows(
                ExecutionException.class,
                () -> other.submit(() -> ArrowBridge.batch(root, none, open)).get());
        assertInstanceOf(WrongThreadException.class, e.getCause());
      }
    }
  }

  @Test
  void aBatchWithoutArenaIsACopy() {
    Batch batch;
    try (RootAllocator allocator = new RootAllocator();
        VectorSchemaRoot root = text(allocator)) {
      batch = ArrowBridge.batch(root);
    }
    assertEquals("three", batch.strings("s").get(2));
  }

  @Test
  void theContentOfVectorsIsNotTrusted() {
    try (RootAllocator allocator = new RootAllocator();
        VectorSchemaRoot root = text(allocator)) {
      root.getVector("s").getDataBuffer().setByte(0, 0xFF);
      assertThrows(MalformedDataException.class, () -> ArrowBridge.batch(root));
      root.getVector("s").getDataBuffer().setByte(0, 'o');
      root.getVector("s").getOffsetBuffer().setInt(8, 1 << 30);
      assertThrows(MalformedDataException.class, () -> ArrowBridge.batch(root));
    }
  }

  @Test
  void aDictionaryThatIsNotGivenIsNamed() throws IOException {
    DataType type = new DataType.Dictionary(new DataType.Int(8, true), new DataType.Utf8(), false);
    try (RootAllocator allocator = new RootAllocator();
        OneBatch one = OneBatch.of(type, "a", "b", "a");
        VectorSchemaRoot root = ArrowBridge.root(one.batch(), allocator)) {
      IllegalArgumentException e =
          assertThrows(IllegalArgumentException.class, () -> ArrowBridge.batch(root));
      assertEquals("field 'c' needs the dictionary 0; there are []", e.getMessage());
    }
  }
}
