package io.zenith.arrow;

import static io.zenith.arrow.LayoutsTest.nodes;
import static io.zenith.arrow.Rows.row;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.Batch;
import io.zenith.DataLoader;
import io.zenith.Dataset;
import io.zenith.error.MalformedDataException;
import io.zenith.error.UnsupportedDataException;
import io.zenith.testkit.SharedFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.Pipe;
import java.nio.channels.ReadableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;
import org.apache.arrow.flatbuf.CompressionType;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Streams that come through a pipe: each byte is read once, in pieces of any size.
final class PipeTest {

  /// Gives as few bytes at a time as it likes.
  private static final class Drip implements ReadableByteChannel {
    private final ByteBuffer content;
    private final SplittableRandom random = new SplittableRandom(7);
    private boolean open = true;

    Drip(byte[] content) {
      this.content = ByteBuffer.wrap(content);
    }

    @Override
    public int read(ByteBuffer target) {
      if (!content.hasRemaining()) {
        return -1;
      }
      int most = 1 + random.nextInt(random.nextInt(4) == 0 ? 8 : 4096);
      int count = Math.min(most, Math.min(target.remaining(), content.remaining()));
      target.put(content.slice(content.position(), count));
      content.position(content.position() + count);
      return count;
    }

    @Override
    public boolean isOpen() {
      return open;
    }

    @Override
    public void close() {
      open = false;
    }
  }

  private static Dataset pipe(byte[] content) throws IOException {
    return Dataset.of(Arrow.stream("pipe", new Drip(content)));
  }

  private static FileForge forge(FileForge forge) {
    return forge
        .batch(
            2,
            nodes(2, 2),
            FileForge.none(),
            FileForge.longs(10, 20),
            FileForge.none(),
            FileForge.ints(0, 1, 3),
            FileForge.text("abc"))
        .batch(
            1,
            nodes(1, 1),
            FileForge.none(),
            FileForge.longs(30),
            FileForge.none(),
            FileForge.ints(0, 1),
            FileForge.text("d"));
  }

  private static FileForge three() {
    return forge(new FileForge(Fields.of("x", Fields.INT64), Fields.of("s", Fields.UTF8)));
  }

  /// The same rows as a file that a writer writes, schema first.
  private static byte[] file(byte[] stream, Path folder) throws IOException {
    Path file = folder.resolve("written.arrow");
    try (DataLoader loader = pipe(stream).loader(2).build();
        ArrowWriter writer = ArrowWriter.file(file).open(loader.schema())) {
      for (Batch batch : loader) {
        writer.write(batch);
      }
      writer.finish();
    }
    return Files.readAllBytes(file);
  }

  @Test
  void streamsAndFilesGiveTheRowsThatTheyGiveOnDisk(@TempDir Path folder) throws Exception {
    int streams = 0;
    for (byte[] content : Corpus.files().values()) {
      // The files that are made for tests have their schema in the footer only.
      if (content[0] != 'A') {
        verify(content);
        streams++;
      }
    }
    assertTrue(streams > 1);
    verify(file(three().stream(), folder));
  }

  @Test
  void conformanceFilesAndStreamsGiveTheRowsThatTheyGiveOnDisk() throws Exception {
    try (Stream<Path> paths = Files.walk(SharedFiles.require("conformance/arrow"))) {
      for (Path path : paths.filter(Files::isRegularFile).toList()) {
        String name = path.toString();
        boolean isArrow = name.endsWith(".arrow_file") || name.endsWith(".stream");
        if (isArrow && !name.contains("bigendian") && Files.size(path) < 100_000) {
          verify(Files.readAllBytes(path));
        }
      }
    }
  }

  private static void verify(byte[] content) throws IOException {
    List<List<Object>> expected = Rows.of(content);
    for (int batchSize : new int[] {1, 3, 1000}) {
      assertEquals(expected, Rows.of(pipe(content), batchSize));
    }
  }

  @Test
  void onlyWhatIsSelectedTakesMemory() throws Exception {
    byte[] content = three().stream();
    assertEquals(List.of(row("a"), row("bc"), row("d")), Rows.of(pipe(content).select("s"), 2));
    assertEquals(
        List.of(row("a", 10L), row("bc", 20L)),
        Rows.of(pipe(content).select("s", "x"), 9).subList(0, 2));
  }

  @Test
  void whereverAStreamIsCutTheRowsBeforeAreDeliveredAndTheCutIsNamed() throws Exception {
    byte[] content = three().stream();
    List<List<Object>> all = Rows.of(content);
    int sound = 0;
    for (int length = 0; length < content.length; length++) {
      byte[] cut = Arrays.copyOf(content, length);
      List<List<Object>> rows = new ArrayList<>();
      try (DataLoader loader = pipe(cut).loader(1).build()) {
        for (Batch batch : loader) {
          rows.add(row(batch.longs("x").get(0), batch.strings("s").get(0)));
        }
        sound++;
      } catch (MalformedDataException e) {
        assertTrue(e.getMessage().startsWith("pipe, "), e.getMessage());
      }
      assertEquals(all.subList(0, rows.size()), rows);
    }
    // After the schema, after either record batch, and within the end marker, which may be missing.
    assertEquals(3, sound);
  }

