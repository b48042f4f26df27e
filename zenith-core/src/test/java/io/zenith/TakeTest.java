package io.zenith;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.testkit.LeakExtension;
import io.zenith.testkit.MemFile;
import io.zenith.testkit.MemFile.Point;
import io.zenith.testkit.MemFolder;
import io.zenith.testkit.MemStream;
import io.zenith.testkit.Property;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// Rows that the user has named are what comes, in that order and nothing else.
@ExtendWith(LeakExtension.class)
class TakeTest {
  private static final int EPOCHS = 2;

  /// Named rows of random files.
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Taken(List<MemFile> files, long[] rows, int globalBatch, Remainder remainder) {

    static Taken random(SplittableRandom random) {
      List<MemFile> files = new ArrayList<>();
      int row = 0;
      for (int file = 0; file <= random.nextInt(3); file++) {
        int[] rows = random.ints(1 + random.nextInt(8), 0, 30).toArray();
        files.add(Ids.file("f" + file + ".mem", random.nextBoolean(), row, rows));
        row += IntStream.of(rows).sum();
      }
      int count = row == 0 ? 0 : random.nextInt(100);
      return new Taken(
          files,
          rows(count, row, random),
          1 + random.nextInt(40),
          List.of(Remainder.values()).get(random.nextInt(3)));
    }

    /// Near each other, or anywhere.
    private static long[] rows(int count, int all, SplittableRandom random) {
      boolean near = random.nextBoolean();
      long at = 0;
      long[] rows = new long[count];
      for (int i = 0; i < count; i++) {
        at = near ? (at + random.nextInt(3)) % all : random.nextInt(all);
        rows[i] = at;
      }
      return rows;
    }

    /// The steps of an epoch, over all ranks.
    List<List<Long>> steps() {
      List<List<Long>> steps = new ArrayList<>();
      for (int from = 0; from < rows.length; from += globalBatch) {
        int end = Math.min(rows.length, from + globalBatch);
        List<Long> step = new ArrayList<>(LongStream.of(rows).boxed().toList().subList(from, end));
        if (step.size() == globalBatch || remainder != Remainder.DROP) {
          steps.add(step);
        }
        for (int i = 0; remainder == Remainder.PAD && step.size() < globalBatch; i++) {
          step.add(step.get(i));
        }
      }
      return steps;
    }

    DataLoader.Builder loader(Dataset dataset, int rank, int world) {
      return dataset
          .loader(1)
          .globalBatch(globalBatch)
          .epochs(EPOCHS)
          .take(rows)
          .remainder(remainder)
          .shard(Shard.of(rank, world));
    }
  }

  private static void addTo(List<List<Long>> steps, int rank, DataLoader loader) {
    int step = 0;
    for (Batch batch : loader) {
      Ids.check(batch);
      if (rank == 0) {
        steps.add(new ArrayList<>());
      }
      for (int row = 0; row < batch.rows(); row++) {
        steps.get(step).add(batch.rowNumber(row));
      }
      step++;
    }
  }

  @Test
  void theyComeInTheirOrderToAnyRanksAndAfterAResume() {
    Property.check(
        150,
        (random, _) -> {
          Taken choice = Taken.random(random);
          try (MemFolder folder = MemFolder.of(choice.files.toArray(MemFile[]::new))) {
            Dataset dataset = random.nextBoolean() ? folder.open() : folder.openNear();
            List<List<Long>> expected = new ArrayList<>();
            for (int epoch = 0; epoch < EPOCHS; epoch++) {
              expected.addAll(choice.steps());
            }
            int world = 1 + random.nextInt(3);
            List<List<Long>> steps = new ArrayList<>();
            Receipt sum = Receipt.ZERO;
            Receipt all = Receipt.ZERO;
            for (int rank = 0; rank < world; rank++) {
              DataLoader.Builder options = choice.loader(dataset, rank, world);
              options.threads(1 + random.nextInt(4)).prefetch(1 + random.nextInt(8));
              try (DataLoader loader = options.build()) {
                addTo(steps, rank, loader);
                sum = sum.plus(loader.receipt());
                all = loader.expectedReceipt(0).plus(loader.expectedReceipt(1));
              }
            }
            assertEquals(expected, steps);
            assertEquals(all, sum);

            int stop = random.nextInt(expected.size() + 1);
            Checkpoint checkpoint = stopped(choice, dataset, stop);
            List<List<Long>> rest = new ArrayList<>();
            for (int rank = 0; rank < world; rank++) {
              DataLoader.Builder options =
                  dataset
                      .loader(3)
                      .epochs(EPOCHS)
                      .take(choice.rows)
                      .shard(Shard.of(rank, world))
                      .resume(Checkpoint.parse(checkpoint.toString()));
              try (DataLoader loader = options.build()) {
                addTo(rest, rank, loader);
              }
            }
            assertEquals(expected.subList(stop, expected.size()), rest);
          }
        });
  }

