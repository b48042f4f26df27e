package io.zenith.arrow;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.zenith.Batch;
import io.zenith.DataLoader;
import io.zenith.Dataset;
import io.zenith.error.MalformedDataException;
import io.zenith.error.UnsupportedDataException;
import io.zenith.testkit.ColumnValues;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Test;

/// Broken files, very many: each is refused with the file named, or all its values can be read.
///
/// `-Dzenith.mutations=N` runs another number, `-Dzenith.seed=SEED` another sequence, and a failure
/// names what runs it alone: `-Dzenith.seed=SEED:CASE`.
final class MutationTest {
  private static final int CASES = 20_000;
  private static final long DEFAULT_SEED = 0x5EED;
  private static final int THREADS = Runtime.getRuntime().availableProcessors();

  /// What no file of this size justifies, and no busy machine explains.
  private static final long MOST_NANOS = TimeUnit.SECONDS.toNanos(5);

  private static final long BYTES_PER_BYTE = 100;

  /// What the first cases take to load classes.
  private static final long FIXED_BYTES = 8 << 20;

  /// Rows without bytes, such as of a struct without fields, may be any number.
  private static final int MOST_BATCHES = 40;

  private static final int[] BATCH_SIZES = {1, 7, 64, 1000};

  private final LongAdder malformed = new LongAdder();
  private final LongAdder unsupported = new LongAdder();
  private final LongAdder read = new LongAdder();

  @Test
  void brokenFilesAreRefusedOrReadToTheirEnds() throws Exception {
    String given = System.getProperty("zenith.seed", String.valueOf(DEFAULT_SEED));
    Mutator mutator = new Mutator(Corpus.files());
    int colon = given.indexOf(':');
    if (colon >= 0) {
      int number = Integer.parseInt(given.substring(colon + 1));
      run(mutator, Long.parseLong(given.substring(0, colon)), number);
      return;
    }
    long seed = Long.parseLong(given);
    runAll(mutator, seed, Integer.getInteger("zenith.mutations", CASES));
    System.out.printf(
        "%d broken files from seed %d: %d malformed, %d unsupported, %d read%n",
        malformed.sum() + unsupported.sum() + read.sum(),
        seed,
        malformed.sum(),
        unsupported.sum(),
        read.sum());
    assertTrue(malformed.sum() > 0 && unsupported.sum() > 0 && read.sum() > 0);
  }

  private void runAll(Mutator mutator, long seed, int cases) throws Exception {
    AtomicInteger next = new AtomicInteger();
    try (ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
      List<Future<?>> workers = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        workers.add(
            threads.submit(() -> {
              for (int n = next.getAndIncrement(); n < cases; n = next.getAndIncrement()) {
                run(mutator, seed, n);
              }
            }));
      }
      for (Future<?> worker : workers) {
        worker.get();
      }
    }
  }

  private void run(Mutator mutator, long seed, int number) {
    SplittableRandom random = new SplittableRandom(seed ^ number * 0x9E3779B97F4A7C15L);
    byte[] file = mutator.next(random);
    try {
      check(file, random);
    } catch (Throwable e) {
      throw new AssertionError(
          "case " + number + " failed; run it alone with -Dzenith.seed=" + seed + ":" + number, e);
    }
  }

  private void check(byte[] file, SplittableRandom random) throws IOException {
    String kind = random.nextInt(8) == 0 ? "unmapped" : "mapped";
    String path = "/" + kind + "/mutant" + Thread.currentThread().threadId() + ".arrow";
    long start = System.nanoTime();
    try (Arena arena = Arena.ofShared()) {
      MemorySegment bytes = arena.allocate(file.length);
      MemorySegment.copy(file, 0, bytes, ValueLayout.JAVA_BYTE, 0, file.length);
      read(
          NativeStorage.put(path, bytes),
          file.length,
          BATCH_SIZES[random.nextInt(BATCH_SIZES.length)]);
      read.increment();
    } catch (MalformedDataException e) {
      requireNamed(e, path);
      malformed.increment();
    } catch (UnsupportedDataException e) {
      requireNamed(e, path);
      unsupported.increment();
    }
    long nanos = System.nanoTime() - start;
    assertTrue(nanos < MOST_NANOS, () -> "took " + nanos + " ns");
  }

  private static void requireNamed(RuntimeException error, String path) {
    if (!error.getMessage().contains(path)) {
      throw new AssertionError("the file is not named", error);
    }
  }

  private static void read(String location, int size, int batchSize) throws IOException {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    Dataset dataset;
    try {
      dataset = Dataset.open(Arrow.format(), location);
      dataset.splits();
    } finally {
      long allocated = threads.getCurrentThreadAllocatedBytes() - before;
      assertTrue(
          allocated <= FIXED_BYTES + BYTES_PER_BYTE * size,
          () -> "opening " + size + " bytes allocated " + allocated);
    }
    try (DataLoader loader = dataset.loader(batchSize).build()) {
      int batches = 0;
      for (Batch batch : loader) {
        for (int i = 0; i < batch.schema().fields().size(); i++) {
          ColumnValues.of(batch.column(i));
        }
        if (++batches == MOST_BATCHES) {
          break;
        }
      }
    }
  }
}
