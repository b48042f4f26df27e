package io.zenith;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import io.zenith.schema.Schema;
import io.zenith.spi.ArrayData;
import io.zenith.spi.RecordBatch;
import io.zenith.testkit.ArrayBuilder;
import io.zenith.testkit.ColumnValues;
import io.zenith.testkit.MemFile;
import io.zenith.testkit.MemFile.Point;
import io.zenith.testkit.MemFolder;
import io.zenith.testkit.Property;
import io.zenith.testkit.Row;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/// Loaders of filtered datasets deliver the rows that the filter keeps, and no others.
///
/// [ShuffledLoaderTest] and [ResumeTest] filter as well, with all kinds of order.
class FilteredLoaderTest {

  @Test
  void rowsAreThoseForWhichTheFilterIsTrueWhateverIsSelected() {
    Property.check(
        250,
        (random, _) -> {
          RandomDataset data = new RandomDataset(random, List.of(true, false));
          RandomFilter filter = RandomFilter.of(samples(data, random), 3, random);
          List<Long> expected = new ArrayList<>();
          for (int row = 0; row < data.rows(); row++) {
            if (Boolean.TRUE.equals(filter.truth().apply(row(data, row)))) {
              expected.add((long) row);
            }
          }
          int column = random.nextInt(data.values.size());
          try (MemFolder folder = MemFolder.of(data.files.toArray(MemFile[]::new))) {
            Dataset dataset = folder.open();
            String name = "c" + column;
            dataset =
                random.nextBoolean()
                    ? dataset.select(name).filter(filter.filter())
                    : dataset.filter(filter.filter()).select(name);
            try (DataLoader loader = dataset.loader(1 + random.nextInt(9)).build()) {
              check(loader, expected, data.values.get(column));
            }
          }
        });
  }

  private static void check(DataLoader loader, List<Long> expected, List<Object> values) {
    List<Long> numbers = new ArrayList<>();
    List<Object> found = new ArrayList<>();
    for (Batch batch : loader) {
      for (int row = 0; row < batch.rows(); row++) {
        numbers.add(batch.rowNumber(row));
      }
      found.addAll(ColumnValues.of(batch.column(0)));
    }
    assertEquals(expected, numbers);
    assertEquals(expected.stream().map(row -> values.get(row.intValue())).toList(), found);
    assertEquals(loader.expectedReceipt(0), loader.receipt());
    assertEquals(expected.size(), loader.receipt().rows());
  }

  private static Map<Field, List<Object>> samples(RandomDataset data, SplittableRandom random) {
    Map<Field, List<Object>> samples = new LinkedHashMap<>();
    for (Field field : data.schema.fields()) {
      List<Object> values = data.values.get(samples.size());
      samples.put(field, RandomFilter.samples(field.type(), values, random));
    }
    return samples;
  }

  private static Map<String, Object> row(RandomDataset data, int row) {
    Map<String, Object> values = new HashMap<>();
    for (int column = 0; column < data.values.size(); column++) {
      values.put("c" + column, data.values.get(column).get(row));
    }
    return values;
  }

  @Test
  void aFieldOfAStructIsNullWhereAFileHasNothingButNulls() throws Exception {
    DataType struct = new DataType.Struct(List.of(Field.of("a", Ids.TYPE)));
    try (MemFolder folder =
        MemFolder.of(
            structs("a.mem", new DataType.Null(), null, null),
            structs("b.mem", struct, Row.of(1L), null, Row.of((Object) null)))) {
      Dataset all = folder.open();
      Map<String, List<Long>> expected =
          Map.of(
              "s.a = 1", List.of(2L),
              "s.a != 2", List.of(2L),
              "s.a is not null", List.of(2L),
              "s.a is null", List.of(0L, 1L, 3L, 4L));
      for (Map.Entry<String, List<Long>> filter : expected.entrySet()) {
        Dataset kept = all.filter(Filter.parse(filter.getKey()));
        for (DataLoader.Builder options :
            List.of(kept.loader(2), kept.loader(2).remainder(Remainder.PAD))) {
          List<Long> numbers = new ArrayList<>();
          try (DataLoader loader = options.build()) {
            for (Batch batch : loader) {
              for (int row = 0; row < batch.rows() - batch.padding(); row++) {
                numbers.add(batch.rowNumber(row));
              }
            }
          }
          assertEquals(filter.getValue(), numbers, filter.getKey());
        }
      }
    }
  }

  private static MemFile structs(String name, DataType type, Object... values) {
    ArrayData column = ArrayBuilder.plain(type, Arrays.asList(values));
    return MemFile.decoding(name, Schema.of(Field.of("s", type)))
        .split(new RecordBatch(0, values.length, List.of(column)));
  }