  private static Checkpoint stopped(Taken choice, Dataset dataset, int stop) {
    try (DataLoader loader = choice.loader(dataset, 0, 1).build()) {
      Iterator<Batch> batches = loader.iterator();
      for (int step = 0; step < stop; step++) {
        batches.next();
      }
      return loader.checkpoint();
    }
  }

  @Test
  void theLeastBudgetThatIsNotRefusedIsEnough() throws Exception {
    int[] splits = new int[50];
    Arrays.fill(splits, 20_000);
    long[] rows = new SplittableRandom(1).longs(600, 0, 50 * 20_000).toArray();
    try (MemFolder folder = MemFolder.of(Ids.file("a.mem", true, 0, splits))) {
      DataLoader.Builder tight = folder.open().loader(10).take(rows).memoryBudget("1 MiB");
      String message = assertThrows(IllegalArgumentException.class, tight::build).getMessage();
      String start = "step [0-9]+ with rows of 10 splits needs ";
      assertTrue(
          message.matches(
              start + "1\\.9 MiB, budget is 1\\.0 MiB: set memoryBudget or a smaller batch size"),
          message);
      DataLoader.Builder tighter = folder.open().loader(10).take(rows).memoryBudget("1.93 MiB");
      assertThrows(IllegalArgumentException.class, tighter::build);
      for (int prefetch : new int[] {1, 2, 100}) {
        DataLoader.Builder options =
            folder.open().loader(10).take(rows).memoryBudget("1.94 MiB").prefetch(prefetch);
        try (DataLoader loader = options.threads(4).build()) {
          List<List<Long>> steps = new ArrayList<>();
          addTo(steps, 0, loader);
          assertEquals(
              LongStream.of(rows).boxed().toList(), steps.stream().flatMap(List::stream).toList());
        }
      }
    }
  }

  @Test
  void stepsSideBySideReadASplitOnce() throws Exception {
    int[] splits = new int[10];
    Arrays.fill(splits, 100);
    MemFile file = Ids.file("a.mem", true, 0, splits);
    AtomicInteger reads = new AtomicInteger();
    file.probe((point, _) -> {
      if (point == Point.READ) {
        reads.incrementAndGet();
      }
    });
    long[] rows = LongStream.range(0, 1000).filter(row -> row / 100 % 2 == 0).toArray();
    try (MemFolder folder = MemFolder.of(file);
        DataLoader loader = folder.open().loader(8).take(rows).build()) {
      loader.forEach(Ids::check);
      assertEquals(rows.length, loader.receipt().rows());
    }
    assertEquals(5, reads.get());
  }

  @Test
  void aSplitThatFailsIsMetAtItsStep() throws Exception {
    MemFile file = Ids.file("a.mem", true, 0, 10, 10, 10);
    file.probe((point, split) -> {
      if (point == Point.ADVANCE && split == 1) {
        throw new IOException("the disk is gone");
      }
    });
    try (MemFolder folder = MemFolder.of(file);
        DataLoader loader = folder.open().loader(3).take(20, 3, 21, 0, 29, 9, 5, 11, 6).build()) {
      Iterator<Batch> batches = loader.iterator();
      assertEquals(20, batches.next().rowNumber(0));
      assertEquals(0, batches.next().rowNumber(0));
      UncheckedIOException failure = assertThrows(UncheckedIOException.class, batches::next);
      assertTrue(failure.toString().contains("the disk is gone"), failure.toString());
    }
    assertEquals(0, file.openIterators());
  }

