package io.zenith;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.zenith.error.MalformedDataException;
import io.zenith.internal.layout.Concat;
import io.zenith.internal.layout.DictionaryNodes;
import io.zenith.internal.layout.Frame;
import io.zenith.internal.layout.Layout;
import io.zenith.internal.layout.Node;
import io.zenith.internal.layout.Range;
import io.zenith.internal.rows.Chunk;
import io.zenith.internal.rows.Gather;
import io.zenith.internal.rows.GatherPlan;
import io.zenith.internal.storage.Fault;
import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import io.zenith.spi.ArrayData;
import io.zenith.spi.DictionaryData;
import io.zenith.testkit.ArrayBuilder;
import io.zenith.testkit.ChildJvm;
import io.zenith.testkit.RandomData;
import io.zenith.testkit.Workers;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.math.BigDecimal;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.IntToLongFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// As [TruncationTest], for columns of every type: each lies in a mapped file that is cut while it
/// is read. What works in bulk says so, and no loop brings down the JVM.
@EnabledOnOs(OS.LINUX)
class ColumnTruncationTest {
  private static final int ROWS = 6_000;
  private static final int CUTS = 3;
  private static final int WARM_UP = 25;

  /// Cut files end before it: the page that is left is readable.
  private static final int FIRST = 1 << 16;

  @TempDir private Path root;

  /// The child.
  static final class Reader {
    private static final long[] IDS = new long[256];

    private static int failures;

    private final Path file;
    private final DataType type;
    private final ArrayData data;

    private Reader(Path file, DataType type) {
      this.file = file;
      this.type = type;
      List<Object> values = RandomData.values(type, ROWS, 25, new SplittableRandom(1));
      this.data = ArrayBuilder.plain(type, values);
    }

    public static void main(String[] arguments) throws IOException {
      for (DataType type : RandomData.typesOfAllClasses()) {
        // Of types that are read alike, one.
        boolean alike =
            type instanceof DataType.Time
                || type instanceof DataType.Duration
                || type instanceof DataType.Timestamp
                || type instanceof DataType.Date;
        if (!alike) {
          new Reader(Path.of(arguments[0]), type).read();
        }
      }
      System.out.print(failures == 0 ? "all as promised" : failures + " failures");
    }

    private void read() throws IOException {
      if (bytes(data) == 0) {
        return;
      }
      for (int round = 0; round < WARM_UP; round++) {
        try (Arena arena = Arena.ofConfined()) {
          Node node = node(arena);
          bulk(node.checked()).values().forEach(Runnable::run);
          own(node).forEach(Reader::sum);
        }
      }
      for (int cut = 0; cut < CUTS; cut++) {
        try (Arena arena = Arena.ofConfined()) {
          Node node = node(arena);
          cut();
          expect("validation", node::checked, hasContent(node));
        }
        for (String use : bulk(null).keySet()) {
          try (Arena arena = Arena.ofConfined()) {
            Node node = node(arena).checked();
            cut();
            expect(use, bulk(node).get(use), true);
          }
        }
        for (int loop = 0; loop < own(null).size(); loop++) {
          try (Arena arena = Arena.ofConfined()) {
            Node node = node(arena).checked();
            cut();
            ownLoop(own(node).get(loop));
          }
        }
      }
    }

    private static boolean hasContent(Node node) {
      return switch (node.kind) {
        case UTF8, BINARY, LIST, UNION, RUN_END_ENCODED, DICTIONARY -> true;
        default -> false;
      };
    }

    private static Column column(Node node) {
      Frame frame = Frame.ofCopy();
      return Column.of(new Range(frame, frame.generation, 0, ROWS), node);
    }

    private static Map<String, Runnable> bulk(Node node) {
      Map<String, Runnable> uses = new LinkedHashMap<>();
      uses.put("nullCount", () -> column(node).nullCount());
      uses.put("copy", () -> Concat.copy(node, 0, ROWS, Arena.ofAuto()));
      uses.put("gather", () -> gather(node));
      uses.put("text", () -> column(node).text(ROWS - 1));
      uses.put("copyTo", () -> copyTo(column(node)));
      return uses;
    }

    /// All rows, from the last to the first, as those of two chunks in turns.
    private static void gather(Node node) {
      Chunk chunk = new Chunk(new Node[] {node}, 0, ROWS, Chunk.NONE.columns());
      GatherPlan plan = new GatherPlan();
      plan.begin(List.of(chunk, chunk));
      for (int row = ROWS - 1; row >= 0; row--) {
        plan.add(row & 1, row);
      }
      Node[] _ = Gather.of(plan, Arena.ofAuto());
    }

    private static void copyTo(Column column) {
      switch (column) {
        case Utf8Column text -> text.copyTo(new String[ROWS], 0);
        case BinaryColumn binaries -> binaries.copyTo(new byte[ROWS][], 0);
        case FixedSizeBinaryColumn binaries -> binaries.copyTo(new byte[ROWS][], 0);
        case DecimalColumn decimals -> decimals.copyTo(new BigDecimal[ROWS], 0);
        case DictionaryColumn dictionary -> dictionary.copyTo(new int[ROWS], 0, 0);
        default -> column.nullCount();
      }
    }

