package io.zenith;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.zenith.testkit.ColumnValues;
import io.zenith.testkit.MemFile;
import io.zenith.testkit.MemFolder;
import io.zenith.testkit.Property;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// However a dataset is cut into files, splits and record batches, its batches are the rows of the
/// plain list: each once, in order, under the right numbers.
class RebatchingTest {
  private static final List<Boolean> BOTH = List.of(true, false);

  @Test
  void batchesOfMappedFilesAreThePlainList() {
    Property.check(250, (random, _) -> check(random, List.of(false)));
  }

  @Test
  void batchesOfDecodedFilesAreThePlainList() {
    Property.check(250, (random, _) -> check(random, List.of(true)));
  }

  @Test
  void batchesOfMixedFilesAreThePlainList() {
    Property.check(150, (random, _) -> check(random, BOTH));
  }

  @Test
  void rowsByTheirPlaceAreThoseOfThePlainList() {
    Property.check(250, (random, _) -> checkRows(new RandomDataset(random, BOTH), random));
  }

  private static void checkRows(RandomDataset data, SplittableRandom random) throws Exception {
    if (data.rows() == 0) {
      return;
    }
    int from = random.nextInt(data.rows());
    int count = 1 + random.nextInt(data.rows() - from);
    try (MemFolder folder = MemFolder.of(data.files.toArray(MemFile[]::new))) {
      Batch batch = folder.open().rows(from, count);
      assertEquals(from, batch.rowNumber(0));
      for (int column = 0; column < data.values.size(); column++) {
        assertEquals(
            data.values.get(column).subList(from, from + count),
            ColumnValues.of(batch.column(column)));
      }
    }
    for (MemFile file : data.files) {
      assertEquals(0, file.openSources() + file.openIterators(), file.toString());
    }
  }

  private static void check(SplittableRandom random, List<Boolean> decoding) throws Exception {
    RandomDataset data = new RandomDataset(random, decoding);
    int batchSize = 1 + random.nextInt(25);
    int epochs = 1 + random.nextInt(3);
    Remainder remainder = random.nextBoolean() ? Remainder.KEEP : Remainder.DROP;
    List<Integer> columns = projection(data, random);
    try (MemFolder folder = MemFolder.of(data.files.toArray(MemFile[]::new))) {
      Dataset dataset = folder.open();
      boolean inOrder = columns.equals(IntStream.range(0, data.values.size()).boxed().toList());
      if (!inOrder || random.nextBoolean()) {
        dataset = dataset.select(columns.stream().map(i -> "c" + i).toArray(String[]::new));
      }
      assertEquals(data.rows(), dataset.rowCount());
      try (DataLoader loader =
          dataset
              .loader(batchSize)
              .epochs(epochs)
              .remainder(remainder)
              .prefetch(1 + random.nextInt(5))
              .memoryBudget("64 MiB")
              .build()) {
        long steps =
            remainder == Remainder.DROP
                ? data.rows() / batchSize
                : (data.rows() + batchSize - 1) / batchSize;
        assertEquals(steps, loader.steps());
        Iterator<Batch> batches = random.nextBoolean() ? loader.iterator() : byEpoch(loader);
        for (int epoch = 0; epoch < epochs; epoch++) {
          for (long step = 0; step < steps; step++) {
            Batch batch = batches.next();
            assertEquals(epoch, batch.epoch());
            assertEquals(step, batch.step());
            assertRows(data, columns, batch, batchSize);
          }
        }
        assertFalse(batches.hasNext());
        assertThrows(NoSuchElementException.class, batches::next);
      }
    }
    for (MemFile file : data.files) {
      assertEquals(0, file.openSources() + file.openIterators(), file.toString());
    }
  }

  /// All columns, or some of them in any order.
  private static List<Integer> projection(RandomDataset data, SplittableRandom random) {
    List<Integer> columns =
        new ArrayList<>(IntStream.range(0, data.values.size()).boxed().toList());
    if (random.nextBoolean()) {
      Collections.shuffle(columns, new Random(random.nextLong()));
      return columns.subList(0, 1 + random.nextInt(columns.size()));
    }
    return columns;
  }

  private static Iterator<Batch> byEpoch(DataLoader loader) {
    List<Iterator<Epoch>> epochs = List.of(loader.epochs().iterator());
    return new Iterator<>() {
      private Iterator<Batch> batches = Collections.emptyIterator();

      @Override
      public boolean hasNext() {
        while (!batches.hasNext() && epochs.getFirst().hasNext()) {
          batches = epochs.getFirst().next().iterator();
        }
        return batches.hasNext();
      }

      @Override
      public Batch next() {
        if (!hasNext()) {
          throw new NoSuchElementException();
        }
        return batches.next();
      }
    };
  }

  private static void assertRows(
      RandomDataset data, List<Integer> columns, Batch batch, int batchSize) {
    int from = Math.toIntExact(batch.step() * batchSize);
    int to = Math.min(from + batchSize, data.rows());
    assertEquals(to - from, batch.rows());
    assertEquals(from, batch.rowNumber(0));
    assertEquals(to - 1, batch.rowNumber(batch.rows() - 1));
    for (int place = 0; place < columns.size(); place++) {
      int column = columns.get(place);
      assertEquals(
          data.values.get(column).subList(from, to),
          ColumnValues.of(batch.column(place)),
          () -> data.schema.fields().get(column) + ", step " + batch.step());
    }
  }
}
