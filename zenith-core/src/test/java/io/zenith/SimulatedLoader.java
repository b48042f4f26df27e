package io.zenith;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.internal.order.OrderedRows;
import io.zenith.internal.pipeline.Budget;
import io.zenith.internal.pipeline.Ledger;
import io.zenith.internal.pipeline.SimulatedTasks;
import io.zenith.simulation.Simulation;
import io.zenith.simulation.Simulation.Task;
import io.zenith.testkit.MemFile;
import io.zenith.testkit.MemFile.Point;
import io.zenith.testkit.MemFolder;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;

/// A loader over a storage that delays and fails, and what is done to it: read to the end, left
/// early, closed by another task, interrupted, or met by reads that fail.
///
/// Whatever happens, the rows that were delivered are those of the definition, the loader ends, and
/// nothing is left.
final class SimulatedLoader {
  private static final long LONGEST_DELAY_NANOS = 200_000;
  private static final int LONGEST_MOMENT_BITS = 20;
  private static final long FOR_EVER = Long.MAX_VALUE / 2;

  private enum End {
    ALL_READ,
    LEFT_EARLY,
    CLOSED,
    INTERRUPTED,
    FAILED
  }

  /// What a consumer saw.
  ///
  /// @param steps that were delivered
  /// @param failure why there were no more
  record Outcome(long steps, String failure) {}

  /// Draws what is the same for all schedules.
  private final SplittableRandom random;

  /// Draws delays and moments.
  private final SplittableRandom moments;

  private final LoaderCase choice;
  private final OrderedRows expected;
  private final int world;
  private final int rank;
  private final End end;
  private final boolean isSlow;
  private final boolean transforms;
  private final long failing;

  /// Steps before something disturbs.
  private final long disturbed;

  /// What has disturbed.
  private final List<Task> tasks = new ArrayList<>();

  private Runnable disturber = () -> {};
  private boolean fails;
  private boolean overslept;
  private long steps;
  private Optional<Outcome> outcome = Optional.empty();

  /// @param choices the seed of what is the same for all schedules
  /// @param schedule the seed of delays and moments
  SimulatedLoader(long choices, long schedule) {
    random = new SplittableRandom(choices);
    moments = new SplittableRandom(schedule);
    choice = LoaderCase.random(random);
    expected = choice.expected();
    world = 1 + random.nextInt(random.nextInt(4) > 0 ? 1 : 5);
    rank = random.nextInt(world);
    end = End.values()[random.nextInt(End.values().length)];
    isSlow = random.nextBoolean();
    failing = random.nextLong();
    transforms = new SplittableRandom(~choices).nextInt(3) == 0;
    disturbed = moments.nextLong(2 * expected.steps() + 1);
  }

