package io.zenith.arrow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.Batch;
import io.zenith.Column;
import io.zenith.DataLoader;
import io.zenith.Dataset;
import io.zenith.error.MalformedDataException;
import io.zenith.error.UnsupportedDataException;
import io.zenith.testkit.ChildJvm;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.ReadableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// What depends on how the JVM was started, or could bring it down.
final class ChildProcessTest {
  @TempDir private Path folder;

  @Test
  void aPlainJvmPrintsNothingAndLoadsNeitherArrowVectorNorJackson() throws Exception {
    Path file = RealFiles.counting(folder.resolve("plain.arrow"), 3, 100);
    ChildJvm.Result quiet = ChildJvm.of(Sum.class).arguments(file).run();
    assertEquals(new ChildJvm.Result(0, "44850\n", ""), quiet);

    ChildJvm.Result verbose = ChildJvm.of(Sum.class).flags("-verbose:class").arguments(file).run();
    assertTrue(verbose.stdout().contains("io.zenith.arrow.ArrowSource"), verbose::toString);
    for (String unwanted :
        List.of(
            "org.apache.arrow.vector",
            "org.apache.arrow.memory",
            "com.fasterxml",
            "org.slf4j",
            "io.netty")) {
      assertFalse(verbose.stdout().contains(" " + unwanted), unwanted);
    }
  }

  /// Sums a column, and touches text.
  static final class Sum {
    private Sum() {}

    public static void main(String[] arguments) throws IOException {
      long sum = 0;
      try (DataLoader loader = Dataset.open(arguments[0]).loader(64).build()) {
        for (Batch batch : loader) {
          for (int row = 0; row < batch.rows(); row++) {
            sum += batch.longs("x").get(row);
            if (!batch.strings("s").get(row).equals(Long.toString(batch.longs("x").get(row)))) {
              throw new AssertionError(batch);
            }
          }
        }
      }
      System.out.println(sum);
    }
  }

  /// 8 MB that grow 40 times. Of the states that are joined only few may be kept, and where one
  /// does not fit the error says where.
  @Test
  void aDictionaryThatGrowsTakesLittleMoreMemoryThanItIsLong() throws Exception {
    assertEquals("40 rows\n", growing("80m"));
    String joined = growing("12m");
    assertTrue(joined.startsWith("pipe, record batch 0, column 'd"), joined);
    assertTrue(joined.contains("a dictionary of 2 parts that does not fit into memory"), joined);
    String read = growing("6m");
    assertTrue(
        read.startsWith("pipe, dictionary batch 0: a dictionary that does not fit into memory"),
        read);
  }

  private static String growing(String memory) throws Exception {
    ChildJvm.Result result =
        ChildJvm.of(Growing.class).flags("-XX:MaxDirectMemorySize=" + memory).run();
    assertEquals(0, result.exitCode(), result::toString);
    return result.stdout();
  }

  /// Reads a stream whose dictionary grows with each record batch.
  static final class Growing {
    private Growing() {}

    public static void main(String[] arguments) throws IOException {
      int first = 1 << 20;
      FileForge forge = new FileForge(Fields.encoded("d", 7, 32, Fields.INT64));
      forge.dictionary(
          7, false, first, LayoutsTest.nodes(first), FileForge.none(), new byte[8 * first]);
      for (int i = 0; i < 40; i++) {
        forge.dictionary(7, true, 1, LayoutsTest.nodes(1), FileForge.none(), FileForge.longs(i));
        forge.batch(1, LayoutsTest.nodes(1), FileForge.none(), FileForge.ints(first + i));
      }
      ReadableByteChannel channel = Channels.newChannel(new ByteArrayInputStream(forge.stream()));
      int rows = 0;
      try (DataLoader loader =
          Dataset.of(Arrow.stream("pipe", channel))
              .loader(1)
              .prefetch(2)
              .memoryBudget("1 MiB")
              .build()) {
        for (Batch batch : loader) {
          rows += batch.rows();
        }
        System.out.println(rows + " rows");
      } catch (UnsupportedDataException e) {
        System.out.println(e.getMessage());
      }
    }
  }

  @Test
  @EnabledOnOs(OS.LINUX) // elsewhere a mapped file cannot be truncated, or faults differ
  void aFileThatIsTruncatedWhileMappedFailsWithoutBringingDownTheJvm() throws Exception {
    Path file = RealFiles.counting(folder.resolve("truncated.arrow"), 3, 100_000);
    ChildJvm.Result result = ChildJvm.of(Truncation.class).arguments(file, folder).run();
    assertEquals("", result.stderr());
    assertEquals(0, result.exitCode(), result::toString);
    assertEquals("copyTo\ntoArray\nstack\ncopy\ntext\nvalidate\nnext\nopen\n", result.stdout());
  }

  /// Truncates a file under a batch, and prints each bulk path that then names the file.
  static final class Truncation {
    private Truncation() {}

    private interface Use {
      void of(Batch batch) throws IOException;
    }

    public static void main(String[] arguments) throws IOException {
      Path file = Path.of(arguments[0]);
      Path copy = Path.of(arguments[1], "copy.arrow");
      check(file, copy, "copyTo", batch -> batch.longs("x").copyTo(new long[batch.rows()], 0));
      check(file, copy, "toArray", batch -> batch.longs("x").toArray());
      check(file, copy, "stack", batch -> batch.stack("x"));
      check(file, copy, "copy", Batch::copy);
      check(file, copy, "text", batch -> batch.column("x").text(batch.rows() - 1));
      check(file, copy, "validate", batch -> batch.column("s"));
      checkNextRecordBatch(file, copy);
      checkOpen(file, copy);
    }

    private static void check(Path file, Path copy, String name, Use use) throws IOException {
      Files.copy(file, copy);
      try (DataLoader loader = Dataset.open(copy.toString()).loader(100_000).build()) {
        Batch batch = loader.iterator().next();
        truncate(copy);
        use.of(batch);
      } catch (MalformedDataException e) {
        report(copy, name, e);
      }
      Files.delete(copy);
    }

    private static void checkNextRecordBatch(Path file, Path copy) throws IOException {
      Files.copy(file, copy);
      try (DataLoader loader = Dataset.open(copy.toString()).loader(100_000).build()) {
        Iterator<Batch> batches = loader.iterator();
        Column first = batches.next().column("x");
        truncate(copy);
        batches.next();
        throw new AssertionError(first);
      } catch (MalformedDataException e) {
        report(copy, "next", e);
      }
      Files.delete(copy);
    }

    private static void checkOpen(Path file, Path copy) throws IOException {
      Files.copy(file, copy);
      truncate(copy);
      try {
        Dataset.open(copy.toString());
      } catch (MalformedDataException e) {
        report(copy, "open", e);
      }
      Files.delete(copy);
    }

    private static void truncate(Path file) throws IOException {
      try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
        channel.truncate(5000);
      }
    }

    private static void report(Path file, String name, MalformedDataException error) {
      if (!error.getMessage().contains(file.toString())) {
        throw error;
      }
      System.out.println(name);
    }
  }
}
