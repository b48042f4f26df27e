package io.zenith;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.internal.pipeline.Ledger;
import io.zenith.testkit.LeakCheck;
import io.zenith.testkit.MemFile;
import io.zenith.testkit.MemFolder;
import io.zenith.testkit.MemStream;
import io.zenith.testkit.Property;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/// Closing does not depend on transforms: it interrupts them, does not wait for those that go on,
/// and takes nothing from under them.
class TransformCloseTest {
  private static final Duration MUCH = Duration.ofSeconds(30);

  /// Far more than a close takes, and far less than for ever.
  private static final Duration LIMIT = Duration.ofSeconds(10);

  private static <T> Future<T> start(Callable<T> body) {
    FutureTask<T> task = new FutureTask<>(body);
    Thread.ofPlatform().daemon().start(task);
    return task;
  }

  private static <T> T get(Future<T> task) throws Exception {
    return task.get(MUCH.toSeconds(), TimeUnit.SECONDS);
  }

  private static void await(CountDownLatch latch) throws InterruptedException {
    assertTrue(latch.await(MUCH.toSeconds(), TimeUnit.SECONDS));
  }

  private static void close(DataLoader loader) {
    long start = System.nanoTime();
    loader.close();
    long took = System.nanoTime() - start;
    assertTrue(took < LIMIT.toNanos(), () -> "close took " + Duration.ofNanos(took));
  }

  /// Adds a transform that does something with rows to a loader.
  private enum Place {
    MAP {
      @Override
      void add(DataLoader.Builder options, Consumer<Rows> body) {
        options.map(body::accept);
      }
    },
    RANDOM_MAP {
      @Override
      void add(DataLoader.Builder options, Consumer<Rows> body) {
        options.randomMap((rows, _) -> body.accept(rows));
      }
    },
    MAP_BATCH {
      @Override
      void add(DataLoader.Builder options, Consumer<Rows> body) {
        options.mapBatch((rows, _) -> body.accept(rows));
      }
    },
    BEFORE_CACHE {
      @Override
      void add(DataLoader.Builder options, Consumer<Rows> body) {
        options.map(named(body)).cache(MemoryCache.of("1 MiB"));
      }
    };

    abstract void add(DataLoader.Builder options, Consumer<Rows> body);
  }

  /// Those of which there may be several.
  private static final List<Place> AFTER_CACHE =
      List.of(Place.MAP, Place.RANDOM_MAP, Place.MAP_BATCH);

  private static Transform named(Consumer<Rows> body) {
    return new Transform() {
      @Override
      public void apply(Rows rows) {
        body.accept(rows);
      }

      @Override
      public Optional<String> identity() {
        return Optional.of("body/1");
      }
    };
  }

