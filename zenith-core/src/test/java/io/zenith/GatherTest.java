package io.zenith;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.error.MalformedDataException;
import io.zenith.internal.layout.Concat;
import io.zenith.internal.layout.Frame;
import io.zenith.internal.layout.NewOffsets;
import io.zenith.internal.layout.Node;
import io.zenith.internal.layout.Range;
import io.zenith.internal.rows.Chunk;
import io.zenith.internal.rows.FileColumns;
import io.zenith.internal.rows.Gather;
import io.zenith.internal.rows.GatherPlan;
import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import io.zenith.schema.Schema;
import io.zenith.spi.ArrayData;
import io.zenith.spi.Projection;
import io.zenith.spi.RecordBatch;
import io.zenith.testkit.ArrayBuilder;
import io.zenith.testkit.Bytes;
import io.zenith.testkit.ColumnValues;
import io.zenith.testkit.Property;
import io.zenith.testkit.RandomData;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/// Rows gathered from chunks, against the plain values that the chunks were made of.
class GatherTest {
  private static final DataType INT = new DataType.Int(32, true);
  private static final DataType TEXT = new DataType.Utf8();

  /// Exactly what is asked for, with something else in it.
  private static final SegmentAllocator USED =
      (size, alignment) -> Arena.ofAuto().allocate(size, alignment).fill((byte) 0xA5);

  /// Chunks, and the values of their columns, row after row of each chunk.
  private static final class Data {
    final List<Chunk> chunks = new ArrayList<>();
    final List<List<List<Object>>> values = new ArrayList<>();

    void add(Chunk chunk, List<List<Object>> columns) {
      chunks.add(chunk);
      values.add(columns);
    }

    /// A record batch of random values, with rows before and behind it.
    void add(Schema schema, SplittableRandom random) {
      int before = random.nextInt(4);
      int rows = random.nextInt(20);
      int all = before + rows + random.nextInt(4);
      int nulls = random.nextInt(2) * 20;
      List<List<Object>> plain = new ArrayList<>();
      List<ArrayData> columns = new ArrayList<>();
      for (Field field : schema.fields()) {
        List<Object> column = RandomData.values(field.type(), all, nulls, random);
        plain.add(column.subList(before, before + rows));
        columns.add(
            random.nextBoolean()
                ? ArrayBuilder.noisy(field.type(), column, random)
                : ArrayBuilder.plain(field.type(), column));
      }
      add(Chunk.of(schema, new RecordBatch(before, rows, columns)), plain);
    }

    /// The rows of the last chunk from `start` on as a chunk of their own over the same nodes.
    void cut(int start) {
      Chunk last = chunks.getLast();
      add(
          new Chunk(last.nodes(), last.from() + start, last.end(), last.columns()),
          values.getLast().stream().map(column -> column.subList(start, column.size())).toList());
    }

    int rows(int chunk) {
      return (int) (chunks.get(chunk).end() - chunks.get(chunk).from());
    }
  }

  private static List<Object> values(Node node, int rows) {
    Frame frame = Frame.ofCopy();
    return ColumnValues.of(Column.of(new Range(frame, frame.generation, 0, rows), node.checked()));
  }

  /// Fills the plan with ranges of random rows, and says what they hold.
  private static List<List<Object>> fill(
      GatherPlan plan, Data data, boolean single, SplittableRandom random) {
    plan.begin(data.chunks);
    List<List<Object>> expected = new ArrayList<>();
    data.values.getFirst().forEach(_ -> expected.add(new ArrayList<>()));
    for (int i = random.nextInt(40); i > 0; i--) {
      int chunk = random.nextInt(data.chunks.size());
      if (data.rows(chunk) == 0) {
        continue;
      }
      int start = random.nextInt(data.rows(chunk));
      int number = single ? 1 : random.nextInt(data.rows(chunk) - start + 1);
      if (single) {
        plan.add(chunk, start);
      } else {
        plan.add(chunk, start, number);
      }
      for (int column = 0; column < expected.size(); column++) {
        expected
            .get(column)
            .addAll(data.values.get(chunk).get(column).subList(start, start + number));
      }
    }
    return expected;
  }

  private static void assertGathered(List<List<Object>> expected, GatherPlan plan, Schema schema) {
    Node[] nodes = Gather.of(plan, USED);
    assertEquals(expected.size(), nodes.length);
    for (int i = 0; i < nodes.length; i++) {
      int rows = expected.get(i).size();
      assertEquals(rows, nodes[i].length);
      assertEquals(schema.fields().get(i), nodes[i].field);
      assertEquals(expected.get(i), values(nodes[i], rows), schema.toString());
      // What was gathered is sound in itself.
      assertEquals(
          expected.get(i), values(Concat.copy(nodes[i], 0, rows, USED), rows), schema.toString());
    }
  }