  @Test
  void aColumnThatAFileLacksIsNull() throws Exception {
    DataType int32 = new DataType.Int(32, true);
    Schema tagged = Schema.of(Field.of("tag", int32), Field.of("id", Ids.TYPE));
    MemFile b = MemFile.mapped("b.mem", tagged);
    for (List<Object> tags :
        List.of(Arrays.<Object>asList(1L, null), Arrays.<Object>asList(2L, 1L))) {
      long first = 3 + 2L * (tags.contains(2L) ? 1 : 0);
      b.split(
          new RecordBatch(
              0,
              2,
              List.of(
                  ArrayBuilder.plain(int32, tags),
                  ArrayBuilder.plain(Ids.TYPE, List.of(first, first + 1)))));
    }
    try (MemFolder folder =
        MemFolder.of(Ids.file("a.mem", true, 0, 3), b, Ids.file("c.mem", false, 7, 2))) {
      Dataset ids = folder.open().select("id");
      assertEquals(List.of(3L, 6L), kept(ids, "tag = 1"));
      assertEquals(List.of(5L), kept(ids, "not tag = 1"));
      assertEquals(List.of(0L, 1L, 2L, 4L, 7L, 8L), kept(ids, "tag is null"));
      assertEquals(List.of(4L, 7L), kept(ids, "tag is null and id between 3 and 7"));
      assertEquals(List.of(), kept(ids, "tag > 2"));
    }
  }

  /// The ids that are kept, in file order; shuffled, these are the same.
  private static List<Long> kept(Dataset all, String filter) {
    Dataset dataset = all.filter(Filter.parse(filter));
    List<Long> ids = new ArrayList<>();
    try (DataLoader loader = dataset.loader(2).build()) {
      for (Batch batch : loader) {
        Ids.check(batch);
        ids.addAll(ColumnValues.of(batch.longs("id")).stream().map(Long.class::cast).toList());
      }
    }
    Set<Long> shuffled = new TreeSet<>();
    try (DataLoader loader = dataset.loader(2).shuffle(5).window(4).build()) {
      for (Batch batch : loader) {
        Ids.check(batch);
        for (int row = 0; row < batch.rows(); row++) {
          assertTrue(shuffled.add(batch.rowNumber(row)));
        }
      }
    }
    assertEquals(ids, List.copyOf(shuffled));
    return ids;
  }

  @Test
  void splitsWithoutAKeptRowAreReadOnceForTheFilterAndNotAgain() throws Exception {
    for (boolean decoding : List.of(true, false)) {
      MemFile file = Ids.file("a.mem", decoding, 0, 10, 0, 10, 10, 10);
      List<Integer> read = Collections.synchronizedList(new ArrayList<>());
      file.probe((point, split) -> {
        if (point == Point.READ) {
          read.add(split);
        }
      });
      try (MemFolder folder = MemFolder.of(file)) {
        Dataset dataset = folder.open().filter(Filter.parse("id in (5, 29, 20)"));
        try (DataLoader loader = dataset.loader(2).shuffle(1).build()) {
          assertEquals(Set.of(0, 2, 3, 4), Set.copyOf(read));
          assertEquals(4, read.size());
          read.clear();
          assertEquals(2, loader.steps());
          loader.forEach(Ids::check);
          assertEquals(3, loader.receipt().rows());
        }
        assertEquals(Set.of(0, 3), Set.copyOf(read));
      }
    }
  }

  @Test
  void noRowMakesNoStep() throws Exception {
    try (MemFolder folder = MemFolder.of(Ids.file("a.mem", false, 0, 10, 10))) {
      Dataset none = folder.open().filter(Filter.lt("id", 0));
      assertEquals(20, none.rowCount());
      for (Shuffle shuffle : List.of(Shuffle.none(), Shuffle.windowed(1), Shuffle.global(1))) {
        for (Remainder remainder : Remainder.values()) {
          for (int world : List.of(1, 3)) {
            try (DataLoader loader =
                none.loader(4)
                    .epochs(2)
                    .shuffle(shuffle)
                    .remainder(remainder)
                    .shard(Shard.of(world - 1, world))
                    .build()) {
              assertEquals(0, loader.steps());
              assertFalse(loader.iterator().hasNext());
              assertEquals(Receipt.ZERO, loader.expectedReceipt(1));
            }
          }
        }
      }
    }
  }

  @Test
  void aFewRowsOfLargeSplitsNeedLittleMemoryForBatches() throws Exception {
    try (MemFolder folder = MemFolder.of(Ids.file("a.mem", true, 0, 100_000, 100_000))) {
      Dataset two = folder.open().filter(Filter.in("id", 17, 150_000));
      try (DataLoader loader = two.loader(64).shuffle(1).memoryBudget("5 MiB").build()) {
        loader.forEach(Ids::check);
        assertEquals(2, loader.receipt().rows());
      }
    }
  }

