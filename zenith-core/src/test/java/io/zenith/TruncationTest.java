package io.zenith;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.zenith.error.MalformedDataException;
import io.zenith.testkit.ChildJvm;
import io.zenith.testkit.RawFormat;
import io.zenith.testkit.Workers;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntToLongFunction;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// A mapped file that someone cuts while it is read: an exception in everything that works in bulk,
/// and a JVM that lives. In a JVM of its own, since this one might not.
@EnabledOnOs(OS.LINUX)
class TruncationTest {
  private static final int ROWS = 20_000;
  private static final int CUTS = 5;
  private static final int WARM_UP = 1_200;

  /// Steps that the compiler makes no vectors of: a load of one value is what HotSpot fails at.
  private static final int STRIDE = 7;

  /// What is done with a batch after its file was cut.
  private static final Map<String, Consumer<Batch>> BULK = bulk();

  /// Loops of users: each width, and each widening that the compiler may join with a load.
  private static final List<Function<Batch, LongSupplier>> OWN = own();

  @TempDir private Path root;

  private static List<Function<Batch, LongSupplier>> own() {
    return List.of(
        batch -> {
          LongColumn ids = batch.longs("id");
          return () -> sum(ids.rows(), ids::get);
        },
        batch -> {
          FloatColumn floats = batch.floats("x");
          return () -> sum(floats.rows(), row -> (long) floats.get(row));
        },
        batch -> {
          FloatColumn floats = batch.floats("x");
          return () -> sum(floats.rows(), row -> floats.isNull(row) ? 1 : 0);
        },
        batch -> {
          Utf8Column text = batch.strings("s");
          return () -> sum(text.rows(), text::byteLength);
        },
        batch -> {
          Utf8Column text = batch.strings("s");
          return () -> sum(text.rows(), row -> text.bytes(row).byteSize());
        },
        batch -> {
          ListColumn lists = batch.column("l", ListColumn.class);
          return () -> sum(lists.rows(), lists::length);
        },
        batch -> {
          ListColumn lists = batch.column("l", ListColumn.class);
          return () -> sum(lists.rows(), row -> lists.get(row).rows());
        },
        batch -> {
          IntColumn ints = (IntColumn) batch.column("l", ListColumn.class).elements();
          return () -> sumInts(ints);
        },
        batch -> {
          IntColumn ints = (IntColumn) batch.column("l", ListColumn.class).elements();
          return () -> sum(ints.rows(), ints::getLong);
        });
  }

  private static long sumInts(IntColumn ints) {
    long sum = 0;
    for (int i = 0; i < ints.rows(); i += STRIDE) {
      sum += ints.get(i);
    }
    return sum;
  }

  private static long sum(int rows, IntToLongFunction value) {
    long sum = 0;
    for (int row = 0; row < rows; row += STRIDE) {
      sum += value.applyAsLong(row);
    }
    return sum;
  }

  private static Map<String, Consumer<Batch>> bulk() {
    Map<String, Consumer<Batch>> uses = new LinkedHashMap<>();
    uses.put("toArray", batch -> batch.longs("id").toArray());
    uses.put("copyTo", batch -> batch.longs("id").copyTo(new long[batch.rows()], 0));
    uses.put("copyTo with fill", batch -> batch.floats("x").copyTo(new float[batch.rows()], 0, 0));
    uses.put("refusal of nulls", batch -> batch.floats("x").toArray());
    uses.put("nullCount", batch -> batch.floats("x").nullCount());
    uses.put("validation of text", batch -> batch.strings("s"));
    uses.put("validation of lists", batch -> batch.column("l", ListColumn.class));
    uses.put("tensor", batch -> batch.tensor("x"));
    uses.put("elements of a tensor", batch -> batch.tensor("id").toFloats());
    uses.put("stack", batch -> batch.stack("id", "id"));
    uses.put("stack with fill", batch -> batch.stack(0f, "id", "x"));
    uses.put("stackInto", TruncationTest::stackInto);
    uses.put("copy", Batch::copy);
    uses.put("text", batch -> batch.column("id").text(batch.rows() - 1));
    return uses;
  }

  private static void stackInto(Batch batch) {
    try (Arena arena = Arena.ofConfined()) {
      batch.stackInto(arena.allocate(4L * batch.rows()), "id");
    }
  }

  /// The child.
  static final class Reader {
    private static int failures;

