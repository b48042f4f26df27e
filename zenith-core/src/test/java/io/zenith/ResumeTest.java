package io.zenith;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.testkit.MemFile;
import io.zenith.testkit.MemFile.Point;
import io.zenith.testkit.MemFolder;
import io.zenith.testkit.Property;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

/// A run that is stopped at any step and goes on, also with other ranks, is the run that never
/// stopped; and receipts tell what was delivered.
class ResumeTest {

  /// Global steps as lists of rows, one behind the other over all epochs.
  private static List<List<Long>> steps(LoaderCase choice, Dataset dataset, int world) {
    List<List<Long>> steps = new ArrayList<>();
    for (int rank = 0; rank < world; rank++) {
      try (DataLoader loader = choice.loader(dataset, rank, world).build()) {
        addTo(steps, rank, loader);
      }
    }
    return steps;
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
    assertEquals(steps.size(), step);
  }

  @Test
  void theRestOfARunIsTheSameAtEveryStepAndForOtherRanks() {
    Property.check(
        60,
        (random, _) -> {
          LoaderCase choice = LoaderCase.random(random);
          try (MemFolder folder = MemFolder.of(choice.files().toArray(MemFile[]::new))) {
            Dataset dataset =
                choice.dataset(random.nextBoolean() ? folder.open() : folder.openNear());
            List<List<Long>> whole = steps(choice, dataset, 1);
            int stop = random.nextInt(whole.size() + 1);
            Checkpoint checkpoint = stopped(choice, dataset, stop);
            int world = 1 + random.nextInt(4);
            List<List<Long>> rest = new ArrayList<>();
            for (int rank = 0; rank < world; rank++) {
              DataLoader.Builder options =
                  dataset
                      .loader(1 + random.nextInt(30))
                      .epochs(choice.epochs())
                      .threads(1 + random.nextInt(3))
                      .shard(Shard.of(rank, world))
                      .resume(Checkpoint.parse(checkpoint.toString()));
              try (DataLoader loader = options.build()) {
                addTo(rest, rank, loader);
              }
            }
            assertEquals(whole.subList(stop, whole.size()), rest);
          }
        });
  }

  /// Where one rank of one is after so many steps.
  private static Checkpoint stopped(LoaderCase choice, Dataset dataset, int stop) {
    try (DataLoader loader = choice.loader(dataset, 0, 1).build()) {
      Iterator<Batch> batches = loader.iterator();
      Checkpoint last = loader.checkpoint();
      for (int step = 0; step < stop; step++) {
        Batch batch = batches.next();
        last = batch.checkpoint();
        assertEquals(last.toString(), loader.checkpoint().toString());
      }
      return last;
    }
  }

  @Test
  void receiptsOfRanksAndPartsAddUpToWhatIsExpected() {
    Property.check(
        60,
        (random, _) -> {
          LoaderCase choice = LoaderCase.random(random);
          int world = 1 + random.nextInt(4);
          try (MemFolder folder = MemFolder.of(choice.files().toArray(MemFile[]::new))) {
            Dataset dataset = choice.dataset(folder.open());
            Receipt sum = Receipt.ZERO;
            Receipt expected = Receipt.ZERO;
            for (int rank = 0; rank < world; rank++) {
              try (DataLoader loader = choice.loader(dataset, rank, world).build()) {
                expected = choice.expectedReceipt(loader);
                Iterator<Batch> batches = loader.iterator();
                Checkpoint at = loader.checkpoint();
                for (int stop = random.nextInt(4); stop > 0 && batches.hasNext(); stop--) {
                  at = batches.next().checkpoint();
                }
                sum = sum.plus(loader.receipt());
                DataLoader.Builder options =
                    dataset
                        .loader(1)
                        .epochs(choice.epochs())
                        .shard(Shard.of(rank, world))
                        .resume(at);
                try (DataLoader rest = options.build()) {
                  assertEquals(Receipt.ZERO, rest.receipt());
                  rest.forEach(Ids::check);
                  sum = sum.plus(rest.receipt());
                }
              }
            }
            assertEquals(expected, sum);
          }
        });
  }

