package io.zenith;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.error.MalformedDataException;
import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import io.zenith.schema.Schema;
import io.zenith.spi.RecordBatch;
import io.zenith.testkit.ArrayBuilder;
import io.zenith.testkit.ColumnValues;
import io.zenith.testkit.MemStream;
import io.zenith.testkit.Property;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;

/// Rows that come once, of which nobody knows how many there are.
class StreamLoaderTest {

  private static List<RecordBatch> batches(int... rows) {
    List<RecordBatch> batches = new ArrayList<>();
    long next = 0;
    for (int count : rows) {
      batches.add(Ids.batch(next, count));
      next += count;
    }
    return batches;
  }

  private static MemStream stream(int... rows) {
    return new MemStream(Ids.SCHEMA, batches(rows));
  }

  @Test
  void batchesAreThePlainListHoweverItIsCut() {
    Property.check(
        300,
        (random, _) -> {
          int[] rows = new int[random.nextInt(8)];
          int total = 0;
          for (int i = 0; i < rows.length; i++) {
            rows[i] = random.nextInt(4) == 0 ? 0 : random.nextInt(40);
            total += rows[i];
          }
          int batchSize = 1 + random.nextInt(30);
          MemStream stream = stream(rows);
          long seen = 0;
          long step = 0;
          boolean asks = random.nextBoolean();
          try (DataLoader loader =
              Dataset.of(stream).loader(batchSize).prefetch(1 + random.nextInt(3)).build()) {
            Iterator<Batch> iterator = loader.iterator();
            while (iterator.hasNext()) {
              Batch batch = iterator.next();
              assertEquals(Math.min(batchSize, total - seen), batch.rows());
              assertEquals(step++, batch.step());
              if (asks) {
                // What was delivered stays valid.
                assertEquals(seen + batch.rows() < total, iterator.hasNext());
              }
              Ids.check(batch);
              seen += batch.rows();
            }
            assertFalse(iterator.hasNext());
            assertThrows(NoSuchElementException.class, iterator::next);
          }
          assertEquals(total, seen);
          assertEquals(1, stream.closes.get());
        });
  }

  @Test
  void aFilterKeepsItsRowsAndTheirNumbers() {
    Property.check(
        200,
        (random, _) -> {
          RandomDataset data = new RandomDataset(random, List.of(false));
          Map<Field, List<Object>> samples = new LinkedHashMap<>();
          for (Field field : data.schema.fields()) {
            List<Object> values = data.values.get(samples.size());
            samples.put(field, RandomFilter.samples(field.type(), values, random));
          }
          RandomFilter filter = RandomFilter.of(samples, 2, random);
          List<Long> expected = new ArrayList<>();
          for (int row = 0; row < data.rows(); row++) {
            Map<String, Object> values = new HashMap<>();
            for (int column = 0; column < data.values.size(); column++) {
              values.put("c" + column, data.values.get(column).get(row));
            }
            if (Boolean.TRUE.equals(filter.truth().apply(values))) {
              expected.add((long) row);
            }
          }
          int column = random.nextInt(data.values.size());
          int batchSize = 1 + random.nextInt(9);
          MemStream stream = new MemStream(data.schema, data.batches);
          Dataset kept = Dataset.of(stream).filter(filter.filter()).select("c" + column);
          List<Long> numbers = new ArrayList<>();
          List<Object> found = new ArrayList<>();
          try (DataLoader loader = kept.loader(batchSize).build()) {
            for (Batch batch : loader) {
              assertEquals(Math.min(batchSize, expected.size() - numbers.size()), batch.rows());
              Batch copy = batch.copy();
              for (int row = 0; row < batch.rows(); row++) {
                assertEquals(batch.rowNumber(row), copy.rowNumber(row));
                numbers.add(batch.rowNumber(row));
              }
              found.addAll(ColumnValues.of(batch.column(0)));
            }
          }
          assertEquals(expected, numbers);
          List<Object> values = data.values.get(column);
          assertEquals(expected.stream().map(row -> values.get(row.intValue())).toList(), found);
        });
  }

