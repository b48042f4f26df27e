package io.zenith;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.testkit.MemFile;
import io.zenith.testkit.MemFile.Point;
import io.zenith.testkit.MemFolder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/// From a far storage more is fetched at a time while the consumer waits; the order stays.
class AdaptiveDepthTest {
  private static final int SPLITS = 400;
  private static final int ROWS = 5;
  private static final int DEFAULT = 2 * Runtime.getRuntime().availableProcessors();

  /// Enough tries for every thread to get its turn on a busy machine.
  private static final int TRIES = 50_000;

  /// Reads a file, and says how many splits were on their way at most.
  ///
  /// @param wanted no split comes before so many were on their way at a time, or never will
  private static int mostAtATime(boolean far, boolean shuffled, int prefetch, int wanted)
      throws Exception {
    int[] rows = new int[SPLITS];
    Arrays.fill(rows, ROWS);
    MemFile file = Ids.file("a.mem", true, 0, rows);
    AtomicInteger now = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    AtomicInteger tries = new AtomicInteger(wanted == 0 ? 0 : TRIES);
    file.probe((point, _) -> {
      if (point == Point.READ) {
        most.accumulateAndGet(now.incrementAndGet(), Math::max);
        LockSupport.parkNanos(100_000);
        while (most.get() < wanted && tries.decrementAndGet() > 0) {
          LockSupport.parkNanos(100_000);
        }
        now.decrementAndGet();
      }
    });
    List<Long> delivered = new ArrayList<>();
    try (MemFolder folder = MemFolder.of(file)) {
      DataLoader.Builder options = (far ? folder.open() : folder.openNear()).loader(ROWS);
      if (shuffled) {
        options.shuffle(3).window(SPLITS * ROWS / 2);
      }
      if (prefetch > 0) {
        options.prefetch(prefetch);
      }
      try (DataLoader loader = options.build()) {
        for (Batch batch : loader) {
          Ids.check(batch);
          for (int row = 0; row < batch.rows(); row++) {
            delivered.add(batch.rowNumber(row));
          }
        }
        assertEquals(loader.expectedReceipt(0), loader.receipt());
      }
    }
    if (!shuffled) {
      assertEquals(LongStream.range(0, SPLITS * ROWS).boxed().toList(), delivered);
    }
    return most.get();
  }

  @Test
  void moreIsFetchedWhileTheConsumerWaits() throws Exception {
    for (boolean shuffled : new boolean[] {false, true}) {
      int most = mostAtATime(true, shuffled, 0, DEFAULT + 1);
      assertTrue(most > DEFAULT && most <= Math.max(64, DEFAULT), shuffled + " " + most);
    }
  }

  @Test
  void whatIsSetIsKeptAndSoIsWhatIsNear() throws Exception {
    assertTrue(mostAtATime(true, false, 3, 0) <= 3);
    assertTrue(mostAtATime(true, true, 3, 0) <= 3);
    assertTrue(mostAtATime(false, false, 0, 0) <= DEFAULT);
  }
}