  /// Returns what no schedule may change, where there is such a thing.
  Optional<Outcome> run() {
    Set<Throwable> before = Set.copyOf(Ledger.open());
    for (MemFile file : choice.files()) {
      file.probe((point, split) -> probe(file, point, split));
    }
    try (MemFolder folder = MemFolder.of(choice.files().toArray(MemFile[]::new))) {
      Dataset dataset = choice.dataset(random.nextBoolean() ? folder.open() : folder.openNear());
      long limit = limit(dataset);
      DataLoader loader = options(dataset).memoryBudget(String.valueOf(limit)).build();
      fails = end == End.FAILED;
      try (loader) {
        use(loader);
      }
      tasks.forEach(Simulation.current()::join);
      Thread.interrupted();
      assertFalse(overslept, "a close has not ended a transform that waits");
      assertTrue(loader.budget.peak() <= limit, () -> loader.budget.peak() + " of " + limit);
      assertEquals(0, loader.budget.granted());
      assertEquals(0, loader.supply.users());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    for (MemFile file : choice.files()) {
      assertEquals(0, file.openSources(), "open sources of " + file);
      assertEquals(0, file.openIterators(), "open reads of " + file);
    }
    assertEquals(before, Set.copyOf(Ledger.open()));
    return outcome;
  }

  private DataLoader.Builder options(Dataset dataset) {
    DataLoader.Builder options =
        choice
            .loader(dataset, rank, world)
            .tasks(SimulatedTasks::new)
            .threads(1 + random.nextInt(4))
            .prefetch(1 + random.nextInt(9));
    return transforms ? options.map(_ -> transform()) : options;
  }

  /// Waits, for ever if only a close can end that.
  private void transform() {
    boolean isStuck = end == End.CLOSED && steps >= disturbed && moments.nextInt(4) == 0;
    try {
      Simulation.current().sleep(isStuck ? FOR_EVER : moments.nextLong(LONGEST_DELAY_NANOS));
      overslept |= isStuck;
    } catch (InterruptedException e) {
      throw new IllegalStateException("interrupted", e);
    }
  }

  /// The smallest budget, or more. A filter reads each split once. In file order a batch that lies
  /// in several splits is copied, and refused only when it comes.
  private long limit(Dataset dataset) {
    Plan plan = options(dataset).options().plan();
    long least = plan.grant() + plan.kept() + (plan.copies() == 0 ? 1 << 20 : plan.copies());
    if (choice.filter().isPresent()) {
      least = Math.max(least, largest(dataset));
    }
    return random.nextBoolean() ? least : least + random.nextLong(1 << 22);
  }

  private static long largest(Dataset dataset) {
    return dataset.splits().stream()
        .mapToLong(split -> Budget.grantFor(split.decodedBytes(dataset.columns())))
        .max()
        .orElse(0);
  }

  private void probe(MemFile file, Point point, int split) throws IOException {
    boolean mayFail = point == Point.OPEN || point == Point.READ || point == Point.ADVANCE;
    if (isSlow && moments.nextInt(4) > 0) {
      try {
        Simulation.current().sleep(moments.nextLong(LONGEST_DELAY_NANOS));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        if (mayFail) {
          throw new InterruptedIOException("stalled");
        }
      }
    }
    String where = file + ", " + point + " of split " + split;
    if (fails && mayFail && new SplittableRandom(failing ^ where.hashCode()).nextInt(8) == 0) {
      throw new IOException(where);
    }
  }

  private void use(DataLoader loader) {
    switch (end) {
      case ALL_READ, LEFT_EARLY -> read(loader);
      case CLOSED -> readUntilClosed(loader);
      case INTERRUPTED -> readUntilInterrupted(loader);
      case FAILED -> readUntilFailed(loader);
    }
  }

  private void readUntilClosed(DataLoader loader) {
    disturber = loader::close;
    try {
      read(loader);
    } catch (IllegalStateException e) {
      String released = "this batch was released when its loader was closed";
      String text = String.valueOf(e.getMessage());
      if (!text.equals("the loader is closed") && !text.startsWith(released)) {
        throw new AssertionError("not told that the loader is closed", e);
      }
    }
  }

  private void readUntilInterrupted(DataLoader loader) {
    Simulation simulation = Simulation.current();
    Task consumer = simulation.running();
    disturber = () -> simulation.interrupt(consumer);
    try {
      read(loader);
    } catch (UncheckedIOException e) {
      assertInstanceOf(InterruptedIOException.class, e.getCause());
      assertTrue(Thread.currentThread().isInterrupted(), "the flag is kept");
    }
    loader.close();
  }

  private void readUntilFailed(DataLoader loader) {
    String failure = "none";
    try {
      read(loader);
    } catch (UncheckedIOException e) {
      failure = String.valueOf(e.getCause().getMessage());
    }
    outcome = Optional.of(new Outcome(steps, failure));
  }

  /// Starts what disturbs, soon after the step that was drawn for it.
  private void disturb() {
    if (steps == disturbed) {
      long nanos = moments.nextLong(1L << moments.nextInt(LONGEST_MOMENT_BITS));
      tasks.add(
          Simulation.current()
              .start(
                  "disturber",
                  () -> {
                    try {
                      Simulation.current().sleep(nanos);
                    } catch (InterruptedException e) {
                      throw new IllegalStateException(e);
                    }
                    disturber.run();
                  }));
    }
  }

  private void read(DataLoader loader) {
    for (Epoch epoch : loader.epochs()) {
      long wanted = expected.steps();
      if (end == End.LEFT_EARLY && random.nextBoolean()) {
        wanted = random.nextLong(wanted + 1);
      }
      Iterator<Batch> batches = epoch.iterator();
      for (int step = 0; step < wanted; step++) {
        disturb();
        check(next(batches), epoch.number(), step);
        steps++;
      }
      checkEnd(batches, wanted == expected.steps());
    }
  }

  /// Where rows are found as they are read, a failure behind the last of them is not the end.
  private void checkEnd(Iterator<Batch> batches, boolean isEnd) {
    boolean isFollowed = batches.hasNext();
    if (isEnd && isFollowed) {
      Batch more = next(batches);
      throw new AssertionError("too many: " + more);
    }
    assertEquals(isEnd, !isFollowed);
  }

  /// After a failure, nothing more is delivered. Where rows are found as they are read, whoever was
  /// interrupted can go on.
  private Batch next(Iterator<Batch> batches) {
    try {
      return batches.next();
    } catch (UncheckedIOException e) {
      if (choice.epochs() == 1 && e.getCause() instanceof InterruptedIOException) {
        throw e;
      }
      boolean interrupted = Thread.interrupted();
      IllegalStateException ended = assertThrows(IllegalStateException.class, batches::next);
      assertEquals(e, ended.getCause());
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
      throw e;
    }
  }

  private void check(Batch batch, int epoch, int step) {
    assertEquals(step, batch.step());
    assertEquals(epoch, batch.epoch());
    long[] numbers = new long[batch.rows()];
    for (int row = 0; row < numbers.length; row++) {
      numbers[row] = batch.rowNumber(row);
    }
    assertEquals(
        expected.rows(epoch, step, rank, world), java.util.Arrays.stream(numbers).boxed().toList());
    assertEquals(expected.padding(epoch, step, rank, world), batch.padding());
    Ids.check(batch);
  }
}
