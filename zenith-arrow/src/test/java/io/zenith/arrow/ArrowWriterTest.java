package io.zenith.arrow;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.Batch;
import io.zenith.DataLoader;
import io.zenith.Dataset;
import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import io.zenith.schema.Schema;
import io.zenith.spi.RecordBatch;
import io.zenith.testkit.ArrayBuilder;
import io.zenith.testkit.OneBatch;
import io.zenith.testkit.Property;
import io.zenith.testkit.RandomData;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.arrow.flatbuf.Footer;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.DictionaryEncoder;
import org.apache.arrow.vector.ipc.ArrowStreamReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What the writer promises of files, streams and their life.
final class ArrowWriterTest {
  private static final DataType LONG = new DataType.Int(64, true);
  private static final Schema SCHEMA = Schema.of(Field.of("c", LONG));

  @TempDir private Path folder;

  private Path file() {
    return folder.resolve("t.arrow");
  }

  private List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(path -> path.getFileName().toString()).sorted().toList();
    }
  }

  private static List<List<Object>> longs(long from, long to) {
    return LongStream.range(from, to).mapToObj(Rows::row).toList();
  }

  private static OneBatch batch(long... values) throws IOException {
    return OneBatch.of(LONG, Arrays.stream(values).boxed().toArray());
  }

  @Test
  void aFileAppearsWhenItIsFinished() throws Exception {
    try (OneBatch one = batch(0, 1, 2);
        ArrowWriter writer = ArrowWriter.file(file()).open(SCHEMA)) {
      writer.write(one.batch());
      assertEquals(1, names().size());
      assertTrue(names().getFirst().matches("\\.t\\.arrow\\.[0-9a-f]{8}\\.unfinished"));
      writer.finish();
      assertEquals(List.of("t.arrow"), names());
      assertEquals(longs(0, 3), Oracle.read(file()).rows());
      IllegalStateException finished =
          assertThrows(IllegalStateException.class, () -> writer.write(one.batch()));
      assertEquals(file() + " is finished", finished.getMessage());
      assertThrows(IllegalStateException.class, writer::finish);
    }
    assertEquals(List.of("t.arrow"), names());
  }

  @Test
  void whatIsClosedBeforeItIsFinishedLeavesNothing() throws Exception {
    ArrowWriter writer = ArrowWriter.stream(file()).open(SCHEMA);
    try (OneBatch one = batch(1)) {
      writer.write(one.batch());
      writer.close();
      assertEquals(List.of(), names());
      assertThrows(IllegalStateException.class, () -> writer.write(one.batch()));
      writer.close();
    }
  }

  @Test
  void anExistingFileIsReplacedOnlyIfAsked() throws Exception {
    Files.writeString(file(), "old");
    FileAlreadyExistsException early =
        assertThrows(FileAlreadyExistsException.class, () -> ArrowWriter.file(file()).open(SCHEMA));
    assertTrue(early.getMessage().contains(file().toString()));
    try (ArrowWriter writer = ArrowWriter.file(file()).replaceExisting().open(SCHEMA)) {
      assertEquals("old", Files.readString(file()));
      writer.finish();
    }
    assertEquals(List.of(), Rows.of(Dataset.open(file().toString()), 1));
    assertEquals(List.of("t.arrow"), names());
    assertThrows(
        FileAlreadyExistsException.class,
        () -> ArrowWriter.file(folder).replaceExisting().open(SCHEMA));
    assertThrows(
        IllegalStateException.class,
        () -> ArrowWriter.stream(new ByteArrayOutputStream()).replaceExisting());
  }

  @Test
  void aFileThatAppearsMeanwhileIsKept() throws Exception {
    try (ArrowWriter writer = ArrowWriter.file(file()).open(SCHEMA)) {
      Files.writeString(file(), "other");
      assertThrows(FileAlreadyExistsException.class, writer::finish);
    }
    assertEquals("other", Files.readString(file()));
    assertEquals(List.of("t.arrow"), names());
  }

  @Test
  void aLongNameAndARelativeOneAreWritten() throws Exception {
    Path named = folder.resolve("é".repeat(120) + ".arrow");
    try (ArrowWriter writer = ArrowWriter.file(named).open(SCHEMA)) {
      writer.finish();
    }
    Path relative = Path.of("").toAbsolutePath().relativize(folder).resolve("r.arrow");
    try (ArrowWriter writer = ArrowWriter.file(relative).open(SCHEMA)) {
      writer.finish();
    }
    assertEquals(2, names().size());
  }

  @Test
  void streamsToOutputStreamsAndChannelsAreTheSameAndStayOpen() throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Path raw = folder.resolve("raw");
    try (OneBatch one = batch(0, 1);
        FileChannel channel =
            FileChannel.open(raw, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        ArrowWriter toStream = ArrowWriter.stream(out).open(SCHEMA);
        ArrowWriter toChannel = ArrowWriter.stream(channel).open(SCHEMA);
        ArrowWriter toFile = ArrowWriter.stream(file()).open(SCHEMA)) {
      for (ArrowWriter writer : List.of(toStream, toChannel, toFile)) {
        writer.write(one.batch());
        writer.finish();
        writer.close();
      }
      assertTrue(channel.isOpen());
    }
    assertArrayEquals(Files.readAllBytes(raw), out.toByteArray());
    assertArrayEquals(Files.readAllBytes(file()), out.toByteArray());
    try (RootAllocator allocator = new RootAllocator();
        ArrowStreamReader reader =
            new ArrowStreamReader(new ByteArrayInputStream(out.toByteArray()), allocator)) {
      VectorSchemaRoot root = reader.getVectorSchemaRoot();
      assertTrue(reader.loadNextBatch());
      assertEquals(1, ((BigIntVector) root.getVector("c")).get(1));
      assertTrue(!reader.loadNextBatch());
    }
  }

  @Test
  void aStreamMayReplaceDictionaries() throws Exception {
    DataType type = new DataType.Dictionary(new DataType.Int(8, true), new DataType.Utf8(), false);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    List<String> values = List.of("a", "b", "c", "d", "e");
    try (ArrowWriter writer = ArrowWriter.stream(out).open(Schema.of(Field.of("c", type)))) {
      for (List<String> some : List.of(values.subList(0, 2), values.subList(2, 5))) {
        try (OneBatch one = OneBatch.of(ArrayBuilder.plain(type, some))) {
          writer.write(one.batch());
          writer.write(one.batch());
        }
      }
      writer.finish();
    }
    List<String> read = new ArrayList<>();
    try (RootAllocator allocator = new RootAllocator();
        ArrowStreamReader reader =
            new ArrowStreamReader(new ByteArrayInputStream(out.toByteArray()), allocator)) {
      VectorSchemaRoot root = reader.getVectorSchemaRoot();
      while (reader.loadNextBatch()) {
        try (var decoded = DictionaryEncoder.decode(root.getVector(0), reader.lookup(0))) {
          IntStream.range(0, decoded.getValueCount())
              .forEach(i -> read.add(decoded.getObject(i).toString()));
        }
      }
    }
    assertEquals(List.of("a", "b", "a", "b", "c", "d", "e", "c", "d", "e"), read);
  }

  @Test
  void aFileAppendsWhatAnotherDictionaryHasMore() throws Exception {
    assertAppends(
        new DataType.Utf8(),
        List.of(List.of("a", "b"), List.of("b", "c", "a", "d"), List.of("d", "c"), List.of("a")));
    assertEquals(1, footer().dictionariesLength());
    for (DataType value : RandomData.flatTypes()) {
      // arrow-java divides by the width of binary values, and knows no narrow decimals.
      if (WholeDictionary.knows(value)
          && !value.equals(new DataType.FixedSizeBinary(0))
          && !(value instanceof DataType.Decimal decimal && decimal.bits() < 128)) {
        Property.check(3, (random, _) -> assertAppends(value, parts(value, random)));
      }
    }
  }

  @Test
  void aFileKeepsTheOrderOfAnOrderedDictionaryOrRefuses() throws Exception {
    DataType type = new DataType.Dictionary(new DataType.Int(8, true), new DataType.Utf8(), true);
    List<String> sizes = List.of("small", "medium", "large");
    for (List<String> later :
        List.of(List.of("small", "large"), List.of("large", "small"), List.of("small", "tiny"))) {
      try (OneBatch all = OneBatch.of(ArrayBuilder.plain(type, sizes));
          OneBatch other = OneBatch.of(ArrayBuilder.plain(type, later));
          ArrowWriter writer =
              ArrowWriter.file(file()).replaceExisting().open(Schema.of(Field.of("c", type)))) {
        writer.write(all.batch());
        if (later.getLast().equals("large")) {
          writer.write(other.batch());
          writer.finish();
          assertEquals(
              Stream.concat(sizes.stream(), later.stream()).map(Rows::row).toList(),
              Oracle.read(file()).rows());
          assertEquals(1, footer().dictionariesLength());
        } else {
          IllegalStateException refusal =
              assertThrows(IllegalStateException.class, () -> writer.write(other.batch()));
          assertTrue(refusal.getMessage().contains("have no order together"), refusal::toString);
        }
      }
    }
  }

  private static List<List<Object>> parts(DataType type, SplittableRandom random) {
    return Stream.generate(() -> RandomData.values(type, random.nextInt(30), 10, random))
        .limit(4)
        .toList();
  }

  private <T> void assertAppends(DataType value, List<List<T>> parts) throws IOException {
    DataType type = new DataType.Dictionary(new DataType.Int(16, true), value, false);
    List<List<Object>> expected = new ArrayList<>();
    ArrowWriter.Builder target = ArrowWriter.file(file()).replaceExisting();
    try (ArrowWriter writer = target.open(Schema.of(Field.of("c", type)))) {
      for (List<T> part : parts) {
        if (part.isEmpty()) {
          continue;
        }
        part.forEach(one -> expected.add(Rows.row(one)));
        try (OneBatch one = OneBatch.of(ArrayBuilder.plain(type, part))) {
          writer.write(one.batch());
        }
      }
      writer.finish();
    }
    assertEquals(expected, Oracle.read(file()).rows(), value.toString());
    assertEquals(expected, Rows.of(Dataset.open(file().toString()), 7), value.toString());
  }

  @Test
  void moreDictionaryValuesThanIndicesCountAreRefusedByName() throws Exception {
    DataType type = new DataType.Dictionary(new DataType.Int(8, true), new DataType.Utf8(), false);
    try (ArrowWriter writer = ArrowWriter.file(file()).open(Schema.of(Field.of("c", type)))) {
      for (int part = 0; part < 2; part++) {
        int from = part * 64;
        List<Object> values =
            IntStream.range(from, from + 64).<Object>mapToObj(i -> "v" + i).toList();
        try (OneBatch one = OneBatch.of(ArrayBuilder.plain(type, values))) {
          writer.write(one.batch());
        }
      }
      try (OneBatch one = OneBatch.of(type, "one more")) {
        String message =
            assertThrows(IllegalStateException.class, () -> writer.write(one.batch())).getMessage();
        assertTrue(
            message.contains("column 'c' of dictionary<int8, utf8>") && message.contains("129"),
            message);
      }
    }
    assertEquals(List.of(), names());
  }

  private Footer footer() throws IOException {
    byte[] bytes = Files.readAllBytes(file());
    var buffer = java.nio.ByteBuffer.wrap(bytes).order(java.nio.ByteOrder.LITTLE_ENDIAN);
    int length = buffer.getInt(bytes.length - 10);
    return Footer.getRootAsFooter(buffer.position(bytes.length - 10 - length));
  }

  @Test
  void everyBodyAndBufferBeginsAtAMultipleOf64AndOnlyRowsOfTheBatchAreWritten() throws Exception {
    List<Object> values = new ArrayList<>(LongStream.range(0, 5000).boxed().toList());
    values.set(1, null);
    try (OneBatch one = OneBatch.of(ArrayBuilder.plain(LONG, values), 3, 100);
        ArrowWriter writer = ArrowWriter.file(file()).open(SCHEMA)) {
      writer.write(one.batch());
      writer.write(one.batch());
      writer.finish();
    }
    Footer footer = footer();
    Set<Long> remainders = new HashSet<>();
    for (int i = 0; i < footer.recordBatchesLength(); i++) {
      var block = footer.recordBatches(i);
      remainders.add((block.offset() + block.metaDataLength()) % 64);
      assertEquals(832, block.bodyLength(), "values only, no bitmap: no row of them is null");
    }
    assertEquals(Set.of(0L), remainders);
  }

  @Test
  void aBatchMayBeginAtAnyBit() throws Exception {
    DataType bool = new DataType.Bool();
    List<Object> values = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      values.add(i % 7 == 0 ? null : (Object) (i % 3 == 0));
    }
    for (int from = 0; from < 70; from += 3) {
      for (int rows : new int[] {1, 7, 8, 63, 64, 65, 128, 200}) {
        Path target = folder.resolve(from + "-" + rows + ".arrow");
        try (OneBatch one = OneBatch.of(ArrayBuilder.plain(bool, values), from, rows);
            ArrowWriter writer = ArrowWriter.file(target).open(one.batch().schema())) {
          writer.write(one.batch());
          writer.finish();
        }
        List<List<Object>> expected =
            values.subList(from, from + rows).stream().map(Rows::row).toList();
        assertEquals(expected, Rows.of(Dataset.open(target.toString()), 1000));
      }
    }
  }

  @Test
  void noBatchesNoRowsAndNoColumnsAreWritten() throws Exception {
    Schema coded =
        Schema.of(
            Field.of(
                "d",
                new DataType.Dictionary(new DataType.Int(32, true), new DataType.Utf8(), true)));
    for (Schema schema : List.of(SCHEMA, coded, Schema.of())) {
      try (ArrowWriter writer = ArrowWriter.file(file()).replaceExisting().open(schema)) {
        writer.finish();
      }
      assertEquals(List.of(), Oracle.read(file()).rows());
      assertEquals(schema, Dataset.open(file().toString()).schema());
    }
    Schema empty = new Schema(List.of(), Map.of("k", ""));
    try (OneBatch one = OneBatch.of(empty, new RecordBatch(0, 5, Collections.emptyList()));
        ArrowWriter writer = ArrowWriter.file(file()).replaceExisting().open(empty)) {
      writer.write(one.batch());
      writer.finish();
    }
    Dataset read = Dataset.open(file().toString());
    assertEquals(5, read.rowCount());
    assertEquals(empty, read.schema());
  }

  @Test
  void aThousandSmallBatchesAreReadBack() throws Exception {
    try (ArrowWriter writer = ArrowWriter.file(file()).open(SCHEMA)) {
      for (int i = 0; i < 1000; i++) {
        try (OneBatch one = batch(i)) {
          writer.write(one.batch());
        }
      }
      writer.finish();
    }
    assertEquals(longs(0, 1000), Rows.of(Dataset.open(file().toString()), 64));
    assertEquals(longs(0, 1000), Oracle.read(file()).rows());
  }

  @Test
  void aFileIsConvertedWhileItIsReplaced() throws Exception {
    RealFiles.counting(file(), 5, 1000);
    List<List<Object>> rows = Rows.of(Dataset.open(file().toString()), 1000);
    try (DataLoader loader = Dataset.open(file().toString()).loader(777).build();
        ArrowWriter writer = ArrowWriter.file(file()).replaceExisting().open(loader.schema())) {
      for (Batch batch : loader) {
        writer.write(batch);
      }
      writer.finish();
    }
    assertEquals(rows, Rows.of(Dataset.open(file().toString()), 1000));
    assertEquals(rows, Oracle.read(file()).rows());
  }

  @Test
  void otherColumnsAreRefusedByName() throws Exception {
    Schema other = Schema.of(Field.of("c", new DataType.Int(32, true)));
    try (OneBatch one = batch(1);
        ArrowWriter writer = ArrowWriter.file(file()).open(other)) {
      String message =
          assertThrows(IllegalArgumentException.class, () -> writer.write(one.batch()))
              .getMessage();
      assertEquals("column 0 is c int64, not c int32", message);
    }
    try (OneBatch one = batch(1);
        ArrowWriter writer = ArrowWriter.file(file()).open(Schema.of())) {
      assertThrows(IllegalArgumentException.class, () -> writer.write(one.batch()));
    }
    assertEquals(List.of(), names());
  }

  @Test
  void aDictionaryOfADictionaryIsRefusedByName() throws Exception {
    DataType.Int index = new DataType.Int(8, true);
    DataType inner = new DataType.Dictionary(index, new DataType.Utf8(), false);
    Schema schema = Schema.of(Field.of("c", new DataType.Dictionary(index, inner, false)));
    String message =
        assertThrows(IllegalArgumentException.class, () -> ArrowWriter.file(file()).open(schema))
            .getMessage();
    assertTrue(message.startsWith("column 'c' of dictionary<int8, dictionary<"), message);
    assertThrows(
        IllegalArgumentException.class,
        () -> ArrowWriter.file(file()).open(Schema.of(Field.of("\uD800", LONG))));
    assertEquals(List.of(), names());
  }
}
