package io.zenith.arrow;

import static io.zenith.arrow.LayoutsTest.nodes;
import static io.zenith.arrow.Rows.row;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.Batch;
import io.zenith.DataLoader;
import io.zenith.DictionaryColumn;
import io.zenith.error.MalformedDataException;
import io.zenith.spi.BatchIterator;
import io.zenith.spi.DataSource;
import io.zenith.spi.DictionaryData;
import io.zenith.spi.Projection;
import io.zenith.spi.ReadRequest;
import io.zenith.testkit.ColumnValues;
import io.zenith.testkit.InMemory;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Dictionaries that grow by deltas, in files and streams, and are replaced, in streams.
final class ChangingDictionariesTest {
  private static final Field NUMBER = Fields.encoded("d", 5, 8, Fields.INT64);
  private static final Field TEXT = Fields.encoded("d", 5, 8, Fields.UTF8);

  /// list<dictionary 2> in dictionary 1, and dictionary 2 besides.
  private static final Field OUTER =
      Fields.encoded(
          "outer", 1, 8, new ArrowType.List(), Fields.encoded("item", 2, 8, Fields.UTF8));

  private static final Field INNER = Fields.encoded("inner", 2, 8, Fields.UTF8);

  private static FileForge numbers(FileForge forge, boolean delta, long... values) {
    return forge.dictionary(
        5, delta, values.length, nodes(values.length), FileForge.none(), FileForge.longs(values));
  }

  private static FileForge text(FileForge forge, long id, boolean delta, String... values) {
    int[] offsets = new int[values.length + 1];
    for (int i = 0; i < values.length; i++) {
      offsets[i + 1] = offsets[i] + FileForge.text(values[i]).length;
    }
    return forge.dictionary(
        id,
        delta,
        values.length,
        nodes(values.length),
        FileForge.none(),
        FileForge.ints(offsets),
        FileForge.text(String.join("", values)));
  }

  private static FileForge indices(FileForge forge, int... indices) {
    byte[] bytes = new byte[indices.length];
    for (int i = 0; i < indices.length; i++) {
      bytes[i] = (byte) indices[i];
    }
    return forge.batch(indices.length, nodes(indices.length), FileForge.none(), bytes);
  }

  @Test
  void aLaterDictionaryReplacesTheOneBeforeFromThereOn() throws IOException {
    FileForge forge = new FileForge(NUMBER);
    numbers(forge, false, 1, 2);
    indices(forge, 0, 1);
    numbers(forge, false, 30);
    indices(forge, 0);
    indices(forge, 0);
    numbers(forge, false, 400);
    numbers(forge, false, 5, 6);
    indices(forge, 1, 0);
    assertEquals(
        List.of(row(1L), row(2L), row(30L), row(30L), row(6L), row(5L)), Rows.of(forge.stream()));
  }

  @Test
  void deltasAppendFromThereOn() throws IOException {
    FileForge forge = new FileForge(TEXT);
    text(forge, 5, false, "a", "bc");
    indices(forge, 1);
    text(forge, 5, true, "def");
    text(forge, 5, true);
    indices(forge, 2, 0);
    text(forge, 5, true, "", "é");
    indices(forge, 4, 3, 2, 1, 0);
    text(forge, 5, false, "new");
    text(forge, 5, true, "newer");
    indices(forge, 0, 1);
    byte[] stream = forge.stream();
    assertEquals(
        Stream.of("bc", "def", "a", "é", "", "def", "bc", "a", "new", "newer")
            .map(Rows::row)
            .toList(),
        Rows.of(stream));
    assertEquals(List.of(2, 3, 5, 2), dictionaryLengths(stream));
  }

  private static List<Integer> dictionaryLengths(byte[] stream) throws IOException {
    List<Integer> lengths = new ArrayList<>();
    try (InMemory memory = new InMemory(Arrow.format(), "lengths", stream)) {
      int last = -1;
      try (DataLoader loader = memory.mapped().loader(1).build()) {
        for (Batch batch : loader) {
          int length = ColumnValues.of(((DictionaryColumn) batch.column(0)).dictionary()).size();
          if (length != last) {
            lengths.add(length);
          }
          last = length;
        }
      }
    }
    return lengths;
  }