  @Test
  void anotherOrderMakesAnotherReceipt() throws Exception {
    try (MemFolder folder = MemFolder.of(Ids.file("a.mem", false, 0, 30, 30))) {
      List<Receipt> receipts = new ArrayList<>();
      for (Shuffle shuffle : List.of(Shuffle.none(), Shuffle.windowed(0), Shuffle.global(0))) {
        try (DataLoader loader = folder.open().loader(7).shuffle(shuffle).build()) {
          loader.forEach(Ids::check);
          assertEquals(loader.expectedReceipt(0), loader.receipt());
          assertEquals(60, loader.receipt().rows());
          receipts.add(loader.receipt());
        }
      }
      assertEquals(3, receipts.stream().distinct().count());
    }
  }

  @Test
  void splitsThatWereDeliveredAreNotReadAgain() throws Exception {
    int[] rows = new int[40];
    java.util.Arrays.fill(rows, 10);
    for (Shuffle shuffle : List.of(Shuffle.none(), Shuffle.windowed(3))) {
      MemFile file = Ids.file("a.mem", true, 0, rows);
      Set<Integer> read = ConcurrentHashMap.newKeySet();
      try (MemFolder folder = MemFolder.of(file)) {
        Checkpoint at;
        try (DataLoader loader = folder.open().loader(10).shuffle(shuffle).window(50).build()) {
          Iterator<Batch> batches = loader.iterator();
          for (int step = 0; step < 29; step++) {
            batches.next();
          }
          at = batches.next().checkpoint();
        }
        file.probe((point, split) -> {
          if (point == Point.READ) {
            read.add(split);
          }
        });
        try (DataLoader loader = folder.open().loader(10).resume(at).build()) {
          loader.forEach(Ids::check);
        }
      }
      // 30 of 40 steps were received, and these are whole windows.
      assertTrue(read.size() <= 11, shuffle + " read " + read.size());
      assertTrue(read.size() >= 10, shuffle + " read " + read.size());
    }
  }

  @Test
  void aFinishedRunHasNothingLeft() throws Exception {
    try (MemFolder folder = MemFolder.of(Ids.file("a.mem", false, 0, 5))) {
      Checkpoint end;
      try (DataLoader loader = folder.open().loader(2).epochs(3).shuffle(1).build()) {
        loader.forEach(Ids::check);
        end = loader.checkpoint();
      }
      assertEquals(3, end.epoch());
      assertEquals(0, end.step());
      try (DataLoader loader = folder.open().loader(2).epochs(3).resume(end).build()) {
        assertFalse(loader.iterator().hasNext());
        assertEquals(end.epoch(), loader.checkpoint().epoch());
      }
    }
  }

  @Test
  void whatDiffersFromTheCheckpointIsNamed() throws Exception {
    Checkpoint at;
    try (MemFolder folder = MemFolder.of(Ids.file("a.mem", false, 0, 50))) {
      try (DataLoader loader = folder.open().loader(4).shuffle(7).window(16).build()) {
        at = loader.checkpoint();
      }
      DataLoader.Builder options =
          folder.open().loader(4).resume(at).shuffle(8).window(32).remainder(Remainder.DROP);
      String message = assertThrows(IllegalArgumentException.class, options::build).getMessage();
      assertEquals(
          "the checkpoint is of another run: seed 7 in the checkpoint, 8 here;"
              + " window 16 in the checkpoint, 32 here;"
              + " remainder keep in the checkpoint, drop here",
          message);
    }
    try (MemFolder other = MemFolder.of(Ids.file("a.mem", false, 0, 51))) {
      DataLoader.Builder options = other.open().loader(4).resume(at);
      String message = assertThrows(IllegalArgumentException.class, options::build).getMessage();
      assertTrue(
          message.startsWith("the checkpoint is of another run: dataset " + at.dataset()), message);
      assertNotEquals(at.dataset(), other.open().fingerprint());
    }
  }

  @Test
  void copiesAndReleasedBatchesHaveNoCheckpoint() throws Exception {
    try (MemFolder folder = MemFolder.of(Ids.file("a.mem", false, 0, 5));
        DataLoader loader = folder.open().loader(2).build()) {
      Iterator<Batch> batches = loader.iterator();
      Batch first = batches.next();
      Batch copy = first.copy();
      assertThrows(IllegalStateException.class, copy::checkpoint);
      batches.next();
      assertThrows(IllegalStateException.class, first::checkpoint);
    }
  }
}
