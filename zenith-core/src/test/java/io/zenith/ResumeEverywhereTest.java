package io.zenith;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.zenith.internal.order.OrderedRows;
import io.zenith.testkit.MemFile;
import io.zenith.testkit.MemFile.Point;
import io.zenith.testkit.MemFolder;
import io.zenith.testkit.Property;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/// Random runs go on after each of their steps, on other ranks, with another cache, other threads
/// and other memory: rows, what transforms have drawn for them, and receipts are those of the run
/// that did not stop. What was delivered is not read again.
class ResumeEverywhereTest {
  private static final int MOST_STEPS = 50;

  /// Any order of random files, or named rows of them.
  ///
  /// @param taken the named rows
  private record Run(LoaderCase choice, Optional<List<Long>> taken) {

    /// One of few steps: each of them costs a run.
    static Run random(SplittableRandom random) {
      while (true) {
        LoaderCase choice = LoaderCase.random(random);
        List<Long> rows = choice.splits().stream().flatMap(List::stream).toList();
        int count = rows.isEmpty() || random.nextInt(4) > 0 ? 0 : random.nextInt(100);
        Optional<List<Long>> taken = Optional.empty();
        if (count > 0) {
          taken = Optional.of(random.ints(count, 0, rows.size()).mapToObj(rows::get).toList());
        }
        int all = taken.map(List::size).orElse(rows.size());
        if (choice.epochs() * (all / choice.globalBatch() + 1) <= MOST_STEPS) {
          return new Run(choice, taken);
        }
      }
    }

    private Dataset dataset(Dataset all) {
      return taken.isPresent() ? all : choice.dataset(all);
    }

    DataLoader.Builder start(Dataset all, int rank, int world) {
      DataLoader.Builder options = choice.loader(dataset(all), rank, world);
      if (taken.isPresent()) {
        options =
            all.loader(1)
                .globalBatch(choice.globalBatch())
                .epochs(choice.epochs())
                .remainder(choice.remainder())
                .shard(Shard.of(rank, world));
      }
      return transformed(take(options));
    }

    DataLoader.Builder resume(
        Dataset all, Checkpoint checkpoint, int rank, int world, SplittableRandom random) {
      long settings = random.nextLong();
      Supplier<DataLoader.Builder> options =
          () -> resume(all, checkpoint, Shard.of(rank, world), settings);
      if (random.nextInt(8) > 0) {
        return options.get();
      }
      long least = LeastBudget.of(options) + (isInFileOrder(world) ? 1 << 20 : 0);
      return options.get().memoryBudget(String.valueOf(least));
    }

    private DataLoader.Builder resume(
        Dataset all, Checkpoint checkpoint, Shard shard, long settings) {
      SplittableRandom random = new SplittableRandom(settings);
      DataLoader.Builder options =
          dataset(all)
              .loader(1 + random.nextInt(30))
              .epochs(choice.epochs())
              .threads(1 + random.nextInt(3))
              .prefetch(1 + random.nextInt(8))
              .shard(shard)
              .resume(Checkpoint.parse(checkpoint.toString()));
      // A global shuffle of what is decoded needs the cache that it has by default.
      switch (random.nextInt(3)) {
        case 0 -> options.cache(MemoryCache.of(1 + random.nextInt(1 << 20) + " B"));
        case 1 -> options.cache(MemoryCache.none());
        default -> {}
      }
      return transformed(take(options));
    }

    /// There, a batch that lies in several splits is refused only when it comes.
    private boolean isInFileOrder(int world) {
      return taken.isEmpty()
          && world == 1
          && choice.shuffle() == Shuffle.none()
          && choice.lanes() == 1;
    }

    private DataLoader.Builder take(DataLoader.Builder options) {
      taken.ifPresent(rows -> options.take(rows.stream().mapToLong(Long::longValue).toArray()));
      return options;
    }

    private static DataLoader.Builder transformed(DataLoader.Builder options) {
      return options
          .randomMap((rows, random) -> {
            for (int i = 0; i < rows.count(); i++) {
              add(rows, i, random.at(i).nextLong());
            }
          })
          .mapBatch((rows, random) -> addToAll(rows, random));
    }

    private static void addToAll(Rows rows, RandomGenerator random) {
      long drawn = random.nextLong();
      for (int i = 0; i < rows.count(); i++) {
        add(rows, i, drawn);
      }
    }

    private static void add(Rows rows, int row, long value) {
      MemorySegment out = rows.out("id");
      out.setAtIndex(ValueLayout.JAVA_LONG, row, rows.in().longs("id").get(row) + value);
    }
  }

  /// A step, of one rank or of all.
  private record Step(int epoch, long number, List<Long> rows, List<Long> values, int padding) {

    static Step of(Batch batch) {
      List<Long> rows = new ArrayList<>();
      List<Long> values = new ArrayList<>();
      for (int row = 0; row < batch.rows(); row++) {
        rows.add(batch.rowNumber(row));
        values.add(batch.longs("id").get(row));
      }
      return new Step(batch.epoch(), batch.step(), rows, values, batch.padding());
    }