  @Test
  void transformsGetTheRowsThatAFilterKeeps() {
    for (String filter : List.of("id in (1, 2, 5, 9, 10, 11)", "id >= 4", "id >= 0", "id < 0")) {
      List<Long> ids = new ArrayList<>();
      try (DataLoader loader =
          Dataset.of(stream(4, 0, 4, 5))
              .filter(Filter.parse(filter))
              .loader(3)
              .map(rows -> {
                MemorySegment out = rows.out("id");
                for (int row = 0; row < rows.count(); row++) {
                  assertEquals(rows.in().longs("id").get(row), rows.in().rowNumber(row));
                  out.setAtIndex(ValueLayout.JAVA_LONG_UNALIGNED, row, -rows.in().rowNumber(row));
                }
              })
              .build()) {
        for (Batch batch : loader) {
          for (int row = 0; row < batch.rows(); row++) {
            assertEquals(-batch.rowNumber(row), batch.longs("id").get(row));
            ids.add(batch.rowNumber(row));
          }
        }
      }
      List<Long> expected =
          switch (filter) {
            case "id >= 0" -> LongStream.range(0, 13).boxed().toList();
            case "id >= 4" -> LongStream.range(4, 13).boxed().toList();
            case "id < 0" -> List.of();
            default -> List.of(1L, 2L, 5L, 9L, 10L, 11L);
          };
      assertEquals(expected, ids);
    }
  }

  @Test
  void onlySelectedColumnsAreAskedForInTheirOrder() throws Exception {
    DataType text = new DataType.Utf8();
    Schema schema = Schema.of(Field.of("a", Ids.TYPE), Field.of("b", text), Field.of("c", text));
    RecordBatch batch =
        new RecordBatch(
            1,
            2,
            List.of(
                ArrayBuilder.plain(Ids.TYPE, List.of(1L, 2L, 3L)),
                ArrayBuilder.plain(text, List.of("x", "y", "z")),
                ArrayBuilder.plain(text, List.of("u", "v", "w"))));
    Dataset dataset = Dataset.of(new MemStream(schema, List.of(batch))).select("c", "a");
    try (DataLoader loader = dataset.loader(10).build()) {
      Batch read = loader.iterator().next();
      assertEquals(dataset.schema(), read.schema());
      assertEquals("v", read.strings("c").get(0));
      assertEquals(3, read.longs("a").get(1));
    }
  }

  @Test
  void whatOnlyFilesHaveIsRefusedAndSaysWhy() throws Exception {
    Dataset dataset = Dataset.of(stream(3));
    for (Executable use :
        List.<Executable>of(
            dataset::rowCount,
            dataset::splits,
            dataset::format,
            dataset::fingerprint,
            () -> dataset.rows(0, 1))) {
      assertEquals(
          "mem stream is a stream: its rows come once, and what there is shows at its end",
          assertThrows(IllegalStateException.class, use).getMessage());
    }
    assertEquals(List.of(), dataset.files());
    assertTrue(dataset.toString().startsWith("Dataset of mem stream\n"), dataset.toString());
    try (DataLoader loader = dataset.loader(2).build()) {
      assertThrows(IllegalStateException.class, loader::steps);
      assertTrue(loader.toString().startsWith("DataLoader: batches of 2, 1 epochs"));
    }
  }

  @Test
  void optionsThatAStreamCannotKeepAreRefused() {
    Dataset dataset = Dataset.of(stream(3));
    assertEquals(
        "epochs 2: the rows of mem stream come once",
        assertThrows(IllegalArgumentException.class, () -> dataset.loader(2).epochs(2).build())
            .getMessage());
    assertEquals(
        "remainder DROP: which batch of mem stream is the last shows at its end only",
        assertThrows(
                IllegalArgumentException.class,
                () -> dataset.loader(2).remainder(Remainder.DROP).build())
            .getMessage());
    try (DataLoader loader = dataset.loader(2).build()) {
      assertEquals(
          "the rows of mem stream come once, and another loader has them",
          assertThrows(IllegalStateException.class, () -> dataset.loader(2).build()).getMessage());
      assertTrue(loader.iterator().hasNext());
    }
  }

  @Test
  void aFailureComesAfterTheRowsBeforeItAndStays() throws Exception {
    MalformedDataException bad = new MalformedDataException("here", "this", "that");
    MemStream stream =
        new MemStream(
            Ids.SCHEMA,
            batches(4, 4),
            number -> {
              if (number == 1) {
                throw bad;
              }
            });
    try (DataLoader loader = Dataset.of(stream).loader(2).build()) {
      Iterator<Batch> iterator = loader.iterator();
      iterator.next();
      Ids.check(iterator.next());
      assertTrue(iterator.hasNext());
      assertSame(bad, assertThrows(MalformedDataException.class, iterator::next));
    }
  }

  /// The two rows before the failure were taken, and would be lost if reading went on.
  @Test
  void aFailureWithinABatchEndsReading() throws Exception {
    IOException bad = new IOException("the pipe is gone");
    MemStream stream =
        new MemStream(
            Ids.SCHEMA,
            batches(2, 4),
            number -> {
              if (number == 1) {
                throw bad;
              }
            });
    try (DataLoader loader = Dataset.of(stream).loader(4).build()) {
      Iterator<Batch> iterator = loader.iterator();
      assertSame(bad, assertThrows(UncheckedIOException.class, iterator::next).getCause());
      assertInstanceOf(
          UncheckedIOException.class,
          assertThrows(IllegalStateException.class, iterator::next).getCause());
    }
  }

