package io.zenith;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.zenith.testkit.MemFolder;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/// What many threads may use at once.
class ConcurrencyTest {

  /// RandomRuns the body in so many threads that begin together.
  private static <T> List<T> together(int threads, Callable<T> body) throws Exception {
    CountDownLatch start = new CountDownLatch(1);
    try (ExecutorService pool = Executors.newFixedThreadPool(threads)) {
      List<Future<T>> results = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        results.add(
            pool.submit(() -> {
              start.await();
              return body.call();
            }));
      }
      start.countDown();
      List<T> values = new ArrayList<>();
      for (Future<T> result : results) {
        values.add(result.get());
      }
      return values;
    }
  }

  @Test
  void twoLoadersReadOneDatasetAtOnce() throws Exception {
    for (boolean decoding : List.of(true, false)) {
      try (MemFolder folder =
          MemFolder.of(
              Ids.file("a.mem", decoding, 0, 7, 0, 9, 3),
              Ids.file("b.mem", decoding, 19, 5, 5, 5))) {
        Dataset dataset = folder.open();
        List<Long> rows = together(2, () -> read(dataset, 50));
        assertEquals(List.of(50L * 34, 50L * 34), rows);
      }
    }
  }

  private static long read(Dataset dataset, int epochs) {
    try (DataLoader loader = dataset.loader(4).epochs(epochs).build()) {
      long rows = 0;
      for (Batch batch : loader) {
        Ids.check(batch);
        rows += batch.rows();
      }
      return rows;
    }
  }

  @Test
  void aDatasetIsSharedByManyThreads() throws Exception {
    for (int round = 0; round < 20; round++) {
      try (MemFolder folder =
          MemFolder.of(
              Ids.file("a.mem", round % 2 == 0, 0, 7, 0, 9, 3),
              Ids.file("b.mem", round % 2 == 0, 19, 5, 5, 5))) {
        Dataset dataset = folder.open();
        List<String> seen =
            together(
                8,
                () ->
                    dataset.rowCount()
                        + " "
                        + dataset.splits()
                        + dataset.select("id").schema()
                        + dataset.fingerprint()
                        + read(dataset.select("id"), 1));
        assertEquals(1, seen.stream().distinct().count(), seen::toString);
      }
    }
  }

  @Test
  void aBatchIsReadByManyThreadsBetweenTwoSteps() throws Exception {
    try (MemFolder folder = MemFolder.of(Ids.file("a.mem", true, 0, 500, 700, 800));
        DataLoader loader = folder.open().loader(300).build()) {
      for (Batch batch : loader) {
        List<Float> sums =
            together(
                4,
                () -> {
                  Ids.check(batch);
                  float sum = 0;
                  for (float value : batch.stack("id", "id").toFloats()) {
                    sum += value;
                  }
                  return sum + batch.copy().longs("id").get(0);
                });
        assertEquals(1, sums.stream().distinct().count(), sums::toString);
      }
    }
  }
}