  /// Waits for what never comes.
  private static void stall() {
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      throw new IllegalStateException("interrupted", e);
    }
  }

  @Test
  void whatWaitsIsInterruptedAndAllIsFreed() throws Exception {
    for (Place place : Place.values()) {
      for (boolean decoding : List.of(true, false)) {
        MemFile file = Ids.file("a.mem", decoding, 0, 40, 40, 40);
        try (MemFolder folder = MemFolder.of(file)) {
          Set<Throwable> before = Set.copyOf(Ledger.open());
          CountDownLatch reached = new CountDownLatch(1);
          AtomicInteger calls = new AtomicInteger();
          DataLoader.Builder options = folder.open().loader(4).threads(2).epochs(2);
          place.add(
              options,
              _ -> {
                calls.incrementAndGet();
                reached.countDown();
                stall();
              });
          DataLoader loader = options.build();
          Future<RuntimeException> consumer =
              start(() -> assertThrows(RuntimeException.class, () -> loader.iterator().next()));
          await(reached);
          close(loader);
          assertEquals(before, Set.copyOf(Ledger.open()), () -> place + ", " + decoding);
          assertEquals("the loader is closed", get(consumer).getMessage());
          assertEquals(0, file.openSources() + file.openIterators());
          assertTrue(calls.get() <= 2, "called again after the close");
        }
      }
    }
  }

  @Test
  void aStreamWaitsForNoTransformEither() throws Exception {
    MemStream stream = new MemStream(Ids.SCHEMA, List.of(Ids.batch(0, 50), Ids.batch(50, 50)));
    CountDownLatch reached = new CountDownLatch(1);
    DataLoader loader =
        Dataset.of(stream)
            .loader(4)
            .map(_ -> {
              reached.countDown();
              stall();
            })
            .build();
    Future<RuntimeException> consumer =
        start(() -> assertThrows(RuntimeException.class, () -> loader.iterator().next()));
    await(reached);
    close(loader);
    assertEquals("the loader is closed", get(consumer).getMessage());
    assertEquals(1, stream.closes.get());
  }

  /// It goes on with its rows after the close, which are there until it returns.
  @Test
  void whatNeverReturnsKeepsItsMemoryAndTheLastOneOutFreesIt() throws Exception {
    boolean decoding = false;
    for (Place place : Place.values()) {
      decoding = !decoding;
      MemFile file = Ids.file("a.mem", decoding, 0, 40, 40, 40);
      try (MemFolder folder = MemFolder.of(file)) {
        LeakCheck none = LeakCheck.snapshot();
        CountDownLatch reached = new CountDownLatch(1);
        CountDownLatch checked = new CountDownLatch(2);
        AtomicBoolean goOn = new AtomicBoolean();
        AtomicBoolean end = new AtomicBoolean();
        AtomicReference<Throwable> wrong = new AtomicReference<>();
        DataLoader.Builder options = folder.open().loader(4).threads(2).epochs(2);
        place.add(
            options,
            rows -> {
              MemorySegment out = rows.out("id");
              reached.countDown();
              spin(goOn);
              try {
                triple(rows, out);
              } catch (Throwable e) {
                wrong.set(e);
              }
              checked.countDown();
              spin(end);
            });
        DataLoader loader = options.build();
        Future<RuntimeException> consumer =
            start(() -> assertThrows(RuntimeException.class, () -> loader.iterator().next()));
        await(reached);
        close(loader);
        assertEquals("the loader is closed", get(consumer).getMessage());
        assertFalse(none.leaks(Duration.ZERO).isEmpty(), "freed under who uses it");
        goOn.set(true);
        while (checked.getCount() == 2) {
          Thread.onSpinWait();
        }
        if (wrong.get() != null) {
          throw new AssertionError(place.toString(), wrong.get());
        }
        end.set(true);
        assertEquals(List.of(), none.leaks(MUCH));
        assertEquals(0, file.openSources() + file.openIterators());
        close(loader);
      }
    }
  }

  /// As an endless loop: no interrupt ends it.
  private static void spin(AtomicBoolean end) {
    while (!end.get()) {
      Thread.onSpinWait();
    }
  }

  /// Reads and writes all rows.
  private static void triple(Rows rows, MemorySegment out) {
    LongColumn ids = rows.in().longs("id");
    for (int i = 0; i < rows.count(); i++) {
      assertEquals(rows.in().rowNumber(i), ids.get(i));
      out.setAtIndex(ValueLayout.JAVA_LONG, i, 3 * ids.get(i));
      assertEquals(3 * rows.in().rowNumber(i), out.getAtIndex(ValueLayout.JAVA_LONG, i));
    }
  }

  @Test
  void aTransformMayCloseItsLoader() throws Exception {
    try (MemFolder folder = MemFolder.of(Ids.file("a.mem", true, 0, 40, 40))) {
      LeakCheck none = LeakCheck.snapshot();
      AtomicReference<DataLoader> self = new AtomicReference<>();
      CountDownLatch known = new CountDownLatch(1);
      DataLoader loader =
          folder
              .open()
              .loader(4)
              .map(_ -> {
                known.countDown();
                while (self.get() == null) {
                  Thread.onSpinWait();
                }
                close(self.get());
              })
              .build();
      Iterator<Batch> batches = loader.iterator();
      self.set(loader);
      assertThrows(IllegalStateException.class, batches::next);
      await(known);
      assertEquals(List.of(), none.leaks(MUCH));
    }
  }

  /// While a transform blocks, an interrupt is the consumer's alone.
  @Test
  void anInterruptOfTheConsumerDoesNotWaitForTransforms() throws Exception {
    try (MemFolder folder = MemFolder.of(Ids.file("a.mem", true, 0, 40, 40))) {
      CountDownLatch reached = new CountDownLatch(1);
      AtomicBoolean interrupted = new AtomicBoolean();
      AtomicBoolean closing = new AtomicBoolean();
      DataLoader loader =
          folder
              .open()
              .loader(4)
              .map(_ -> {
                reached.countDown();
                try {
                  stall();
                } catch (IllegalStateException e) {
                  interrupted.compareAndSet(false, !closing.get());
                  throw e;
                }
              })
              .build();
      CountDownLatch running = new CountDownLatch(1);
      AtomicReference<Thread> thread = new AtomicReference<>();
      Future<UncheckedIOException> consumer =
          start(() -> {
            thread.set(Thread.currentThread());
            running.countDown();
            return assertThrows(UncheckedIOException.class, () -> loader.iterator().next());
          });
      await(running);
      await(reached);
      thread.get().interrupt();
      assertInstanceOf(InterruptedIOException.class, get(consumer).getCause());
      assertFalse(interrupted.get(), "the transform was interrupted too");
      closing.set(true);
      close(loader);
    }
  }

  /// A transform that leaves its flag set, as it should who is interrupted, and closes at any
  /// moment: a thread that computes meets no interrupt outside of transforms, where it may be in
  /// the midst of opening a file.
  @Test
  void nobodyElseIsInterrupted() {
    Queue<String> found = new ConcurrentLinkedQueue<>();
    Property.check(
        100,
        (random, _) -> {
          MemFile file = Ids.file("a.mem", true, 0, 7, 7, 7, 7, 7, 7, 7, 7);
          long draws = random.nextLong();
          try (MemFolder folder = MemFolder.of(file)) {
            AtomicInteger number = new AtomicInteger();
            DataLoader.Builder options =
                folder.openNear().loader(3).threads(2).prefetch(2).epochs(Integer.MAX_VALUE);
            Place.values()[random.nextInt(Place.values().length)].add(
                options,
                _ -> {
                  SplittableRandom own = new SplittableRandom(draws + number.incrementAndGet());
                  LockSupport.parkNanos(own.nextInt(100_000));
                  if (own.nextInt(3) == 0) {
                    Thread.currentThread().interrupt();
                  }
                });
            DataLoader loader = options.build();
            file.probe((point, split) -> {
              LockSupport.parkNanos(50_000);
              boolean computes = Thread.currentThread().getName().startsWith("zenith-decode");
              if (computes && Thread.currentThread().isInterrupted()) {
                found.add(point + " of split " + split);
              }
            });
            Future<Long> consumer = start(() -> readUntilClosed(loader));
            LockSupport.parkNanos(random.nextInt(3_000_000));
            close(loader);
            get(consumer);
          }
          assertEquals(List.of(), List.copyOf(found));
        });
  }

  private static long readUntilClosed(DataLoader loader) {
    long steps = 0;
    try {
      for (Batch batch : loader) {
        batch.longs("id").toArray();
        steps++;
      }
      throw new AssertionError("all epochs were read");
    } catch (IllegalStateException e) {
      return steps;
    }
  }

  /// Some wait, some compute, some fail: whoever reads is told of the first failure or of the
  /// close, and nothing is left after it.
  @Test
  void closeIsSafeAtTwoHundredRandomMomentsWhateverTransformsDo() {
    int[] ends = new int[3];
    Property.check(
        200,
        (random, _) -> {
          boolean decoding = random.nextBoolean();
          MemFile file = Ids.file("a.mem", decoding, 0, random.ints(6, 1, 40).toArray());
          long draws = random.nextLong();
          int failing = random.nextBoolean() ? random.nextInt(8) : Integer.MAX_VALUE;
          try (MemFolder folder = MemFolder.of(file)) {
            Set<Throwable> before = Set.copyOf(Ledger.open());
            AtomicInteger calls = new AtomicInteger();
            DataLoader.Builder options =
                folder.open().loader(1 + random.nextInt(9)).epochs(Integer.MAX_VALUE);
            options.threads(1 + random.nextInt(4));
            if (random.nextBoolean()) {
              options.shuffle(random.nextLong());
            }
            for (int i = random.nextInt(3); i >= 0; i--) {
              Place place = AFTER_CACHE.get(random.nextInt(AFTER_CACHE.size()));
              place.add(options, rows -> act(rows, draws, calls.incrementAndGet(), failing));
            }
            DataLoader loader = options.build();
            Future<Integer> consumer = start(() -> readToAnyEnd(loader));
            if (failing < Integer.MAX_VALUE && random.nextBoolean()) {
              get(consumer);
            } else {
              LockSupport.parkNanos(random.nextInt(4_000_000));
            }
            close(loader);
            ends[get(consumer)]++;
            assertEquals(before, Set.copyOf(Ledger.open()));
          }
          assertEquals(0, file.openSources() + file.openIterators());
        });
    assertTrue(
        ends[0] > 20 && ends[1] > 5 && ends[2] > 5, () -> List.of(ends[0], ends[1], ends[2]) + "");
  }

  private static void act(Rows rows, long draws, int call, int failing) {
    SplittableRandom own = new SplittableRandom(draws + call);
    switch (own.nextInt(call < failing ? 4 : 6)) {
      case 0 -> sleep(own.nextInt(2_000_000));
      case 1 -> {
        long end = System.nanoTime() + own.nextInt(300_000);
        while (System.nanoTime() < end) {
          Thread.onSpinWait();
        }
      }
      case 4 -> throw new UnsupportedOperationException("planned");
      case 5 -> throw new AssertionError("planned");
      default -> rows.out("id");
    }
  }

  private static void sleep(long nanos) {
    try {
      TimeUnit.NANOSECONDS.sleep(nanos);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /// Returns what ended it: the close, an exception, or an error.
  private static int readToAnyEnd(DataLoader loader) {
    try {
      for (Batch batch : loader) {
        batch.longs("id").toArray();
      }
      throw new IllegalArgumentException("all epochs were read");
    } catch (IllegalStateException e) {
      boolean planned = e.getCause() instanceof UnsupportedOperationException;
      if (planned) {
        assertTrue(String.valueOf(e.getMessage()).contains("a.mem, row "), e.getMessage());
      } else if (e.getCause() != null) {
        throw e; // a close has none
      }
      return planned ? 1 : 0;
    } catch (AssertionError e) {
      assertEquals("planned", e.getMessage());
      assertTrue(e.getSuppressed()[0].getMessage().contains("a.mem, row "));
      return 2;
    }
  }
}
