package io.zenith;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.zenith.internal.order.OrderedRows;
import io.zenith.testkit.MemFile;
import io.zenith.testkit.MemFolder;
import io.zenith.testkit.Property;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/// Loaders deliver the rows that the definition of the order names, whatever happens on the way.
class ShuffledLoaderTest {

  @Test
  void everyBatchHasTheRowsOfTheDefinition() {
    Property.check(
        300,
        (random, number) -> {
          LoaderCase choice = LoaderCase.random(random);
          int world = 1 + random.nextInt(random.nextBoolean() ? 1 : 5);
          long delays = random.nextLong();
          if (number % 3 == 0) {
            choice
                .files()
                .forEach(file ->
                    file.probe(
                        (point, split) -> delay(delays ^ (point.name().hashCode() + split))));
          }
          OrderedRows expected = choice.expected();
          try (MemFolder folder = MemFolder.of(choice.files().toArray(MemFile[]::new))) {
            Dataset dataset =
                choice.dataset(random.nextBoolean() ? folder.open() : folder.openNear());
            for (int rank = 0; rank < world; rank++) {
              DataLoader.Builder options =
                  choice
                      .loader(dataset, rank, world)
                      .threads(1 + random.nextInt(4))
                      .prefetch(1 + random.nextInt(9));
              try (DataLoader loader = options.build()) {
                check(loader, choice.epochs(), expected, rank, world);
              }
            }
          }
        });
  }

  private static void check(
      DataLoader loader, int count, OrderedRows expected, int rank, int world) {
    assertEquals(expected.steps(), loader.steps());
    Iterator<Epoch> epochs = loader.epochs().iterator();
    for (int epoch = 0; epoch < count; epoch++) {
      Iterator<Batch> batches = epochs.next().iterator();
      for (int step = 0; step < expected.steps(); step++) {
        Batch batch = batches.next();
        assertEquals(step, batch.step());
        assertEquals(epoch, batch.epoch());
        assertEquals(expected.rows(epoch, step, rank, world), numbers(batch));
        assertEquals(expected.padding(epoch, step, rank, world), batch.padding());
        Ids.check(batch);
        Batch copy = batch.copy();
        Ids.check(copy);
        assertEquals(numbers(batch), numbers(copy));
      }
      assertFalse(batches.hasNext());
    }
    assertFalse(epochs.hasNext());
  }

  private static List<Long> numbers(Batch batch) {
    List<Long> numbers = new ArrayList<>();
    for (int row = 0; row < batch.rows(); row++) {
      numbers.add(batch.rowNumber(row));
    }
    return numbers;
  }

  private static void delay(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    if (random.nextInt(3) == 0) {
      LockSupport.parkNanos(random.nextInt(300_000));
    }
  }
}