  @Test
  void itMayBeClosedAtAnyMoment() {
    Property.check(
        100,
        (random, _) -> {
          MemFile file = Ids.file("a.mem", true, 0, 10, 10, 10, 10);
          try (MemFolder folder = MemFolder.of(file)) {
            long[] rows = random.longs(50, 0, 40).toArray();
            DataLoader loader = folder.open().loader(3).take(rows).epochs(2).build();
            Iterator<Batch> batches = loader.iterator();
            for (int step = random.nextInt(20); step > 0; step--) {
              Ids.check(batches.next());
            }
            LockSupport.parkNanos(random.nextInt(200_000));
            loader.close();
          }
          assertEquals(0, file.openIterators());
          assertEquals(0, file.openSources());
        });
  }

  @Test
  void whatDoesNotGoTogetherIsRefusedByName() throws Exception {
    try (MemFolder folder = MemFolder.of(Ids.file("a.mem", false, 0, 10, 10))) {
      Dataset dataset = folder.open();
      assertRefused("take: number 1 is row 20; the dataset has 20 rows", 0, dataset, 3, 20);
      assertRefused("take: number 0 is row -1; the dataset has 20 rows", 0, dataset, -1);
      assertRefused("shuffle: take gives the order by itself", 1, dataset, 3);
      assertRefused("window: take gives the order by itself", 2, dataset, 3);
      assertRefused("lanes: take gives the order by itself", 3, dataset, 3);
      Dataset filtered = dataset.filter(Filter.lt("id", 5));
      assertRefused("a filter: take names the rows by itself", 0, filtered, 3);
      Dataset stream = Dataset.of(new MemStream(Ids.SCHEMA, List.of(Ids.batch(0, 5))));
      assertRefused("take: the rows of", 0, stream, 3);
    }
  }

  private static void assertRefused(String message, int other, Dataset dataset, long... rows) {
    DataLoader.Builder options = dataset.loader(4).take(rows);
    switch (other) {
      case 1 -> options.shuffle(7);
      case 2 -> options.window(7);
      case 3 -> options.lanes(1);
      default -> {}
    }
    String refusal = assertThrows(IllegalArgumentException.class, options::build).getMessage();
    assertTrue(refusal.startsWith(message), refusal);
  }

  @Test
  void aCheckpointIsOfTheseRowsAndNoOthers() throws Exception {
    try (MemFolder folder = MemFolder.of(Ids.file("a.mem", false, 0, 10))) {
      Dataset dataset = folder.open();
      Checkpoint taken;
      try (DataLoader loader = dataset.loader(4).take(1, 2, 3, 4).build()) {
        taken = loader.checkpoint();
      }
      // Of the numbers 1 to 4 as 8 bytes each, highest first, by Python.
      String hash = "7236c00c170036c6de133a878210ddd58567aa1d0619a0f70f69e38ae6f916e9";
      assertDiffers("shuffle take " + hash + " in the checkpoint, none here", dataset, taken);
      assertDiffers(
          "shuffle take " + hash + " in the checkpoint, take ", dataset, taken, 1, 2, 4, 3);
      Checkpoint none;
      try (DataLoader loader = dataset.loader(4).build()) {
        none = loader.checkpoint();
      }
      assertDiffers("shuffle none in the checkpoint, take " + hash, dataset, none, 1, 2, 3, 4);
    }
  }

  private static void assertDiffers(
      String message, Dataset dataset, Checkpoint checkpoint, long... rows) {
    DataLoader.Builder options = dataset.loader(4).resume(checkpoint);
    if (rows.length > 0) {
      options.take(rows);
    }
    String refusal = assertThrows(IllegalArgumentException.class, options::build).getMessage();
    assertTrue(refusal.contains(message), refusal);
  }

  @Test
  void theUsersArrayMayChangeAfterwards() throws Exception {
    try (MemFolder folder = MemFolder.of(Ids.file("a.mem", false, 0, 10))) {
      long[] rows = {7, 7, 2};
      DataLoader.Builder options = folder.open().loader(3).take(rows);
      rows[0] = 99;
      try (DataLoader loader = options.build()) {
        List<List<Long>> steps = new ArrayList<>();
        addTo(steps, 0, loader);
        assertEquals(List.of(List.of(7L, 7L, 2L)), steps);
      }
    }
  }
}
