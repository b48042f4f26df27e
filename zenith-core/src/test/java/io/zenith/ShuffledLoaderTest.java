package io.zenith;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.zenith.internal.order.OrderedRows;
import io.zenith.testkit.MemFile;
import io.zenith.testkit.MemFolder;
import io.zenith.testkit.Property;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/// Loaders deliver the rows that the definition of the order names, whatever happens on the way.
class ShuffledLoaderTest {

  /// Files, and options of a loader over them.
  private record Case(
      List<MemFile> files,
      List<Long> splitRows,
      Shuffle shuffle,
      int world,
      int lanes,
      int batch,
      long window,
      Remainder remainder) {

    static Case random(SplittableRandom random) {
      boolean decoding = random.nextBoolean();
      List<MemFile> files = new ArrayList<>();
      List<Long> splitRows = new ArrayList<>();
      long row = 0;
      for (int file = 0; file <= random.nextInt(3); file++) {
        int[] rows = random.ints(random.nextInt(8), 0, 40).toArray();
        files.add(Ids.file("f" + file + ".mem", decoding, row, rows));
        row += Arrays.stream(rows).sum();
        Arrays.stream(rows).forEach(count -> splitRows.add((long) count));
      }
      long seed = random.nextLong();
      Shuffle shuffle =
          switch (random.nextInt(decoding ? 3 : 4)) {
            case 0 -> Shuffle.none();
            case 3 -> Shuffle.global(seed);
            default -> Shuffle.windowed(seed);
          };
      Remainder[] remainders = Remainder.values();
      return new Case(
          files,
          splitRows,
          shuffle,
          1 + random.nextInt(random.nextBoolean() ? 1 : 5),
          1 + random.nextInt(random.nextBoolean() ? 1 : 8),
          1 + random.nextInt(20),
          1 + random.nextInt(60),
          remainders[random.nextInt(remainders.length)]);
    }

    OrderedRows expected() {
      return OrderedRows.of(
          splitRows,
          shuffle.kind(),
          shuffle.seed(),
          window,
          lanes,
          (long) batch * world,
          remainder.end());
    }

    DataLoader.Builder loader(Dataset dataset, int rank) {
      return dataset
          .loader(batch)
          .epochs(2)
          .shuffle(shuffle)
          .window(window)
          .lanes(lanes)
          .remainder(remainder)
          .shard(Shard.of(rank, world));
    }
  }

  @Test
  void everyBatchHasTheRowsOfTheDefinition() {
    Property.check(
        300,
        (random, number) -> {
          Case choice = Case.random(random);
          long delays = random.nextLong();
          if (number % 3 == 0) {
            choice.files.forEach(file ->
                file.probe((point, split) -> delay(delays ^ (point.name().hashCode() + split))));
          }
          OrderedRows expected = choice.expected();
          try (MemFolder folder = MemFolder.of(choice.files.toArray(MemFile[]::new))) {
            Dataset dataset = random.nextBoolean() ? folder.open() : folder.openNear();
            for (int rank = 0; rank < choice.world; rank++) {
              DataLoader.Builder options =
                  choice
                      .loader(dataset, rank)
                      .threads(1 + random.nextInt(4))
                      .prefetch(1 + random.nextInt(9));
              try (DataLoader loader = options.build()) {
                check(loader, expected, rank, choice.world);
              }
            }
          }
        });
  }

  private static void check(DataLoader loader, OrderedRows expected, int rank, int world) {
    assertEquals(expected.steps(), loader.steps());
    Iterator<Epoch> epochs = loader.epochs().iterator();
    for (int epoch = 0; epoch < 2; epoch++) {
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