  @Test
  void whateverByteIsWrongTheErrorNamesThePipe(@TempDir Path folder) throws Exception {
    for (byte[] content : List.of(three().stream(), file(three().stream(), folder))) {
      for (int at = 0; at < content.length; at++) {
        byte[] wrong = content.clone();
        wrong[at] = (byte) ~wrong[at];
        try {
          assertFalse(Rows.of(pipe(wrong), 2).size() > 1000);
        } catch (MalformedDataException | UnsupportedDataException e) {
          assertTrue(e.getMessage().startsWith("pipe, "), e.getMessage());
        } catch (IllegalStateException e) {
          assertTrue(e.getMessage().endsWith("set memoryBudget"), e.getMessage());
        }
      }
    }
  }

  @Test
  void whatIsNoStreamIsRefusedAndTheChannelClosed() {
    for (String head : List.of("", "AR", "ARROW2\0\0", "FEA1....", "a,b\n1,2\n", "\1\0\0\0")) {
      Drip channel = new Drip(head.getBytes(StandardCharsets.US_ASCII));
      RuntimeException e =
          assertThrows(RuntimeException.class, () -> Arrow.stream("pipe", channel), head);
      assertTrue(
          e instanceof MalformedDataException || e instanceof UnsupportedDataException, head);
      assertTrue(e.getMessage().startsWith("pipe, schema"), e.getMessage());
      assertFalse(channel.isOpen());
    }
  }

  /// A length that nobody sends may not take as much memory.
  @Test
  void aDictionaryThatNeverComesTakesNoMemory() throws Exception {
    byte[] content =
        new FileForge(Fields.encoded("d", 1, 8, Fields.UTF8))
                .dictionary(
                    1,
                    false,
                    1,
                    nodes(1),
                    FileForge.none(),
                    FileForge.ints(0, 1),
                    FileForge.text("x"))
                .stream();
    ByteBuffer bytes = ByteBuffer.wrap(content).order(ByteOrder.LITTLE_ENDIAN);
    int schema = 8 + bytes.getInt(4);
    int message = schema + 8;
    // The only field of the message that is as long as the body.
    int body = content.length - 8 - message - bytes.getInt(schema + 4);
    for (int at = message; at < message + bytes.getInt(schema + 4) - 8; at++) {
      if (bytes.getLong(at) == body) {
        bytes.putLong(at, 1L << 50);
      }
    }
    MalformedDataException e =
        assertThrows(MalformedDataException.class, () -> Rows.of(pipe(content), 1));
    assertTrue(e.getMessage().contains("found the end, expected"), e.getMessage());
  }