  @Test
  void rowsOfRandomColumnsAreThoseOfTheirChunks() {
    GatherPlan plan = new GatherPlan();
    Property.check(
        500,
        (random, number) -> {
          List<Field> fields = new ArrayList<>();
          for (int i = 0; i <= random.nextInt(3); i++) {
            fields.add(Field.of("c" + i, RandomData.type(random, 3)));
          }
          Schema schema = Schema.of(fields.toArray(Field[]::new));
          Data data = new Data();
          for (int chunks = 1 + random.nextInt(4); chunks > 0; chunks--) {
            data.add(schema, random);
            if (random.nextBoolean()) {
              data.cut(random.nextInt(data.rows(data.chunks.size() - 1) + 1));
            }
          }
          for (int step = 0; step < 3; step++) {
            List<List<Object>> expected = fill(plan, data, random.nextBoolean(), random);
            assertGathered(expected, plan, schema);
          }
        });
  }

  @Test
  void everyTypeIsGathered() {
    GatherPlan plan = new GatherPlan();
    SplittableRandom random = new SplittableRandom(7);
    for (DataType type : RandomData.typesOfAllClasses()) {
      Schema schema = Schema.of(Field.of("c", type));
      Data data = new Data();
      for (int chunks = 0; chunks < 5; chunks++) {
        data.add(schema, random);
      }
      data.cut(0);
      for (boolean single : new boolean[] {true, false}) {
        assertGathered(fill(plan, data, single, random), plan, schema);
      }
    }
  }

  private static Chunk chunk(ArrayData... columns) {
    Field[] fields = new Field[columns.length];
    for (int i = 0; i < fields.length; i++) {
      fields[i] = Field.of("c" + i, columns[i].type());
    }
    RecordBatch batch = new RecordBatch(0, columns[0].length(), List.of(columns));
    return Chunk.of(Schema.of(fields), batch);
  }

  private static Node[] gather(List<Chunk> chunks, int[]... rows) {
    GatherPlan plan = new GatherPlan();
    plan.begin(chunks);
    for (int[] row : rows) {
      plan.add(row[0], row[1]);
    }
    return Gather.of(plan, USED);
  }

  private static int[] row(int chunk, int row) {
    return new int[] {chunk, row};
  }

  @Test
  void noRowsAreColumnsWithoutRows() {
    for (DataType type : RandomData.typesOfAllClasses()) {
      List<Object> some = RandomData.values(type, 3, new SplittableRandom(1));
      Node[] none = gather(List.of(chunk(ArrayBuilder.plain(type, some))));
      assertEquals(List.of(), values(none[0], 0), type.toString());
      GatherPlan plan = new GatherPlan();
      plan.begin(List.of(chunk(ArrayBuilder.plain(type, some))));
      plan.add(0, 3, 0);
      assertEquals(List.of(), values(Gather.of(plan, USED)[0], 0), type.toString());
    }
  }

  @Test
  void rowsOutsideOfTheChunkAreRefused() {
    Chunk whole = chunk(ArrayBuilder.plain(INT, List.of(1L, 2L, 3L, 4L, 5L)));
    GatherPlan plan = new GatherPlan();
    plan.begin(List.of(new Chunk(whole.nodes(), 1, 4, whole.columns())));
    assertThrows(IndexOutOfBoundsException.class, () -> plan.add(0, 3));
    assertThrows(IndexOutOfBoundsException.class, () -> plan.add(0, -1));
    assertThrows(IndexOutOfBoundsException.class, () -> plan.add(0, 1, 3));
    assertThrows(IndexOutOfBoundsException.class, () -> plan.add(1, 0));
    plan.add(0, 2);
    assertEquals(List.of(4L), values(Gather.of(plan, USED)[0], 1));
    assertEquals(List.of(4L), values(Gather.of(plan, USED)[0], 1), "twice");
  }

  @Test
  void columnsOfChunksWithoutNullsGetNoBitmap() {
    Chunk nulls = chunk(ArrayBuilder.plain(INT, Arrays.asList(1L, null)));
    Chunk none = chunk(ArrayBuilder.plain(INT, List.of(3L, 4L)));
    Node[] sound = gather(List.of(nulls, none), row(1, 1), row(1, 0));
    assertFalse(sound[0].hasNulls);
    assertSame(MemorySegment.NULL, sound[0].validity);
    Node[] mixed = gather(List.of(nulls, none), row(1, 1), row(0, 1), row(0, 0), row(0, 1));
    assertEquals(Arrays.asList(4L, null, 1L, null), values(mixed[0], 4));
  }