  @Test
  void closeEndsAReaderThatWaits() throws Exception {
    CountDownLatch waiting = new CountDownLatch(1);
    MemStream stream =
        new MemStream(
            Ids.SCHEMA,
            batches(4),
            number -> {
              if (number == 1) {
                waiting.countDown();
                Thread.sleep(60_000);
              }
            });
    DataLoader loader = Dataset.of(stream).loader(4).build();
    Iterator<Batch> iterator = loader.iterator();
    Batch batch = iterator.next();
    FutureTask<Boolean> consumer = new FutureTask<>(iterator::hasNext);
    Thread thread = Thread.ofPlatform().start(consumer);
    assertTrue(waiting.await(10, TimeUnit.SECONDS));
    Ids.check(batch);
    loader.close();
    thread.join();
    Throwable failure =
        assertThrows(java.util.concurrent.ExecutionException.class, consumer::get).getCause();
    assertEquals("the loader is closed", failure.getMessage());
    assertEquals(1, stream.closes.get());
  }

  @Test
  void anInterruptedConsumerCanGoOn() throws Exception {
    CountDownLatch go = new CountDownLatch(1);
    MemStream stream =
        new MemStream(
            Ids.SCHEMA,
            batches(4, 4),
            number -> {
              if (number == 1) {
                go.await();
              }
            });
    try (DataLoader loader = Dataset.of(stream).loader(4).build()) {
      Iterator<Batch> iterator = loader.iterator();
      iterator.next();
      for (Executable wait : List.<Executable>of(iterator::hasNext, iterator::next)) {
        Thread.currentThread().interrupt();
        assertThrows(UncheckedIOException.class, wait);
        assertTrue(Thread.interrupted());
      }
      go.countDown();
      Ids.check(iterator.next());
      assertFalse(iterator.hasNext());
    }
  }

  /// Nobody closed the loader, so the consumer has to hear of it.
  @Test
  @Timeout(20)
  void aStreamThatLeavesTheInterruptFlagSetFails() {
    MemStream stream =
        new MemStream(
            Ids.SCHEMA,
            batches(1, 0, 1),
            number -> {
              if (number == 1) { // which takes no memory, and so does not see the flag itself
                Thread.currentThread().interrupt();
              }
            });
    try (DataLoader loader = Dataset.of(stream).loader(1).build()) {
      Iterator<Batch> iterator = loader.iterator();
      Ids.check(iterator.next());
      IllegalStateException failure = assertThrows(IllegalStateException.class, iterator::next);
      assertEquals("mem stream: reading was interrupted", failure.getMessage());
      assertInstanceOf(InterruptedException.class, failure.getCause());
    }
  }

  @Test
  void longStreamsStayWithinTheBudget() throws Exception {
    int[] rows = new int[200];
    java.util.Arrays.fill(rows, 8192);
    long limit = 4 * 8192 * 8;
    try (DataLoader loader =
        Dataset.of(stream(rows)).loader(1000).prefetch(50).memoryBudget("256 KiB").build()) {
      long seen = 0;
      for (Batch batch : loader) {
        Ids.check(batch);
        seen += batch.rows();
      }
      assertEquals(200 * 8192, seen);
      assertTrue(loader.budget.peak() <= limit, () -> loader.budget.peak() + " of " + limit);
    }
  }

  @Test
  void aRecordBatchThatTheBudgetCannotHoldIsNamed() {
    try (DataLoader loader =
        Dataset.of(stream(10, 20_000)).loader(10).memoryBudget("256 KiB").build()) {
      Iterator<Batch> iterator = loader.iterator();
      Ids.check(iterator.next());
      String message = assertThrows(IllegalStateException.class, iterator::next).getMessage();
      assertEquals(
          "mem stream, record batch 1 needs 156.3 KiB of memory besides 0 bytes, and a record batch"
              + " of a stream may have 96.0 KiB: set memoryBudget",
          message);
    }
  }

  @Test
  void aLoaderThatIsLeftEarlyClosesTheStream() {
    for (int read = 0; read < 5; read++) {
      MemStream stream = stream(3, 3, 3, 3);
      try (DataLoader loader = Dataset.of(stream).loader(2).prefetch(2).build()) {
        Iterator<Batch> iterator = loader.iterator();
        for (int i = 0; i < read; i++) {
          Ids.check(iterator.next());
        }
      }
      assertEquals(1, stream.closes.get());
    }
  }
}
