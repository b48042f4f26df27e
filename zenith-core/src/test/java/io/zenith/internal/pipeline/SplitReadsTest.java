package io.zenith.internal.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.spi.RecordBatch;
import io.zenith.testkit.MemFile.Point;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.Condition;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/// Reads that end before their time give back what they have.
class SplitReadsTest {

  /// Fetches at once, and decodes as a test says.
  record DirectTasks(Predicate<Runnable> computing) implements Tasks {
    @Override
    public boolean startWaiting(Runnable work) {
      work.run();
      return true;
    }

    @Override
    public boolean startComputing(Runnable work) {
      return computing.test(work);
    }

    @Override
    public boolean startReading(Runnable work) {
      return false;
    }

    @Override
    public void await(Condition condition) {
      throw new AssertionError("nobody waits");
    }

    @Override
    public boolean call(Runnable foreign) {
      throw new AssertionError("there is no code of the user's");
    }

    @Override
    public void close(Runnable last) {
      last.run();
    }
  }

  private final List<Result<RecordBatch>> done = new ArrayList<>();
  private final AtomicBoolean wanted = new AtomicBoolean(true);

  private boolean read(MemSources mem, Tasks tasks, Budget budget) {
    SplitReads<RecordBatch> reads =
        new SplitReads<>(
            mem.sources,
            new Resources(tasks, budget, new Meter(System::nanoTime, null)),
            wanted::get);
    FileSplit split = mem.splits.getFirst();
    Block block = budget.tryAcquire(split.bytes(), () -> {}).orElseThrow();
    return reads.start(split, block, done::add);
  }

  private static void assertGivenBack(MemSources mem, Budget budget) {
    assertEquals(0, mem.sources.users());
    assertEquals(0, mem.file.openIterators());
    assertEquals(0, budget.granted());
  }

  static boolean run(Runnable work) {
    work.run();
    return true;
  }

  @Test
  void whatIsFetchedAndNotDecodedSinceTheTasksAreClosed() throws Exception {
    Tasks tasks = new DirectTasks(_ -> false);
    try (MemSources mem = MemSources.of(tasks, true, new int[] {3, 4});
        Budget budget = new Budget(tasks, 1 << 20, 1 << 16)) {
      assertTrue(read(mem, tasks, budget));
      assertGivenBack(mem, budget);
      assertEquals(List.of(), done, "nobody waits for it");
    }
  }

  @Test
  void whatIsFetchedAndCannotBeDecoded() throws Exception {
    OutOfMemoryError noThread = new OutOfMemoryError("unable to create a thread");
    Tasks tasks =
        new DirectTasks(_ -> {
          throw noThread;
        });
    try (MemSources mem = MemSources.of(tasks, true, new int[] {3, 4});
        Budget budget = new Budget(tasks, 1 << 20, 1 << 16)) {
      assertTrue(read(mem, tasks, budget));
      assertGivenBack(mem, budget);
      assertEquals(1, done.size());
      assertEquals(noThread, assertThrows(OutOfMemoryError.class, () -> done.getFirst().get()));
    }
  }

  @Test
  void whatIsNoLongerWantedWhileItIsDecoded() throws Exception {
    Tasks tasks = new DirectTasks(SplitReadsTest::run);
    try (MemSources mem = MemSources.of(tasks, true, new int[] {3, 4, 5});
        Budget budget = new Budget(tasks, 1 << 20, 1 << 16)) {
      mem.file.probe((point, _) -> wanted.compareAndSet(true, point != Point.ADVANCE));
      assertTrue(read(mem, tasks, budget));
      Result<RecordBatch> result = done.getFirst();
      assertEquals(1, result.get().size(), "the rest is not decoded");
      assertEquals(0, mem.file.openIterators());
      result.release().run();
      assertGivenBack(mem, budget);
    }
  }

  @Test
  void whatIsNotEvenStarted() throws Exception {
    ThreadTasks tasks = new ThreadTasks(1);
    tasks.close(() -> {});
    try (MemSources mem = MemSources.of(tasks, true, new int[] {3});
        Budget budget = new Budget(tasks, 1 << 20, 1 << 16)) {
      assertFalse(read(mem, tasks, budget));
      assertGivenBack(mem, budget);
      assertEquals(List.of(), done);
    }
  }
}
