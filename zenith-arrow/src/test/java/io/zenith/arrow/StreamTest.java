package io.zenith.arrow;

import static io.zenith.arrow.LayoutsTest.nodes;
import static io.zenith.arrow.Rows.row;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.Dataset;
import io.zenith.error.MalformedDataException;
import io.zenith.error.UnsupportedDataException;
import io.zenith.spi.DataSource;
import io.zenith.spi.InputFile;
import io.zenith.spi.Projection;
import io.zenith.spi.Split;
import io.zenith.spi.StoredFile;
import io.zenith.testkit.InMemory;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.apache.arrow.flatbuf.CompressionType;
import org.apache.arrow.flatbuf.MetadataVersion;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Streams: framings, ends, identity, and what no writer writes.
final class StreamTest {
  private static final List<List<Object>> THREE =
      List.of(row(10L, "a"), row(20L, "bc"), row(30L, "d"));

  private static FileForge none(Metadata metadata) {
    return new FileForge(metadata, Fields.of("x", Fields.INT64), Fields.of("s", Fields.UTF8));
  }

  private static FileForge two(Metadata metadata) {
    return none(metadata)
        .batch(
            2,
            nodes(2, 2),
            FileForge.none(),
            FileForge.longs(10, 20),
            FileForge.none(),
            FileForge.ints(0, 1, 3),
            FileForge.text("abc"));
  }

  private static FileForge three(Metadata metadata) {
    return two(metadata)
        .batch(
            1,
            nodes(1, 1),
            FileForge.none(),
            FileForge.longs(30),
            FileForge.none(),
            FileForge.ints(0, 1),
            FileForge.text("d"));
  }