    public static void main(String[] arguments) throws Exception {
      Path file = Path.of(arguments[0]);
      byte[] whole = Files.readAllBytes(RawFormat.write(file, 1, ROWS));
      Set<String> asked = Set.of(arguments);
      for (Map.Entry<String, Consumer<Batch>> use : BULK.entrySet()) {
        if (arguments.length > 1 && !asked.contains(use.getKey())) {
          continue;
        }
        Files.write(file, whole);
        warmUp(file, use.getValue());
        for (int cut = 0; cut < CUTS; cut++) {
          Files.write(file, whole);
          expect(use.getKey(), () -> useCut(file, ROWS, use.getValue()));
        }
      }
      for (int cut = 0; cut < CUTS; cut++) {
        Files.write(file, whole);
        expect("next batch", () -> readOn(file));
      }
      for (Function<Batch, LongSupplier> loop : OWN) {
        Files.write(file, whole);
        warmUp(
            file,
            batch -> {
              long _ = loop.apply(batch).getAsLong();
            });
        for (int cut = 0; cut < CUTS; cut++) {
          Files.write(file, whole);
          ownLoop(file, loop);
        }
      }
      System.out.print(failures == 0 ? "all as promised" : failures + " failures");
    }

    /// The loops as the compiler leaves them are what counts.
    private static void warmUp(Path file, Consumer<Batch> use) throws IOException {
      try (DataLoader loader = Dataset.open(file.toString()).loader(64).epochs(4).build()) {
        int steps = 0;
        for (Batch batch : loader) {
          try {
            use.accept(batch);
          } catch (IllegalStateException _) {
            // nulls are refused
          }
          if (++steps == WARM_UP) {
            break;
          }
        }
      }
    }

    private static void useCut(Path file, int batchSize, Consumer<Batch> use) throws IOException {
      try (DataLoader loader = Dataset.open(file.toString()).loader(batchSize).build()) {
        Batch batch = loader.iterator().next();
        cut(file);
        use.accept(batch);
      }
    }

    /// A batch with rows of two files, which are cut before it is put together.
    private static void readOn(Path file) throws IOException {
      Path second = RawFormat.write(file.resolveSibling("second.raw"), ROWS + 1, ROWS);
      try (DataLoader loader =
          Dataset.open(file.toString(), second.toString()).loader(ROWS - 1).build()) {
        Iterator<Batch> batches = loader.iterator();
        batches.next();
        cut(file);
        cut(second);
        batches.next();
      }
    }

    /// What a loop over get meets is the JVM's error, sooner or later; it can be caught. The
    /// content is checked before the cut, so that it is the loop that meets it.
    private static void ownLoop(Path file, Function<Batch, LongSupplier> loop) throws IOException {
      try (DataLoader loader = Dataset.open(file.toString()).loader(ROWS).build()) {
        LongSupplier values = loop.apply(loader.iterator().next());
        cut(file);
        System.err.println("values of nowhere: " + values.getAsLong());
      } catch (InternalError | MalformedDataException _) {
        // alive
      }
    }

    private interface Use {
      void run() throws IOException;
    }

    private static void expect(String what, Use use) {
      try {
        use.run();
        report(what, "no exception");
      } catch (MalformedDataException e) {
        if (!e.getMessage().contains("the mapped file to end before this data")
            && !e.getMessage().contains("the file changed while it is read")) {
          report(what, e.toString());
        }
      } catch (Throwable e) {
        report(what, e.toString());
      }
    }

    private static void report(String what, String outcome) {
      failures++;
      System.err.println(what + ": " + outcome);
    }

    private static void cut(Path file) throws IOException {
      try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
        channel.truncate(100);
      }
    }
  }

  /// With all compilers, and with the best one alone, whose code throws latest and must not let the
  /// fault out behind the copy: side by side, since a child keeps one processor busy.
  @Test
  void bulkPathsSayThatTheFileWasCutAndTheJvmLives() throws Exception {
    List<ChildJvm> children =
        List.of(
            ChildJvm.of(Reader.class).arguments(root.resolve("a.raw")),
            ChildJvm.of(Reader.class)
                .flags("-XX:-TieredCompilation", "-XX:CompileThreshold=400", "-Xbatch")
                .arguments(root.resolve("b.raw"), "toArray", "copyTo", "refusal of nulls"));
    Workers.run(children.size(), i -> assertPromised(children.get(i)));
  }

  private static void assertPromised(ChildJvm child) throws Exception {
    ChildJvm.Result result = child.flags("-ea").run();
    assertEquals("all as promised", result.stdout(), result::toString);
    assertEquals(0, result.exitCode(), result::toString);
  }
}