  /// Rows of type null, whose message promises a body that is not there.
  private static byte[] nulls(long rows, long bodyLength) {
    Metadata.Batch batch =
        new Metadata.Batch(rows, List.of(new Metadata.Node(rows, rows)), List.of());
    return new FileForge(Fields.of("n", ArrowType.Null.INSTANCE))
        .batchMessage(Metadata.MODERN.recordBatch(batch, bodyLength), new byte[0])
        .openStream();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 1L << 20, 1L << 56})
  void rowsWithoutBytesAreNotTakenOnTrust(long bodyLength) throws Exception {
    for (long rows : new long[] {1, 4 * bodyLength}) {
      try (DataLoader loader = pipe(nulls(rows, bodyLength)).loader(Integer.MAX_VALUE).build()) {
        Iterator<Batch> batches = loader.iterator();
        MalformedDataException e = assertThrows(MalformedDataException.class, batches::next);
        assertTrue(e.getMessage().contains("found the end, expected"), e.getMessage());
      }
    }
  }

  @Test
  void rowsThatNeedNoBytesAreAsManyAsABatchCanHave() throws Exception {
    try (DataLoader loader = pipe(nulls(Integer.MAX_VALUE, 0)).loader(Integer.MAX_VALUE).build()) {
      assertEquals(Integer.MAX_VALUE, loader.iterator().next().rows());
    }
    byte[] more = nulls(Integer.MAX_VALUE + 1L, 0);
    try (DataLoader loader = pipe(more).loader(Integer.MAX_VALUE).build()) {
      Iterator<Batch> batches = loader.iterator();
      assertThrows(MalformedDataException.class, batches::next);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {-1, (1L << 56) + 1, Long.MAX_VALUE / 16, Long.MAX_VALUE})
  void bodiesThatNobodySendsAreMalformed(long bodyLength) throws Exception {
    try (DataLoader loader = pipe(nulls(3, bodyLength)).loader(10).build()) {
      Iterator<Batch> batches = loader.iterator();
      MalformedDataException e = assertThrows(MalformedDataException.class, batches::next);
      assertTrue(e.getMessage().contains("a body of " + bodyLength + " bytes"), e.getMessage());
    }
  }

  @Test
  void aDictionaryThatGrowsWithoutEndIsRefused() throws Exception {
    FileForge forge = new FileForge(Fields.encoded("d", 1, 32, Fields.UTF8));
    byte[] large = new byte[4 << 20];
    forge.dictionary(
        1, false, 1, nodes(1), FileForge.none(), FileForge.ints(0, large.length), large);
    for (int i = 0; i < 300; i++) {
      forge.dictionary(
          1, true, 1, nodes(1), FileForge.none(), FileForge.ints(0, 1), FileForge.text("x"));
    }
    byte[] content = forge.stream();
    MalformedDataException e =
        assertThrows(MalformedDataException.class, () -> Rows.of(pipe(content), 1));
    assertTrue(e.getMessage().contains("a change of a dictionary"), e.getMessage());
  }

  /// What is joined is what counts, however little has come of it.
  @Test
  void aCompressedDictionaryThatGrowsWithoutEndIsRefused() throws Exception {
    int lz4 = CompressionType.LZ4_FRAME;
    FileForge forge = new FileForge(Fields.encoded("d", 1, 32, Fields.UTF8)).codec(lz4);
    byte[] large = new byte[4 << 20];
    forge.dictionary(
        1,
        false,
        1,
        nodes(1),
        FileForge.none(),
        FileForge.compressed(lz4, FileForge.ints(0, large.length)),
        FileForge.compressed(lz4, large));
    byte[] offsets = FileForge.compressed(lz4, FileForge.ints(0, 1));
    byte[] value = FileForge.compressed(lz4, FileForge.text("x"));
    for (int i = 0; i < 300; i++) {
      forge.dictionary(1, true, 1, nodes(1), FileForge.none(), offsets, value);
    }
    byte[] content = forge.stream();
    MalformedDataException e =
        assertThrows(MalformedDataException.class, () -> Rows.of(pipe(content), 1));
    assertTrue(e.getMessage().contains("a change of a dictionary"), e.getMessage());
  }

  @Test
  void aDictionaryThatGrowsByNothingWithoutEndIsRefused() throws Exception {
    FileForge forge = new FileForge(Fields.encoded("d", 1, 32, Fields.INT64));
    forge.dictionary(1, false, 1, nodes(1), FileForge.none(), FileForge.longs(7));
    for (int i = 0; i < 5000; i++) {
      forge.dictionary(1, true, 0, nodes(0), FileForge.none(), FileForge.none());
    }
    byte[] content = forge.stream();
    MalformedDataException e =
        assertThrows(MalformedDataException.class, () -> Rows.of(pipe(content), 1));
    assertTrue(e.getMessage().contains("a change of a dictionary"), e.getMessage());
  }

  @Test
  void aChannelThatDoesNotBlockIsRefused() throws Exception {
    Pipe pipe = Pipe.open();
    try (Pipe.SinkChannel _ = pipe.sink();
        Pipe.SourceChannel source = pipe.source()) {
      source.configureBlocking(false);
      String message =
          assertThrows(IllegalArgumentException.class, () -> Arrow.stream("pipe", source))
              .getMessage();
      assertEquals("pipe: the channel does not block, as a reader needs it", message);
      assertFalse(source.isOpen());
    }
  }

  @Test
  void closingALoaderEndsTheWaitForAPipe() throws Exception {
    Pipe pipe = Pipe.open();
    byte[] content = three().stream();
    ByteBuffer half = ByteBuffer.wrap(content, 0, content.length - 20);
    CountDownLatch first = new CountDownLatch(1);
    try (Pipe.SinkChannel sink = pipe.sink()) {
      while (half.hasRemaining()) {
        sink.write(half);
      }
      DataLoader loader = Dataset.of(Arrow.stream("pipe", pipe.source())).loader(2).build();
      FutureTask<List<Long>> consumer =
          new FutureTask<>(() -> {
            List<Long> seen = new ArrayList<>();
            for (Batch batch : loader) {
              seen.add(batch.longs("x").get(0));
              first.countDown();
            }
            return seen;
          });
      Thread thread = Thread.ofPlatform().start(consumer);
      first.await();
      loader.close();
      thread.join();
      Throwable failure = assertThrows(ExecutionException.class, consumer::get).getCause();
      assertEquals("the loader is closed", failure.getMessage());
      assertFalse(pipe.source().isOpen());
    }
  }
}