  @ParameterizedTest
  @CsvSource({
    MetadataVersion.V4 + ", true",
    MetadataVersion.V4 + ", false",
    MetadataVersion.V5 + ", true",
    MetadataVersion.V5 + ", false"
  })
  void bothVersionsAreReadInBothFramingsWithAndWithoutEndMarker(short version, boolean legacy)
      throws IOException {
    FileForge forge = three(new Metadata(version, legacy));
    assertEquals(THREE, Rows.of(forge.stream()));
    assertEquals(THREE, Rows.of(forge.openStream()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"x.arrows", "x.stream", "x.ipc", "x.arrow", "x.feather"})
  void streamsAreFoundByTheirFirstBytesOrTheirNames(String name, @TempDir Path folder)
      throws IOException {
    Path file = folder.resolve(name);
    for (boolean legacy : new boolean[] {true, false}) {
      Files.write(file, three(new Metadata(MetadataVersion.V4, legacy)).stream());
      assertEquals(THREE, Rows.of(Dataset.open(file.toString()), 2));
    }
    Path anyName = Files.move(file, folder.resolve("anything"));
    assertEquals(THREE, Rows.of(Dataset.open(anyName.toString()), 2));
  }

  @Test
  void whatIsBehindTheEndMarkerIsIgnored() throws IOException {
    for (boolean legacy : new boolean[] {true, false}) {
      byte[] stream = three(new Metadata(MetadataVersion.V5, legacy)).stream();
      for (String rest : List.of("x", "garbage of some length", "\0\0\0\0\0\0\0")) {
        assertEquals(THREE, Rows.of(FileForge.joined(stream, FileForge.text(rest))));
      }
      assertEquals(THREE, Rows.of(FileForge.joined(stream, stream)));
    }
  }

  @Test
  void splitsAreTheRecordBatchesAndTheirIdentityIsInTheHeaders() throws IOException {
    byte[] stream = three(Metadata.MODERN).stream();
    try (InMemory memory = new InMemory(Arrow.format(), "splits", stream);
        DataSource mapped = memory.source(true);
        DataSource unmapped = memory.source(false)) {
      List<Split> splits = mapped.splits();
      assertEquals(List.of(2L, 1L), splits.stream().map(Split::rows).toList());
      assertTrue(splits.getLast().toString().endsWith(".arrow, record batch 1"));
      assertTrue(splits.getFirst().identity().matches("[0-9a-f]{64}#0"));
      assertEquals(
          splits.stream().map(Split::identity).toList(),
          unmapped.splits().stream().map(Split::identity).toList());
      assertEquals(0, splits.getFirst().decodedBytes(Projection.columns(0, 1)));
      assertTrue(mapped.toString().endsWith("Arrow stream of 2 record batches"));
    }
    FileForge other =
        new FileForge(Fields.of("x", Fields.INT64), Fields.of("t", Fields.UTF8))
            .batch(2, nodes(2, 2), LayoutsTest.none(5));
    assertNotEquals(identity(stream), identity(other.stream()));
  }

  private static String identity(byte[] content) throws IOException {
    try (InMemory memory = new InMemory(Arrow.format(), "identity", content);
        DataSource source = memory.source(true)) {
      return source.splits().getFirst().identity();
    }
  }

  @Test
  void aStreamOfTheSchemaAloneHasNoRows() throws IOException {
    FileForge forge = new FileForge(Fields.of("x", Fields.INT64));
    assertEquals(List.of(), Rows.of(forge.stream()));
    assertEquals(List.of(), Rows.of(forge.openStream()));
  }

  /// A stream that ends inside a message has lost something; between two, it was never ended.
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aCutStreamIsReadIfItIsCutBetweenMessages(boolean legacy) throws IOException {
    Metadata metadata = new Metadata(MetadataVersion.V5, legacy);
    FileForge forge = three(metadata);
    byte[] stream = forge.stream();
    int schema = none(metadata).openStream().length;
    int first = two(metadata).openStream().length;
    int second = forge.openStream().length;
    for (int length = 0; length < stream.length; length++) {
      byte[] cut = Arrays.copyOf(stream, length);
      if (length == schema || length == first || length == second) {
        int rows = length == schema ? 0 : length == first ? 2 : 3;
        assertEquals(THREE.subList(0, rows), Rows.of(cut));
      } else {
        assertMalformed(cut, length < 12 || (legacy && length < schema) ? "first bytes" : "byte ");
      }
    }
  }

  @Test
  void aCutIsNamedWithItsOffset() throws IOException {
    byte[] whole = three(Metadata.MODERN).openStream();
    byte[] first = Arrays.copyOf(whole, whole.length - 1);
    try (InMemory memory = new InMemory(Arrow.format(), "offset", first)) {
      String message = assertThrows(MalformedDataException.class, memory::mapped).getMessage();
      assertTrue(
          message.matches(
              ".*, byte \\d+: found a body of \\d+ bytes, expected 0 to \\d+, to the end of the"
                  + " file"),
          message);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "0, 7, 'a message of 7 bytes, expected 8 to '",
    "0, -2, 'a message of -2 bytes'",
    "0, 2147483647, 'a message of 2147483647 bytes'",
    "0, -2147483648, 'a message of -2147483648 bytes'"
  })
  void lengthsOutsideOfTheFileAreRefused(int at, int length, String found) throws IOException {
    for (boolean legacy : new boolean[] {true, false}) {
      Metadata metadata = new Metadata(MetadataVersion.V5, legacy);
      int schema = none(metadata).openStream().length;
      byte[] stream = three(metadata).stream();
      ByteBuffer bytes = ByteBuffer.wrap(stream).order(ByteOrder.LITTLE_ENDIAN);
      bytes.putInt(schema + at + (legacy ? 0 : 4), length);
      assertMalformed(stream, "byte " + schema + ": found " + found);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {-1, 1 << 20, Long.MAX_VALUE, Long.MIN_VALUE, Long.MAX_VALUE - 100})
  void bodiesOutsideOfTheFileAreRefused(long bodyLength) throws IOException {
    Metadata.Batch batch =
        new Metadata.Batch(1, nodes(1), List.of(new Metadata.Span(0, 0), new Metadata.Span(0, 8)));
    byte[] message = Metadata.MODERN.recordBatch(batch, bodyLength);
    byte[] stream =
        new FileForge(Fields.of("x", Fields.INT64))
            .batchMessage(message, FileForge.longs(1)).stream();
    assertMalformed(stream, "found a body of " + bodyLength + " bytes");
  }

  @Test
  void aSecondSchemaIsMalformed() throws IOException {
    byte[] schema = none(Metadata.MODERN).openStream();
    byte[] stream = FileForge.joined(three(Metadata.MODERN).openStream(), schema);
    int at = stream.length - schema.length;
    assertMalformed(stream, "byte " + at + ": found a message of kind Schema, expected a batch");
  }

  @Test
  void aStreamBeginsWithItsSchema() throws IOException {
    byte[] stream = three(Metadata.MODERN).stream();
    int schema = none(Metadata.MODERN).openStream().length;
    byte[] headless = Arrays.copyOfRange(stream, schema, stream.length);
    assertMalformed(headless, "found a message of kind RecordBatch, expected Schema");
    assertMalformed(FileForge.ints(-1, 0), "schema: found the end of the stream, expected a");
  }

  @Test
  void aSchemaHasNoBody() throws IOException {
    byte[] schema =
        Metadata.MODERN.message(
            Metadata.MessageKind.SCHEMA,
            new Schema(List.of(Fields.of("x", Fields.INT64)))::getSchema,
            8);
    assertMalformed(FileForge.joined(schema, new byte[8]), "found a body of 8 bytes");
  }

  @ParameterizedTest
  @EnumSource(names = {"TENSOR", "SPARSE_TENSOR"})
  void tensorsAreRefusedByName(Metadata.MessageKind kind) throws IOException {
    byte[] tensor = Metadata.MODERN.message(kind, new Schema(List.of())::getSchema, 0);
    String name = kind == Metadata.MessageKind.TENSOR ? "Tensor" : "SparseTensor";
    String refusal = "a message of kind " + name + " is not supported";
    assertUnsupported(tensor, refusal);
    assertUnsupported(FileForge.joined(three(Metadata.MODERN).openStream(), tensor), refusal);
    byte[] file = none(Metadata.MODERN).batchMessage(tensor, FileForge.none()).build();
    assertMalformed(file, "record batch 0: found a message of kind " + name);
  }

  @Test
  void otherMessagesAreMalformed() throws IOException {
    byte[] other =
        Metadata.MODERN.message(
            Metadata.MessageKind.OF_THE_FUTURE, new Schema(List.of())::getSchema, 0);
    assertMalformed(
        FileForge.joined(three(Metadata.MODERN).openStream(), other), "a message of kind 99");
  }

  @Test
  void aLaterBatchMayBeCompressed() throws IOException {
    FileForge forge =
        new FileForge(Fields.of("x", Fields.INT64))
            .batch(1, nodes(1), FileForge.none(), FileForge.longs(1))
            .codec(CompressionType.LZ4_FRAME)
            .batch(
                1,
                nodes(1),
                FileForge.none(),
                FileForge.compressed(CompressionType.LZ4_FRAME, FileForge.longs(2)));
    List<List<Object>> expected = List.of(List.of(1L), List.of(2L));
    assertEquals(expected, Rows.of(forge.stream()));
    assertEquals(expected, Rows.of(forge.build()));
  }

  @Test
  void messagesWithMetadataOfTheirOwnAreRead() throws IOException {
    FileForge forge = three(new Metadata(MetadataVersion.V5, false, true));
    assertEquals(THREE, Rows.of(forge.stream()));
    assertEquals(THREE, Rows.of(forge.build()));
  }

  @Test
  void bodiesArePassedOver() throws IOException {
    FileForge forge = new FileForge(Fields.of("x", Fields.INT64));
    for (int i = 0; i < 100; i++) {
      forge.batch(2000, nodes(2000), FileForge.none(), new byte[16_000]);
    }
    byte[] stream = forge.stream();
    try (InMemory memory = new InMemory(Arrow.format(), "headers", stream)) {
      Counting counting = new Counting(memory.input(false));
      try (Arena arena = Arena.ofConfined();
          DataSource source = Arrow.format().open(counting, arena)) {
        assertEquals(100, source.splits().size());
      }
      long headers = stream.length - 1_600_000L;
      assertTrue(counting.bytes <= headers + 1000, () -> counting.bytes + " of " + headers);
      assertTrue(counting.reads <= 106, () -> counting.reads + " reads");
    }
  }

  /// Counts what is read.
  private static final class Counting implements InputFile {
    private final InputFile file;
    private int reads;
    private long bytes;

    private Counting(InputFile file) {
      this.file = file;
    }

    @Override
    public StoredFile file() {
      return file.file();
    }

    @Override
    public Optional<MemorySegment> mapping() {
      return file.mapping();
    }

    @Override
    public void read(long offset, MemorySegment target) throws IOException {
      reads++;
      bytes += target.byteSize();
      file.read(offset, target);
    }

    @Override
    public void verifyUnchanged() {}
  }

  @Test
  void headersOfAnyLengthAreRead() throws IOException {
    int columns = 500;
    FileForge forge =
        new FileForge(
            Stream.iterate(0, i -> i + 1)
                .limit(columns)
                .map(i -> Fields.of("c" + i, Fields.INT8))
                .toArray(Field[]::new));
    for (int i = 0; i < 3; i++) {
      byte[][] buffers = LayoutsTest.none(2 * columns);
      for (int c = 0; c < columns; c++) {
        buffers[2 * c + 1] = new byte[] {(byte) (c + i)};
      }
      long[] lengths = new long[columns];
      Arrays.fill(lengths, 1);
      forge.batch(1, nodes(lengths), buffers);
    }
    List<List<Object>> rows = Rows.of(forge.stream());
    assertEquals(3, rows.size());
    assertEquals((long) (byte) 501, rows.getLast().getLast());
  }

  @Test
  void veryManyTinyMessagesTakeTimeAndMemoryInProportion() throws IOException {
    byte[] schema = new FileForge().openStream();
    byte[] tiny = Metadata.MODERN.recordBatch(new Metadata.Batch(1, List.of(), List.of()), 0);
    int count = 200_000;
    byte[] stream = Arrays.copyOf(schema, schema.length + count * tiny.length);
    for (int i = 0; i < count; i++) {
      System.arraycopy(tiny, 0, stream, schema.length + i * tiny.length, tiny.length);
    }
    try (InMemory memory = new InMemory(Arrow.format(), "tiny", stream)) {
      long start = System.nanoTime();
      assertEquals(count, memory.mapped().rowCount());
      long millis = (System.nanoTime() - start) / 1_000_000;
      assertTrue(millis < 5_000, () -> millis + " ms");
    }
  }

  @Test
  void aStreamIsReadByManyThreads() throws Exception {
    byte[] stream = three(Metadata.MODERN).stream();
    try (InMemory memory = new InMemory(Arrow.format(), "threads", stream);
        ExecutorService threads = Executors.newFixedThreadPool(8)) {
      for (boolean mapped : new boolean[] {true, false}) {
        Dataset dataset = mapped ? memory.mapped() : memory.unmapped();
        List<Future<List<List<Object>>>> reads =
            Stream.generate(() -> threads.submit(() -> Rows.of(dataset, 2))).limit(64).toList();
        for (Future<List<List<Object>>> read : reads) {
          assertEquals(THREE, read.get());
        }
      }
    }
  }

  @Test
  void aStreamThatIsNoRegularFileIsRefused(@TempDir Path folder) throws Exception {
    Path pipe = folder.resolve("pipe.arrows");
    assertEquals(0, new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor());
    IOException refusal = assertThrows(IOException.class, () -> Dataset.open(pipe.toString()));
    assertTrue(refusal.getMessage().contains("no regular file"), refusal.getMessage());
  }

  private static void assertMalformed(byte[] file, String text) throws IOException {
    try (InMemory memory = new InMemory(Arrow.format(), "hostile", file)) {
      for (boolean mapped : new boolean[] {true, false}) {
        String message =
            assertThrows(MalformedDataException.class, () -> memory.source(mapped)).getMessage();
        assertTrue(message.startsWith("native:/") && message.contains(text), message);
      }
    }
  }

  private static void assertUnsupported(byte[] file, String text) throws IOException {
    try (InMemory memory = new InMemory(Arrow.format(), "refused", file)) {
      String message =
          assertThrows(UnsupportedDataException.class, () -> memory.source(true)).getMessage();
      assertTrue(message.startsWith("native:/") && message.contains(text), message);
    }
  }
}