  @Test
  void deltasOfFilesAppendForAllRecordBatches() throws IOException {
    FileForge forge = new FileForge(TEXT);
    indices(forge, 2, 0);
    text(forge, 5, false, "a", "b");
    text(forge, 5, true, "c");
    indices(forge, 1);
    text(forge, 5, true, "d");
    indices(forge, 3);
    assertEquals(List.of(row("c"), row("a"), row("b"), row("d")), Rows.of(forge.build()));
  }

  static Stream<Sample> types() {
    return Sample.all();
  }

  @ParameterizedTest
  @MethodSource("types")
  void valuesOfAnyTypeAreJoined(Sample sample) throws IOException {
    Field values = sample.field();
    Field field =
        Fields.encoded("d", 5, 8, values.getType(), values.getChildren().toArray(Field[]::new));
    FileForge forge = new FileForge(field).viewData(sample.viewData());
    byte[][] buffers = sample.buffers().toArray(byte[][]::new);
    List<List<Object>> expected = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      forge.viewData(sample.viewData()).dictionary(5, i > 0, 3, sample.nodes(), buffers);
      indices(forge.viewData(List.of()), 3 * i + 2, 3 * i + 1, i);
      expected.add(row(sample.values().get(2)));
      expected.add(row(sample.values().get(1)));
      expected.add(row(sample.values().get(i)));
    }
    assertEquals(expected, Rows.of(forge.stream()));
    assertEquals(expected, Rows.of(forge.build()));
  }

  @Test
  void anIndexIntoWhatComesLaterIsMalformed() throws IOException {
    FileForge forge = new FileForge(TEXT);
    text(forge, 5, false, "a");
    indices(forge, 1);
    text(forge, 5, true, "b");
    indices(forge, 1);
    assertUnreadable(forge.stream(), "record batch 0, column 'd', row 0: found dictionary index 1");
  }

  @Test
  void anIndexIntoWhatWasReplacedIsMalformed() throws IOException {
    FileForge forge = new FileForge(TEXT);
    text(forge, 5, false, "a", "b");
    indices(forge, 1);
    text(forge, 5, false, "c");
    indices(forge, 1);
    assertUnreadable(forge.stream(), "record batch 1, column 'd', row 0: found dictionary index 1");
  }

  @Test
  void aDictionaryBehindTheRecordBatchIsNotInForce() throws IOException {
    FileForge forge = new FileForge(TEXT);
    indices(forge, 0);
    text(forge, 5, false, "a");
    assertUnreadable(forge.stream(), "column 'd', row 0: found dictionary index 0");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aDeltaToNothingIsMalformed(boolean asStream) throws IOException {
    FileForge forge = new FileForge(TEXT);
    text(forge, 5, true, "a");
    indices(forge, 0);
    assertUnreadable(
        asStream ? forge.stream() : forge.build(),
        "dictionary batch 0: found a delta to dictionary 5, expected that dictionary before it");
  }

  @Test
  void aCorruptDeltaIsNamedWhereItsColumnIsUsed() throws IOException {
    FileForge forge = new FileForge(TEXT);
    text(forge, 5, false, "a");
    forge.dictionary(
        5, true, 1, nodes(1), FileForge.none(), FileForge.ints(0, 1), new byte[] {(byte) 0xFF});
    indices(forge, 0);
    assertUnreadable(forge.stream(), "column 'd.(dictionary, delta 1)', row 0: found byte 0xff");
  }

  @Test
  void columnsShareDictionariesThatChange() throws IOException {
    FileForge forge =
        new FileForge(
            Fields.encoded("a", 5, 8, Fields.UTF8), Fields.encoded("b", 5, 8, Fields.UTF8));
    text(forge, 5, false, "x", "y");
    for (int i = 0; i < 2; i++) {
      forge.batch(
          1, nodes(1, 1), FileForge.none(), new byte[] {0}, FileForge.none(), new byte[] {1});
      text(forge, 5, false, "y", "z");
    }
    assertEquals(List.of(row("x", "y"), row("y", "z")), Rows.of(forge.stream()));
  }

  /// Outer lists of indices 1, 0 and then 0; the row of the batch is the outer's first.
  private static FileForge outer(FileForge forge, boolean delta) {
    return forge.dictionary(
        1,
        delta,
        2,
        nodes(2, 3),
        FileForge.none(),
        FileForge.ints(0, 2, 3),
        FileForge.none(),
        new byte[] {1, 0, 0});
  }

  private static FileForge both(FileForge forge, int outer, int inner) {
    return forge.batch(
        1,
        nodes(1, 1),
        FileForge.none(),
        new byte[] {(byte) outer},
        FileForge.none(),
        new byte[] {(byte) inner});
  }

  @Test
  void dictionariesInsideOfDictionariesAreThoseOfTheRecordBatch() throws IOException {
    FileForge forge = new FileForge(OUTER, INNER);
    outer(forge, false);
    text(forge, 2, false, "a", "b");
    both(forge, 0, 0);
    text(forge, 2, false, "c", "d");
    both(forge, 0, 1);
    text(forge, 2, true, "e");
    both(forge, 1, 2);
    outer(forge, true);
    both(forge, 2, 2);
    text(forge, 2, false, "f", "g");
    both(forge, 2, 0);
    both(forge, 3, 1);
    assertEquals(
        List.of(
            row(row("b", "a"), "a"),
            row(row("d", "c"), "d"),
            row(row("c"), "e"),
            row(row("d", "c"), "e"),
            row(row("g", "f"), "f"),
            row(row("f"), "g")),
        Rows.of(forge.stream()));
  }

  @Test
  void anOuterDictionaryMustFitTheInnerOneOfTheRecordBatch() throws IOException {
    FileForge forge = new FileForge(OUTER, INNER);
    outer(forge, false);
    text(forge, 2, false, "a", "b");
    both(forge, 0, 0);
    text(forge, 2, false, "c");
    both(forge, 0, 0);
    assertUnreadable(forge.stream(), "record batch 1, column 'outer.(dictionary).item'");
  }

  @Test
  void partsAreTheSameForAllRecordBatchesOfADictionary() throws IOException {
    FileForge forge = new FileForge(OUTER, INNER);
    outer(forge, false);
    text(forge, 2, false, "a", "b");
    text(forge, 2, true, "c");
    for (int i = 0; i < 3; i++) {
      both(forge, 0, 0);
    }
    try (InMemory memory = new InMemory(Arrow.format(), "same", forge.stream());
        DataSource source = memory.source(false);
        Arena arena = Arena.ofConfined()) {
      List<DictionaryData> first = dictionaries(source, 0, arena);
      for (int i = 1; i < 3; i++) {
        List<DictionaryData> other = dictionaries(source, i, arena);
        assertSame(first.get(0).parts().getFirst(), other.get(0).parts().getFirst());
        assertSame(first.get(1).parts(), other.get(1).parts());
      }
    }
  }

  private static List<DictionaryData> dictionaries(DataSource source, int split, Arena arena)
      throws IOException {
    ReadRequest request =
        ReadRequest.all(source.splits().get(split), Projection.columns(0, 1), arena);
    try (BatchIterator batches = source.read(request)) {
      assertTrue(batches.advance());
      return batches.batch().columns().stream()
          .map(column -> column.dictionary().orElseThrow())
          .toList();
    }
  }

  /// Ten thousand deltas after a dictionary of 400 kB: quadratic work would be 4 GB.
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void veryManyDeltasCostWhatTheyAreLong(boolean mapped) throws IOException {
    int count = 10_000;
    FileForge forge = new FileForge(Fields.encoded("d", 5, 32, Fields.UTF8));
    String[] many = new String[20_000];
    Arrays.fill(many, "twenty characters...");
    text(forge, 5, false, many);
    for (int i = 0; i < count; i++) {
      text(forge, 5, true, Integer.toString(i));
      forge.batch(1, nodes(1), FileForge.none(), FileForge.ints(many.length + i));
    }
    try (InMemory memory = new InMemory(Arrow.format(), "many", forge.stream())) {
      long start = System.nanoTime();
      int next = 0;
      try (DataLoader loader = (mapped ? memory.mapped() : memory.unmapped()).loader(1).build()) {
        for (Batch batch : loader) {
          assertEquals(Integer.toString(next++), batch.column(0).text(0));
        }
      }
      assertEquals(count, next);
      long millis = (System.nanoTime() - start) / 1_000_000;
      assertTrue(millis < 10_000, () -> millis + " ms");
    }
  }

  @Test
  void innerDictionariesThatChangeUnderALargeOuterOneAreRefused() throws IOException {
    FileForge forge = new FileForge(OUTER, INNER);
    int length = 100_000;
    int[] offsets = new int[length + 1];
    forge.dictionary(
        1,
        false,
        length,
        nodes(length, 0),
        FileForge.none(),
        FileForge.ints(offsets),
        FileForge.none(),
        FileForge.none());
    for (int i = 0; i < 1000; i++) {
      text(forge, 2, false, "a");
      both(forge, 0, 0);
    }
    assertUnreadable(forge.stream(), ": found a change of what other dictionaries refer to");
  }

  @Test
  void innerDictionariesMayChangeWithEachRecordBatch() throws IOException {
    FileForge forge = new FileForge(OUTER, INNER);
    outer(forge, false);
    List<List<Object>> expected = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      text(forge, 2, i % 3 == 2, "a" + i, "b" + i);
      if (i % 7 == 6) {
        outer(forge, false);
      }
      int from = i - (i % 3 == 2 ? 1 : 0);
      both(forge, 0, 1);
      expected.add(row(row("b" + from, "a" + from), "b" + from));
    }
    assertEquals(expected, Rows.of(forge.stream()));
  }

  /// Values without a byte would take memory once another part brings a bitmap.
  @Test
  void partsThatNothingJustifiesAreNotJoined() throws IOException {
    Field field = Fields.encoded("d", 5, 8, new ArrowType.FixedSizeBinary(0));
    FileForge forge = new FileForge(field);
    int length = Integer.MAX_VALUE;
    forge.dictionary(5, false, length, nodes(length), FileForge.none(), FileForge.none());
    indices(forge, 0);
    try (InMemory memory = new InMemory(Arrow.format(), "alone", forge.stream());
        DataLoader loader = memory.mapped().loader(1).build()) {
      assertEquals(1, loader.iterator().next().column("d").rows());
    }
    forge.dictionary(
        5, true, 1, List.of(new Metadata.Node(1, 1)), new byte[] {0}, FileForge.none());
    indices(forge, 0);
    assertUnreadable(forge.stream(), "dictionary batch 0: found 2147483647 values to be joined");
  }

  @Test
  void aDictionaryThatGrowsIsReadByManyThreads() throws Exception {
    FileForge forge = new FileForge(TEXT);
    text(forge, 5, false, "0");
    List<List<Object>> expected = new ArrayList<>();
    for (int i = 1; i < 100; i++) {
      text(forge, 5, true, Integer.toString(i));
      indices(forge, i, 0);
      expected.add(row(Integer.toString(i)));
      expected.add(row("0"));
    }
    try (InMemory memory = new InMemory(Arrow.format(), "threads", forge.stream());
        ExecutorService threads = Executors.newFixedThreadPool(8)) {
      for (boolean mapped : new boolean[] {true, false}) {
        var dataset = mapped ? memory.mapped() : memory.unmapped();
        List<Future<List<List<Object>>>> reads =
            Stream.generate(() -> threads.submit(() -> Rows.of(dataset, 3))).limit(32).toList();
        for (Future<List<List<Object>>> read : reads) {
          assertEquals(expected, read.get());
        }
      }
    }
  }

  private static void assertUnreadable(byte[] file, String text) throws IOException {
    try (InMemory memory = new InMemory(Arrow.format(), "unreadable", file)) {
      for (boolean mapped : new boolean[] {true, false}) {
        String message =
            assertThrows(
                    MalformedDataException.class,
                    () -> Rows.of(mapped ? memory.mapped() : memory.unmapped(), 1))
                .getMessage();
        assertTrue(message.startsWith("native:/") && message.contains(text), message);
      }
    }
  }
}