    Step plus(Step next) {
      assertEquals(epoch, next.epoch);
      assertEquals(number, next.number);
      return new Step(
          epoch,
          number,
          joined(rows, next.rows),
          joined(values, next.values),
          padding + next.padding);
    }

    private static List<Long> joined(List<Long> first, List<Long> second) {
      List<Long> all = new ArrayList<>(first);
      all.addAll(second);
      return all;
    }
  }

  /// What all ranks got.
  private static final class Delivered {
    private final List<Step> steps = new ArrayList<>();
    private int ranks;

    /// Reads to the end, and returns where the rank was before each step and at the end.
    List<Checkpoint> add(DataLoader loader) {
      List<Checkpoint> checkpoints = new ArrayList<>(List.of(loader.checkpoint()));
      int step = 0;
      for (Batch batch : loader) {
        if (ranks == 0) {
          steps.add(Step.of(batch));
        } else {
          steps.set(step, steps.get(step).plus(Step.of(batch)));
        }
        checkpoints.add(batch.checkpoint());
        step++;
      }
      assertEquals(steps.size(), step);
      ranks++;
      return checkpoints;
    }
  }

  @Test
  void theRestIsWhatItWouldHaveBeenAfterEveryStep() {
    Property.check(
        25,
        (random, _) -> {
          Run run = Run.random(random);
          MemFile[] files = run.choice.files().toArray(MemFile[]::new);
          int before = 1 + random.nextInt(3);
          try (MemFolder folder = MemFolder.of(files)) {
            Delivered whole = new Delivered();
            List<List<Checkpoint>> checkpoints = new ArrayList<>();
            Receipt expected = Receipt.ZERO;
            for (int rank = 0; rank < before; rank++) {
              try (DataLoader loader = run.start(folder.open(), rank, before).build()) {
                checkpoints.add(whole.add(loader));
                expected = run.choice.expectedReceipt(loader);
              }
            }
            for (int stop = 0; stop <= whole.steps.size(); stop++) {
              int after = random.nextBoolean() ? before : 1 + random.nextInt(4);
              Receipt sum = Receipt.ZERO;
              for (List<Checkpoint> ofRank : checkpoints) {
                sum = sum.plus(ofRank.get(stop).receipt());
              }
              Delivered rest = new Delivered();
              for (int rank = 0; rank < after; rank++) {
                Checkpoint from = checkpoints.get(random.nextInt(before)).get(stop);
                Dataset dataset = random.nextBoolean() ? folder.open() : folder.openNear();
                try (DataLoader loader = run.resume(dataset, from, rank, after, random).build()) {
                  rest.add(loader);
                  sum = sum.plus(loader.receipt());
                }
              }
              assertEquals(whole.steps.subList(stop, whole.steps.size()), rest.steps);
              assertEquals(expected, sum);
            }
          }
        });
  }

  @Test
  void noSplitIsReadAgainOfWhichAllRowsWereDelivered() {
    Property.check(
        100,
        (random, _) -> {
          LoaderCase choice = LoaderCase.random(random);
          OrderedRows expected = choice.expected();
          if (expected.steps() == 0) {
            return;
          }
          Set<Integer> read = ConcurrentHashMap.newKeySet();
          int first = 0;
          for (MemFile file : choice.files()) {
            int offset = first;
            file.probe((point, split) -> {
              if (point == Point.READ) {
                read.add(offset + split);
              }
            });
            first += file.splitCount();
          }
          try (MemFolder folder = MemFolder.of(choice.files().toArray(MemFile[]::new))) {
            Dataset dataset = choice.dataset(folder.open());
            int stop = random.nextInt((int) expected.steps());
            int epoch = random.nextInt(choice.epochs());
            Checkpoint from;
            try (DataLoader loader = choice.withoutCache(dataset, 0, 1).build()) {
              from = new Checkpoint(loader.checkpoint().identity(), epoch, stop, Receipt.ZERO);
            }
            Set<Long> needed = expected.needed(epoch, stop);
            int world = 1 + random.nextInt(3);
            for (int rank = 0; rank < world; rank++) {
              DataLoader.Builder options =
                  dataset
                      .loader(1)
                      .epochs(epoch + 1)
                      .window(choice.window())
                      .prefetch(1 + random.nextInt(20))
                      .threads(1 + random.nextInt(3))
                      .shard(Shard.of(rank, world))
                      .resume(from);
              try (DataLoader loader = options.build()) {
                read.clear();
                loader.forEach(Ids::check);
              }

              Set<Integer> again = new HashSet<>(read);
              // One without rows is read for nothing, or not.
              again.removeIf(split -> {
                List<Long> rows = choice.splits().get(split);
                return rows.isEmpty() || rows.stream().anyMatch(needed::contains);
              });
              assertEquals(Set.of(), again, "splits of which all was delivered, of " + choice);
            }
          }
        });
  }
}