  @Test
  void onlyTheUsedValuesOfADictionaryAreGathered() {
    DataType type = new DataType.Dictionary(new DataType.Int(8, true), TEXT, false);
    List<Object> words = IntStream.range(0, 100).<Object>mapToObj(i -> "word " + i).toList();
    Chunk chunk = chunk(ArrayBuilder.plain(type, words));
    Node[] gathered =
        gather(List.of(chunk, chunk), row(0, 70), row(1, 3), row(1, 70), row(0, 3), row(0, 99));
    assertEquals(
        List.of("word 70", "word 3", "word 70", "word 3", "word 99"), values(gathered[0], 5));
    assertEquals(
        List.of("word 70", "word 3", "word 99"),
        values(Objects.requireNonNull(gathered[0].dictionary), 3));
  }

  @Test
  void equalValuesOfSeveralDictionariesBecomeOneAndIndicesGrow() {
    DataType type = new DataType.Dictionary(new DataType.Int(8, true), INT, false);
    List<Chunk> chunks = new ArrayList<>();
    List<int[]> rows = new ArrayList<>();
    List<Object> expected = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      List<Object> numbers =
          LongStream.range(50L * i, 50L * i + 128).<Object>mapToObj(v -> v).toList();
      chunks.add(chunk(ArrayBuilder.plain(type, numbers)));
      for (int row = 0; row < 128; row++) {
        rows.add(row(i, row));
        expected.add(numbers.get(row));
      }
    }
    Node gathered = gather(chunks, rows.toArray(int[][]::new))[0];
    assertEquals(expected, values(gathered, expected.size()));
    assertEquals(4 * 50 + 128, Objects.requireNonNull(gathered.dictionary).length);
    assertEquals(4, gathered.width);
  }

  @Test
  void corruptColumnsSayItAtFirstUse() {
    ArrayData broken = ArrayBuilder.plain(TEXT, List.of("a", "b", "c"));
    broken.buffers().getLast().set(ValueLayout.JAVA_BYTE, 1, (byte) 0xFF);
    Chunk corrupt = chunk(ArrayBuilder.plain(INT, List.of(1L, 2L, 3L)), broken);
    Chunk sound =
        chunk(
            ArrayBuilder.plain(INT, List.of(4L, 5L)), ArrayBuilder.plain(TEXT, List.of("d", "e")));
    List<Chunk> chunks = List.of(corrupt, sound);
    assertEquals(List.of("e", "d"), values(gather(chunks, row(1, 1), row(1, 0))[1], 2));
    Node[] nodes = gather(chunks, row(1, 1), row(0, 2));
    assertEquals(List.of(5L, 3L), values(nodes[0], 2));
    assertTrue(nodes[1].isCorrupt());
    String expected =
        assertThrows(MalformedDataException.class, () -> corrupt.copy(0, 1, USED)[1].checked())
            .getMessage();
    assertEquals(
        expected, assertThrows(MalformedDataException.class, nodes[1]::checked).getMessage());
  }

  @Test
  void oneOfSeveralCorruptChunksIsNamedByTheOrderOfTheRows() {
    List<Chunk> chunks = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      ArrayData broken = ArrayBuilder.plain(TEXT, List.of("a", "b", "c"));
      broken.buffers().getLast().set(ValueLayout.JAVA_BYTE, i, (byte) 0xFF);
      chunks.add(chunk(broken));
    }
    Node[] nodes = gather(chunks, row(2, 0), row(0, 0), row(1, 0));
    assertTrue(
        assertThrows(MalformedDataException.class, nodes[0]::checked)
            .getMessage()
            .contains("row 2: found byte 0xff"));
  }

  @Test
  void moreElementsThanALongCountsAreRefused() {
    DataType nothing = new DataType.Null();
    DataType type = new DataType.LargeList(Field.of("item", nothing));
    ArrayData nulls = array(nothing, Long.MAX_VALUE, List.of(MemorySegment.NULL));
    MemorySegment offsets =
        ArrayBuilder.plain(
                new DataType.Int(64, true), List.of(0L, Long.MAX_VALUE - 1, Long.MAX_VALUE))
            .buffers()
            .getLast();
    Chunk chunk = chunk(array(type, 2, List.of(MemorySegment.NULL, offsets), nulls));
    assertEquals(2, gather(List.of(chunk), row(0, 1), row(0, 0))[0].length);
    IllegalStateException refusal =
        assertThrows(
            IllegalStateException.class,
            () -> gather(List.of(chunk), row(0, 0), row(0, 1), row(0, 0)));
    assertEquals(
        "a batch in memory, column 'c0': 2^63 values or more in one batch; make it smaller",
        refusal.getMessage());
  }

  private static ArrayData array(
      DataType type, long length, List<MemorySegment> buffers, ArrayData... children) {
    return new ArrayData(type, length, 0, buffers, List.of(children), Optional.empty());
  }

  @Test
  void moreBytesThanOffsetsReachAreRefusedBeforeTheyAreCopied() {
    Bytes large = Bytes.of(new byte[1 << 20]);
    Chunk chunk = chunk(ArrayBuilder.plain(new DataType.Binary(), List.of(large)));
    GatherPlan plan = new GatherPlan();
    plan.begin(List.of(chunk));
    for (int i = 0; i < 2048; i++) {
      plan.add(0, 0);
    }
    IllegalStateException refusal =
        assertThrows(
            NewOffsets.TooLongException.class,
            () -> {
              Node[] _ = Gather.of(plan, Arena.ofAuto());
            });
    assertEquals(
        "a batch in memory, column 'c0': 2048 rows hold more than 2 GiB; make the batch smaller",
        refusal.getMessage());
  }

  /// Chunks of files that lack columns or have narrower ones, beside those that need no conversion.
  @Test
  void filesWithOtherColumnsGiveThoseOfTheDataset() throws Exception {
    DataType wide = new DataType.Int(64, true);
    DataType doubles = new DataType.FloatingPoint(64);
    DataType words = new DataType.Dictionary(new DataType.Int(16, true), TEXT, false);
    Schema dataset =
        Schema.of(
            Field.of("i", wide),
            Field.of("t", new DataType.LargeUtf8()),
            Field.of("d", doubles),
            Field.of("w", words));
    Schema narrow =
        Schema.of(
            Field.of("w", new DataType.Dictionary(new DataType.Int(8, true), TEXT, false)),
            Field.of("t", TEXT),
            Field.of("i", INT));
    Schema poor = Schema.of(Field.of("d", new DataType.FloatingPoint(32)));
    GatherPlan plan = new GatherPlan();
    Property.check(
        100,
        (random, number) -> {
          Data data = new Data();
          FileColumns ofNarrow = FileColumns.of(narrow, dataset, Projection.columns(0, 1, 2, 3));
          FileColumns ofPoor = FileColumns.of(poor, dataset, Projection.columns(0, 1, 2, 3));
          FileColumns same = FileColumns.of(dataset, dataset, Projection.columns(0, 1, 2, 3));
          for (int i = 0; i < 6; i++) {
            FileColumns columns = List.of(ofNarrow, ofPoor, same).get(random.nextInt(3));
            add(data, columns, dataset, random);
          }
          List<List<Object>> expected = fill(plan, data, random.nextBoolean(), random);
          assertGathered(expected, plan, dataset);
        });
  }

  private static void add(Data data, FileColumns columns, Schema dataset, SplittableRandom random) {
    int rows = random.nextInt(10);
    List<List<Object>> ofFile = new ArrayList<>();
    List<ArrayData> arrays = new ArrayList<>();
    for (Field field : columns.fields()) {
      List<Object> column = RandomData.values(field.type(), rows + 2, 20, random);
      ofFile.add(column.subList(1, 1 + rows));
      arrays.add(ArrayBuilder.noisy(field.type(), column, random));
    }
    List<List<Object>> expected = new ArrayList<>();
    for (int i = 0; i < dataset.fields().size(); i++) {
      int place = columns.places().get(i);
      expected.add(
          place < 0
              ? Collections.nCopies(rows, null)
              : ofFile.get(place).stream()
                  .map(value -> value instanceof Float single ? (Object) (double) single : value)
                  .toList());
    }
    data.add(
        Chunk.binders(columns).get().bind("a file", new RecordBatch(1, rows, arrays)), expected);
  }

  @Test
  void corruptColumnsOfFilesWithOtherColumnsSayItAtFirstUse() {
    Schema dataset = Schema.of(Field.of("t", new DataType.LargeUtf8()), Field.of("i", INT));
    Schema narrow = Schema.of(Field.of("t", TEXT));
    ArrayData broken = ArrayBuilder.plain(TEXT, List.of("a", "b", "c"));
    broken.buffers().getLast().set(ValueLayout.JAVA_BYTE, 1, (byte) 0xFF);
    Chunk chunk =
        Chunk.binders(FileColumns.of(narrow, dataset, Projection.columns(0, 1)))
            .get()
            .bind("a file", new RecordBatch(0, 3, List.of(broken)));
    Node[] nodes = gather(List.of(chunk), row(0, 0), row(0, 0));
    assertEquals(Arrays.asList(null, null), values(nodes[1], 2));
    assertTrue(
        assertThrows(MalformedDataException.class, nodes[0]::checked)
            .getMessage()
            .startsWith("a file, column 't', row 1: found byte 0xff"));
  }
}