    /// Loops of users: each method that reads a row.
    private static List<IntToLongFunction> own(Node node) {
      if (node == null) {
        return List.of(row -> row, row -> row, row -> row, row -> row);
      }
      Column column = column(node);
      IntToLongFunction isNull = row -> column.isNull(row) ? 1 : 0;
      return switch (column) {
        case NullColumn _,
            BooleanColumn _,
            ByteColumn _,
            ShortColumn _,
            LongColumn _,
            HalfColumn _,
            FloatColumn _,
            DoubleColumn _,
            StructColumn _,
            FixedSizeListColumn _ ->
            List.of(isNull, isNull, isNull, isNull);
        case IntColumn ints -> List.of(isNull, ints::get, ints::getLong, isNull);
        case DecimalColumn decimals ->
            List.of(isNull, decimals::low, decimals::high, row -> decimals.get(row).scale());
        case IntervalColumn intervals ->
            List.of(isNull, intervals::months, intervals::days, intervals::nanos);
        case Utf8Column text ->
            List.of(
                isNull,
                text::byteLength,
                row -> text.bytes(row).byteSize(),
                row -> text.get(row).length());
        case BinaryColumn binaries ->
            List.of(
                isNull,
                binaries::byteLength,
                row -> binaries.bytes(row).byteSize(),
                row -> binaries.get(row).length);
        case FixedSizeBinaryColumn binaries ->
            List.of(isNull, row -> binaries.get(row).length, isNull, isNull);
        case ListColumn lists ->
            List.of(isNull, lists::length, row -> lists.get(row).rows(), isNull);
        case UnionColumn unions ->
            List.of(
                isNull,
                unions::typeId,
                row -> unions.get(row).range.start,
                row -> IDS[Byte.MAX_VALUE + 1 + unions.typeId(row)]);
        case RunEndEncodedColumn runs ->
            List.of(isNull, runs::get, row -> runs.values().rows() + row, isNull);
        case DictionaryColumn dictionary -> List.of(isNull, dictionary::get, isNull, isNull);
      };
    }

    private static long sum(IntToLongFunction value) {
      long sum = 0;
      for (int row = 0; row < ROWS; row++) {
        sum += value.applyAsLong(row);
      }
      return sum;
    }

    private static void ownLoop(IntToLongFunction loop) {
      try {
        long _ = settled(loop);
      } catch (InternalError | MalformedDataException _) {
        // alive
      }
    }

    /// Any value, such as the length of a view, may lead to any exception before the JVM's error.
    private static long settled(IntToLongFunction loop) {
      try {
        return sum(loop);
      } finally {
        Fault.settle();
      }
    }

    private void expect(String what, Runnable use, boolean expected) {
      try {
        use.run();
        if (expected) {
          report(what, "no exception");
        }
      } catch (MalformedDataException e) {
        if (!e.getMessage().contains("the mapped file to end before this data")) {
          report(what, e.toString());
        }
      } catch (Throwable e) {
        report(what, e.toString());
      }
    }

    private void report(String what, String outcome) {
      failures++;
      System.err.println(type + ", " + what + ": " + outcome);
    }

    private static long bytes(ArrayData data) {
      long own = data.buffers().stream().mapToLong(MemorySegment::byteSize).sum();
      long inside = data.children().stream().mapToLong(Reader::bytes).sum();
      long values =
          data.dictionary().stream()
              .flatMap(dictionary -> dictionary.parts().stream())
              .mapToLong(Reader::bytes)
              .sum();
      return own + inside + values;
    }

    /// The column, checked for size only, in a file of its own.
    private Node node(Arena arena) throws IOException {
      try (FileChannel channel =
          FileChannel.open(
              file,
              StandardOpenOption.CREATE,
              StandardOpenOption.READ,
              StandardOpenOption.WRITE,
              StandardOpenOption.TRUNCATE_EXISTING)) {
        MemorySegment mapped =
            channel.map(FileChannel.MapMode.READ_WRITE, 0, FIRST + 2 * bytes(data), arena);
        long[] at = {FIRST};
        ArrayData moved = move(data, mapped, at);
        Field field = Field.of("c", type);
        return Layout.node(field, moved, ROWS, "a file", DictionaryNodes.ofFile(List.of(field)));
      }
    }

    private static ArrayData move(ArrayData data, MemorySegment target, long[] at) {
      List<MemorySegment> buffers = new ArrayList<>();
      for (MemorySegment buffer : data.buffers()) {
        MemorySegment moved = target.asSlice(at[0], buffer.byteSize());
        buffers.add(moved.copyFrom(buffer));
        at[0] += buffer.byteSize();
      }
      List<ArrayData> children = new ArrayList<>();
      data.children().forEach(child -> children.add(move(child, target, at)));
      return new ArrayData(
          data.type(),
          data.length(),
          data.nullCount(),
          buffers,
          children,
          data.dictionary().map(values -> move(values, target, at)));
    }

    private static DictionaryData move(DictionaryData data, MemorySegment target, long[] at) {
      return new DictionaryData(
          data.parts().stream().map(part -> move(part, target, at)).toList(), data.length());
    }

    private void cut() throws IOException {
      try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
        channel.truncate(100);
      }
    }
  }

  /// With all compilers, and with the best one alone, whose code throws latest: side by side, since
  /// a child keeps one processor busy.
  @Test
  void columnsOfEveryTypeSurviveACutFile() throws Exception {
    List<List<String>> flags =
        List.of(List.of(), List.of("-XX:-TieredCompilation", "-XX:CompileThreshold=400"));
    Workers.run(flags.size(), i -> assertPromised("column" + i, flags.get(i)));
  }

  private void assertPromised(String name, List<String> flags) throws Exception {
    ChildJvm.Result result =
        ChildJvm.of(Reader.class)
            .flags(flags.toArray(String[]::new))
            .arguments(root.resolve(name))
            .timeout(Duration.ofMinutes(3))
            .run();
    assertEquals("all as promised", result.stdout(), result::toString);
    assertEquals(0, result.exitCode(), result::toString);
  }
}
