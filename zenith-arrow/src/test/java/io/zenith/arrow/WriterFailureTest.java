package io.zenith.arrow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.Batch;
import io.zenith.DataLoader;
import io.zenith.Dataset;
import io.zenith.error.MalformedDataException;
import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import io.zenith.schema.Schema;
import io.zenith.testkit.ChildJvm;
import io.zenith.testkit.OneBatch;
import java.io.ByteArrayOutputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.channels.Pipe;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// Whatever fails, a file is whole or absent, and the error says what failed.
final class WriterFailureTest {
  private static final Schema SCHEMA = Schema.of(Field.of("c", new DataType.Int(64, true)));

  @TempDir private Path folder;

  private List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(path -> path.getFileName().toString()).sorted().toList();
    }
  }

  /// Fails once so many bytes are written.
  private static final class Limited extends OutputStream {
    private final IOException failure = new IOException("no more");
    private long left;

    private Limited(long left) {
      this.left = left;
    }

    @Override
    public void write(int b) throws IOException {
      if (left-- == 0) {
        throw failure;
      }
    }
  }

  @Test
  void everyByteMayBeTheOneAtWhichAStreamFails() throws Exception {
    ByteArrayOutputStream whole = new ByteArrayOutputStream();
    try (OneBatch one = OneBatch.of(new DataType.Int(64, true), 1L, 2L)) {
      write(ArrowWriter.stream(whole), one.batch());
      for (int limit = 0; limit < whole.size(); limit++) {
        Limited out = new Limited(limit);
        IOException error =
            assertThrows(IOException.class, () -> write(ArrowWriter.stream(out), one.batch()));
        assertEquals("writing a stream: java.io.IOException: no more", error.getMessage());
        assertSame(out.failure, error.getCause());
      }
      write(ArrowWriter.stream(new Limited(whole.size())), one.batch());
    }
  }

  private static void write(ArrowWriter.Builder target, Batch batch) throws IOException {
    try (ArrowWriter writer = target.open(SCHEMA)) {
      writer.write(batch);
      writer.finish();
    }
  }

  @Test
  void afterAFailureNothingCanBeWritten() throws Exception {
    Path target = folder.resolve("t.arrow");
    try (OneBatch one = OneBatch.of(new DataType.Int(64, true), 1L);
        OneBatch other = OneBatch.of(new DataType.Bool(), true);
        ArrowWriter writer = ArrowWriter.file(target).open(SCHEMA)) {
      writer.write(one.batch());
      RuntimeException first =
          assertThrows(IllegalArgumentException.class, () -> writer.write(other.batch()));
      assertEquals(List.of(), names(), "removed at once");
      IllegalStateException then =
          assertThrows(IllegalStateException.class, () -> writer.write(one.batch()));
      assertEquals("writing " + target + " has failed before", then.getMessage());
      assertSame(first, then.getCause());
      assertThrows(IllegalStateException.class, writer::finish);
    }
    assertEquals(List.of(), names());
  }

  @Test
  void aReleasedBatchEndsTheWriting() throws Exception {
    try (OneBatch one = OneBatch.of(new DataType.Int(64, true), 1L);
        ArrowWriter writer = ArrowWriter.file(folder.resolve("t")).open(SCHEMA)) {
      Batch batch = one.batch();
      one.loader().close();
      assertThrows(IllegalStateException.class, () -> writer.write(batch));
    }
    assertEquals(List.of(), names());
  }

  @Test
  @SuppressWarnings("try") // closed early, as the user of a writer might
  void aClosedChannelAndOneThatDoesNotBlockAreErrors() throws Exception {
    Path target = folder.resolve("t");
    try (OneBatch one = OneBatch.of(new DataType.Int(64, true), 1L);
        FileChannel channel =
            FileChannel.open(target, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        ArrowWriter writer = ArrowWriter.stream(channel).open(SCHEMA)) {
      channel.close();
      IOException error = assertThrows(IOException.class, () -> writer.write(one.batch()));
      assertInstanceOf(ClosedChannelException.class, error.getCause());
    }
    Pipe pipe = Pipe.open();
    try (Pipe.SinkChannel sink = pipe.sink();
        Pipe.SourceChannel source = pipe.source()) {
      sink.configureBlocking(false);
      assertThrows(IllegalArgumentException.class, () -> ArrowWriter.stream(sink));
      assertTrue(source.isOpen());
    }
  }

  @Test
  void aThreadThatIsInterruptedFails() throws Exception {
    try (OneBatch one = OneBatch.of(new DataType.Int(64, true), 1L);
        ArrowWriter writer = ArrowWriter.file(folder.resolve("t")).open(SCHEMA)) {
      Thread.currentThread().interrupt();
      IOException error = assertThrows(IOException.class, () -> writer.write(one.batch()));
      assertInstanceOf(ClosedByInterruptException.class, error.getCause());
    } finally {
      assertTrue(Thread.interrupted());
    }
    assertEquals(List.of(), names());
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void aFullDiskIsAnErrorThatNamesIt() throws Exception {
    try (OneBatch one = OneBatch.of(new DataType.Int(64, true), 1L);
        OutputStream full = new FileOutputStream("/dev/full")) {
      IOException error =
          assertThrows(IOException.class, () -> write(ArrowWriter.stream(full), one.batch()));
      assertTrue(error.getMessage().contains("No space left on device"), error::getMessage);
    }
  }

  @Test
  void aFolderThatIsAbsentOrClosedToWritersIsAnError() {
    assertThrows(
        IOException.class, () -> ArrowWriter.file(folder.resolve("no/t.arrow")).open(SCHEMA));
    assertThrows(IOException.class, () -> ArrowWriter.file(Path.of("/proc/t")).open(SCHEMA));
  }

  @Test
  @EnabledOnOs(OS.LINUX) // elsewhere a mapped file cannot be truncated, or faults differ
  void aFileThatIsTruncatedWhileItIsCopiedFailsWithoutBringingDownTheJvm() throws Exception {
    Path file = RealFiles.counting(folder.resolve("source.arrow"), 3, 100_000);
    ChildJvm.Result result = ChildJvm.of(Truncation.class).arguments(file, folder).run();
    assertEquals(0, result.exitCode(), result::toString);
    assertEquals("malformed\n".repeat(Compression.values().length), result.stdout());
    assertEquals("", result.stderr());
    assertEquals(List.of("source.arrow"), names());
  }

  /// Truncates a file whose batch is then written, once its content was checked.
  static final class Truncation {
    private Truncation() {}

    public static void main(String[] arguments) throws IOException {
      Path file = Path.of(arguments[0]);
      Path target = Path.of(arguments[1], "t.arrow");
      Map<Compression, DataLoader> loaders = new EnumMap<>(Compression.class);
      Map<Compression, Batch> batches = new EnumMap<>(Compression.class);
      for (Compression codec : Compression.values()) {
        loaders.put(codec, Dataset.open(file.toString()).loader(100_000).build());
        batches.put(codec, loaders.get(codec).iterator().next());
        batches.get(codec).recordBatch();
      }
      try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
        channel.truncate(5000);
      }
      for (Compression codec : Compression.values()) {
        Batch batch = batches.get(codec);
        try (ArrowWriter writer = ArrowWriter.file(target).codec(codec).open(batch.schema())) {
          writer.write(batch);
          writer.finish();
        } catch (MalformedDataException e) {
          System.out.println("malformed");
        }
      }
      loaders.values().forEach(DataLoader::close);
    }
  }

  /// Writes one file after the other until it is killed.
  static final class Endless {
    private Endless() {}

    public static void main(String[] arguments) throws IOException {
      try (OneBatch one = OneBatch.of(new DataType.Int(64, true), 1L, 2L, 3L)) {
        for (int number = 0; ; number++) {
          Path target = Path.of(arguments[0], number + ".arrow");
          try (ArrowWriter writer = ArrowWriter.file(target).open(SCHEMA)) {
            for (int i = 0; i < 50; i++) {
              writer.write(one.batch());
            }
            writer.finish();
          }
        }
      }
    }
  }

  @Test
  void aKilledProcessLeavesWholeFilesAndAtMostOneUnfinished() throws Exception {
    SplittableRandom random = new SplittableRandom(5);
    int whole = 0;
    for (int round = 0; round < 5; round++) {
      Path here = Files.createDirectory(folder.resolve("round" + round));
      String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
      String classPath = System.getProperty("java.class.path");
      Process process =
          new ProcessBuilder(java, "-cp", classPath, Endless.class.getName(), here.toString())
              .inheritIO()
              .start();
      Path third = here.resolve("3.arrow");
      long end = System.nanoTime() + Duration.ofSeconds(60).toNanos();
      while (Files.notExists(third) && System.nanoTime() < end) {
        Thread.sleep(1);
      }
      TimeUnit.MICROSECONDS.sleep(random.nextInt(20_000));
      process.destroyForcibly().waitFor();
      try (Stream<Path> files = Files.list(here)) {
        List<Path> left =
            files.filter(path -> path.getFileName().toString().startsWith(".")).toList();
        assertTrue(left.size() <= 1, left::toString);
        assertTrue(left.stream().allMatch(path -> path.toString().endsWith(".unfinished")));
      }
      Dataset read = Dataset.open(here.toString());
      assertEquals(0, read.rowCount() % 150);
      whole += (int) read.rowCount() / 150;
      assertEquals(read.rowCount(), Rows.of(read, 64).size());
    }
    assertTrue(whole >= 20, whole + " files");
  }
}
