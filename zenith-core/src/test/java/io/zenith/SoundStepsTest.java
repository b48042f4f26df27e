package io.zenith;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.error.MalformedDataException;
import io.zenith.internal.order.OrderedRows;
import io.zenith.testkit.MemFile;
import io.zenith.testkit.MemFile.Point;
import io.zenith.testkit.MemFolder;
import io.zenith.testkit.Property;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/// With splits that cannot be read, each step is delivered that comes before the first that needs a
/// row of them, however many steps are gathered together.
class SoundStepsTest {
  /// The rows of splits that fail, and the files with what fails in them.
  private record Bad(Set<Long> rows, List<Set<Integer>> splits) {
    static Bad random(LoaderCase choice, SplittableRandom random) {
      Bad bad = new Bad(new HashSet<>(), new ArrayList<>());
      int at = 0;
      for (MemFile file : choice.files()) {
        Set<Integer> failing = new HashSet<>();
        for (int split = 0; split < file.splitCount(); split++) {
          List<Long> rows = choice.splits().get(at++);
          // In file order those are read as well of which no row is wanted.
          if (!rows.isEmpty() && random.nextInt(6) == 0) {
            failing.add(split);
            bad.rows.addAll(rows);
          }
        }
        bad.splits.add(failing);
      }
      return bad;
    }

    boolean has(List<Long> step) {
      return step.stream().anyMatch(rows::contains);
    }
  }

  private static void fail(MemFile file, Set<Integer> splits, boolean corrupt, Point where) {
    file.probe((point, split) -> {
      if (point == where && splits.contains(split)) {
        String name = file + ", split " + split;
        if (corrupt) {
          throw new MalformedDataException(name, "garbage", "rows");
        }
        throw new IOException(name);
      }
    });
  }

  @Test
  void whatNeedsNoRowOfABadSplitIsDelivered() {
    long[] delivered = new long[2];
    Property.check(
        300,
        (random, _) -> {
          LoaderCase choice = LoaderCase.random(random);
          int world = 1 + random.nextInt(random.nextBoolean() ? 1 : 4);
          int rank = random.nextInt(world);
          Bad bad = Bad.random(choice, random);
          boolean corrupt = random.nextBoolean();
          Point where = random.nextBoolean() ? Point.READ : Point.ADVANCE;
          try (MemFolder folder = MemFolder.of(choice.files().toArray(MemFile[]::new))) {
            Dataset dataset =
                choice.dataset(random.nextBoolean() ? folder.open() : folder.openNear());
            DataLoader.Builder options =
                choice.loader(dataset, rank, world).threads(1 + random.nextInt(3));
            if (random.nextBoolean()) {
              options.map(_ -> {});
            }
            try (DataLoader loader = options.build()) {
              for (int file = 0; file < bad.splits.size(); file++) {
                fail(choice.files().get(file), bad.splits.get(file), corrupt, where);
              }
              long steps = read(loader, choice.expected(), rank, world, bad);
              delivered[0] += steps;
              delivered[1] += steps < 2 * choice.expected().steps() ? 1 : 0;
            }
          }
        });
    assertTrue(delivered[0] > 300 && delivered[1] > 30, delivered[0] + ", " + delivered[1]);
  }

  /// A transform stands at the end of the same way: it fails at some rows, perhaps after a cache
  /// that has to hold all splits.
  @Test
  void whatATransformDoesNotFailAtIsDelivered() {
    long[] delivered = new long[2];
    Property.check(
        150,
        (random, _) -> {
          LoaderCase choice = LoaderCase.random(random);
          Bad bad = new Bad(new HashSet<>(), List.of());
          random.longs(random.nextInt(3), 0, 200).forEach(bad.rows::add);
          boolean eachStep = random.nextBoolean();
          try (MemFolder folder = MemFolder.of(choice.files().toArray(MemFile[]::new))) {
            Dataset dataset = choice.dataset(folder.open());
            DataLoader.Builder options = choice.loader(dataset, 0, 1);
            if (eachStep) {
              options.mapBatch((rows, _) -> refuse(rows, bad));
            } else {
              options.map(rows -> refuse(rows, bad));
            }
            try (DataLoader loader = options.build()) {
              long steps = read(loader, choice.expected(), 0, 1, bad);
              delivered[0] += steps;
              delivered[1] += steps < 2 * choice.expected().steps() ? 1 : 0;
            }
          }
        });
    assertTrue(delivered[0] > 100 && delivered[1] > 20, delivered[0] + ", " + delivered[1]);
  }

  private static void refuse(Rows rows, Bad bad) {
    for (long id : rows.in().longs("id").toArray()) {
      if (bad.rows.contains(id)) {
        throw new IllegalArgumentException("as row 1, split 0");
      }
    }
  }

  /// Returns how many steps were delivered.
  private static long read(DataLoader loader, OrderedRows expected, int rank, int world, Bad bad) {
    long steps = 0;
    for (Epoch epoch : loader.epochs()) {
      Iterator<Batch> batches = epoch.iterator();
      for (int step = 0; step < expected.steps(); step++) {
        List<Long> rows = expected.rows(epoch.number(), step, rank, world);
        if (bad.has(rows)) {
          RuntimeException failure = assertThrows(RuntimeException.class, batches::next);
          Throwable cause = failure instanceof UncheckedIOException e ? e.getCause() : failure;
          assertTrue(String.valueOf(cause.getMessage()).contains(", split "), () -> "" + failure);
          IllegalStateException again = assertThrows(IllegalStateException.class, batches::next);
          assertSame(failure, again.getCause());
          return steps;
        }
        Batch batch = batches.next();
        assertEquals(
            rows,
            LongStream.range(0, batch.rows())
                .map(row -> batch.rowNumber((int) row))
                .boxed()
                .toList());
        Ids.check(batch);
        steps++;
      }
      assertFalse(batches.hasNext());
    }
    return steps;
  }

  /// Whoever goes on after the failure begins with the step that has failed.
  @Test
  void theCheckpointIsOfTheStepThatHasFailed() throws Exception {
    MemFile file = Ids.file("a.mem", true, 0, 10, 10, 10);
    try (MemFolder folder = MemFolder.of(file);
        DataLoader loader = folder.open().loader(3).map(_ -> {}).build()) {
      fail(file, Set.of(2), true, Point.READ);
      Iterator<Batch> batches = loader.iterator();
      Batch last = batches.next();
      for (int step = 1; step < 6; step++) {
        last = batches.next();
      }
      Batch sixth = last;
      assertThrows(MalformedDataException.class, batches::next);
      assertThrows(IllegalStateException.class, () -> sixth.longs("id"), "not released");
      Checkpoint state = loader.checkpoint();
      assertEquals(6, state.step());
      assertEquals(18, state.receipt().rows());
      file.probe((_, _) -> {});
      try (DataLoader next = folder.open().loader(3).map(_ -> {}).resume(state).build()) {
        assertEquals(18, next.iterator().next().rowNumber(0));
      }
    }
  }
}