  @Test
  void filtersAfterEachOtherAreAllTrue() throws Exception {
    try (MemFolder folder = MemFolder.of(Ids.file("a.mem", false, 0, 10))) {
      Dataset all = folder.open();
      Dataset some = all.filter(Filter.gt("id", 2)).filter(Filter.lt("id", 5));
      assertEquals(List.of(3L, 4L), kept(some, "id is not null"));
      assertEquals(List.of(3L), kept(some, "id = 3 or id = 7"));
      assertTrue(some.toString().contains(", where id > 2 and id < 5\n"), some.toString());
      assertFalse(all.toString().contains("where"), all.toString());
      assertEquals(all.fingerprint(), some.fingerprint());
      assertEquals(9, some.rows(9, 1).longs("id").get(0));
    }
  }

  @Test
  void whatDoesNotFitIsRefused() throws Exception {
    try (MemFolder folder = MemFolder.of(Ids.file("a.mem", true, 0, 10_000))) {
      Dataset ids = folder.open();
      assertEquals(
          "no column 'label'; columns: id int64",
          assertThrows(IllegalArgumentException.class, () -> ids.filter(Filter.isNull("label")))
              .getMessage());
      assertEquals(
          "column 'id' is int64: compare it with a whole number, not 'a'",
          assertThrows(IllegalArgumentException.class, () -> ids.filter(Filter.eq("id", "a")))
              .getMessage());
      DataLoader.Builder small = ids.filter(Filter.eq("id", 1)).loader(1).memoryBudget("10 KiB");
      String message = assertThrows(IllegalArgumentException.class, small::build).getMessage();
      assertTrue(message.endsWith("budget is 10.0 KiB: set memoryBudget"), message);
    }
  }

  @Test
  void aCheckpointOfAnotherFilterIsRefused() throws Exception {
    try (MemFolder folder = MemFolder.of(Ids.file("a.mem", false, 0, 50))) {
      Dataset few = folder.open().filter(Filter.lt("id", 20));
      Checkpoint at;
      try (DataLoader loader = few.loader(4).shuffle(7).window(16).build()) {
        at = loader.checkpoint();
      }
      DataLoader.Builder all = folder.open().loader(4).resume(at);
      assertEquals(
          "the checkpoint is of another run: filter 'id < 20' in the checkpoint, none here",
          assertThrows(IllegalArgumentException.class, all::build).getMessage());
      DataLoader.Builder more = folder.open().filter(Filter.lt("id", 21)).loader(4).resume(at);
      assertEquals(
          "the checkpoint is of another run:"
              + " filter 'id < 20' in the checkpoint, 'id < 21' here",
          assertThrows(IllegalArgumentException.class, more::build).getMessage());
    }
  }

  @Test
  void whatFailsWhileTheFilterLooksIsThrownAndNothingStaysOpen() throws Exception {
    for (boolean decoding : List.of(true, false)) {
      for (Point failing : List.of(Point.OPEN, Point.READ, Point.ADVANCE)) {
        MemFile file = Ids.file("a.mem", decoding, 0, 10, 10, 10, 10);
        try (MemFolder folder = MemFolder.of(file)) {
          Dataset dataset = folder.open().filter(Filter.lt("id", 5));
          assertEquals(40, dataset.rowCount());
          file.probe((point, split) -> {
            if (point == failing && split != 0 && split != 1) {
              throw new IOException("broken " + split);
            }
          });
          DataLoader.Builder options = dataset.loader(4).shuffle(1).threads(3);
          UncheckedIOException thrown = assertThrows(UncheckedIOException.class, options::build);
          assertTrue(thrown.getMessage().contains("broken"), thrown.getMessage());
          assertEquals(0, file.openSources() + file.openIterators());
        }
      }
    }
  }

  @Test
  void anInterruptEndsTheLookOfTheFilter() throws Exception {
    MemFile file = Ids.file("a.mem", true, 0, 10, 10);
    try (MemFolder folder = MemFolder.of(file)) {
      DataLoader.Builder options = folder.open().filter(Filter.lt("id", 5)).loader(4).shuffle(1);
      Thread.currentThread().interrupt();
      UncheckedIOException thrown = assertThrows(UncheckedIOException.class, options::build);
      assertInstanceOf(InterruptedIOException.class, thrown.getCause());
      assertTrue(Thread.interrupted());
      assertEquals(0, file.openSources() + file.openIterators());
    }
  }
}
