package io.zenith.djl;

import static io.zenith.TensorColumns.features;
import static io.zenith.djl.ZenithDatasetTest.assertContains;
import static io.zenith.djl.ZenithDatasetTest.config;
import static io.zenith.djl.ZenithDatasetTest.ids;
import static io.zenith.djl.ZenithDatasetTest.perceptron;
import static io.zenith.djl.ZenithDatasetTest.points;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ai.djl.Model;
import ai.djl.engine.Engine;
import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import ai.djl.training.EasyTrain;
import ai.djl.training.Trainer;
import ai.djl.training.dataset.Batch;
import io.zenith.Checkpoint;
import io.zenith.DataLoader;
import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import io.zenith.schema.Schema;
import io.zenith.spi.RecordBatch;
import io.zenith.testkit.ArrayBuilder;
import io.zenith.testkit.MemFile;
import io.zenith.testkit.MemFolder;
import io.zenith.testkit.Points;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// Batches that an executor of the trainer makes ahead.
class BatchesAheadTest {

  /// Native libraries that are there from the first array on are no leak of a test.
  @BeforeAll
  static void theEngineIsLoaded() {
    NDManager.newBaseManager().close();
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /// An executor makes batches ahead; leaving epochs early, at any step, leaves nothing behind.
  @Test
  void anExecutorMakesTheNextBatch() throws Exception {
    try (Points points = Points.of(100);
        DataLoader loader = points.open().loader(10).epochs(12).shuffle(5).build();
        ExecutorService executor = Executors.newSingleThreadExecutor();
        NDManager manager = NDManager.newBaseManager()) {
      ZenithDataset dataset = ZenithDataset.of(loader, features("id"));
      for (int epoch = 0; epoch < 12; epoch++) {
        Iterator<Batch> batches = dataset.getData(manager, executor).iterator();
        int steps = Math.min(epoch, 10);
        for (int step = 0; step < steps; step++) {
          assertTrue(batches.hasNext());
          ZenithBatch batch = (ZenithBatch) batches.next();
          Checkpoint next = batch.checkpoint();
          assertEquals(step == 9 ? epoch + 1 : epoch, next.epoch());
          assertEquals(step == 9 ? 0 : step + 1, next.step());
          batch.close();
        }
        assertEquals(steps < 10, batches.hasNext());
        if (steps == 10) {
          assertThrows(NoSuchElementException.class, batches::next);
        }
      }
      executor.submit(() -> {}).get(); // what was on its way
      assertThrows(
          IllegalStateException.class, () -> dataset.getData(manager, executor).iterator());
      assertTrue(manager.toString().endsWith("Resource size: 0"), manager::toString);
    }
  }

  @Test
  void anExecutorMakesTheSameBatches() throws Exception {
    try (Points points = Points.of(1000);
        DataLoader loader = points.open().loader(7).epochs(3).shuffle(5).build();
        DataLoader plain = points.open().loader(7).epochs(3).shuffle(5).build();
        ExecutorService executor = Executors.newFixedThreadPool(3);
        NDManager manager = NDManager.newBaseManager()) {
      ZenithDataset dataset = ZenithDataset.of(loader, features("id"));
      ZenithDataset expected = ZenithDataset.of(plain, features("id"));
      for (int epoch = 0; epoch < 3; epoch++) {
        assertEquals(
            ids(expected.getData(manager).iterator(), 1000),
            ids(dataset.getData(manager, executor).iterator(), 1000));
      }
    }
  }

  /// The batch before it comes, and who asks for the next one is told, as often as asked.
  @Test
  void whatFailsAheadIsThrownInItsPlace() throws Exception {
    DataType longs = new DataType.Int(64, true);
    RecordBatch rows =
        new RecordBatch(0, 3, List.of(ArrayBuilder.plain(longs, Arrays.asList(1L, 2L, null))));
    Schema schema = Schema.of(Field.of("a", longs));
    try (MemFolder folder = MemFolder.of(MemFile.mapped("holes.mem", schema).split(rows));
        DataLoader loader = folder.open().loader(1).build();
        ExecutorService executor = Executors.newSingleThreadExecutor();
        NDManager manager = NDManager.newBaseManager()) {
      Iterator<Batch> batches =
          ZenithDataset.of(loader, features("a")).getData(manager, executor).iterator();
      assertEquals(List.of(1L, 2L), ids(batches, 2));
      for (int i = 0; i < 3; i++) {
        assertContains(
            "column 'a' is null at row 0",
            assertThrows(IllegalStateException.class, batches::hasNext));
        assertThrows(IllegalStateException.class, batches::next);
      }
      assertTrue(manager.toString().endsWith("Resource size: 0"), manager::toString);
    }
  }

  /// Whoever closes the manager of a trainer frees what is in it, so that nothing may be there that
  /// an executor still fills.
  @Test
  void arraysAreInTheManagerOnceTheyAreFilled() throws Exception {
    int rows = 20_000;
    try (Points points = Points.of(10 * rows);
        DataLoader loader = points.open().loader(rows).build();
        ExecutorService executor = Executors.newSingleThreadExecutor();
        NDManager manager = NDManager.newBaseManager()) {
      Iterator<Batch> batches =
          ZenithDataset.of(loader, features("id")).getData(manager, executor).iterator();
      for (int step = 0; step < 9; step++) {
        assertEquals((long) step * rows, batches.next().getData().head().getLong(0));
        List<NDArray> arrays = manager.getManagedArrays();
        while (arrays.size() < step + 2) {
          Thread.onSpinWait();
          arrays = manager.getManagedArrays();
        }
        Set<Long> last = new HashSet<>();
        arrays.forEach(array -> last.add(array.getLong(rows - 1L)));
        assertTrue(last.contains((step + 2L) * rows - 1), last::toString);
      }
    }
  }

  @Test
  void anIteratorOfAnEarlierPassIsStale() throws Exception {
    try (Points points = Points.of(100);
        DataLoader loader = points.open().loader(10).epochs(2).build();
        ExecutorService executor = Executors.newSingleThreadExecutor();
        NDManager manager = NDManager.newBaseManager()) {
      ZenithDataset dataset = points(loader);
      Iterator<Batch> stale = dataset.getData(manager, executor).iterator();
      stale.next().close();
      Iterator<Batch> fresh = dataset.getData(manager, executor).iterator();
      for (int i = 0; i < 2; i++) {
        assertContains(
            "the loader reads another", assertThrows(IllegalStateException.class, stale::next));
      }
      int steps = 0;
      while (fresh.hasNext()) {
        fresh.next().close();
        steps++;
      }
      assertEquals(10, steps);
      assertTrue(manager.toString().endsWith("Resource size: 0"), manager::toString);
    }
  }

  /// Whether it is shut down, busy, or the one thread that trains.
  @Test
  void anExecutorThatMakesNothingIsNotWaitedFor() throws Exception {
    try (Points points = Points.of(100);
        ExecutorService down = Executors.newSingleThreadExecutor();
        ExecutorService own = Executors.newSingleThreadExecutor();
        NDManager manager = NDManager.newBaseManager()) {
      down.shutdown();
      List<Long> all = LongStream.range(0, 100).boxed().toList();
      try (DataLoader loader = points.open().loader(10).build()) {
        ZenithDataset dataset = ZenithDataset.of(loader, features("id"));
        assertEquals(all, ids(dataset.getData(manager, down).iterator(), 20));
      }
      try (DataLoader loader = points.open().loader(10).build()) {
        ZenithDataset dataset = ZenithDataset.of(loader, features("id"));
        assertEquals(
            all,
            own.submit(() -> ids(dataset.getData(manager, own).iterator(), 20))
                .get(30, TimeUnit.SECONDS));
      }
    }
  }

  /// Where the training is can be said at once, however long the next rows take.
  @Test
  void aCheckpointDoesNotWaitForTheNextBatch() throws Exception {
    DataType longs = new DataType.Int(64, true);
    CountDownLatch slow = new CountDownLatch(1);
    MemFile file =
        MemFile.decoding("slow.mem", Schema.of(Field.of("id", longs)))
            .split(new RecordBatch(0, 1, List.of(ArrayBuilder.plain(longs, List.of(1L)))))
            .split(new RecordBatch(0, 1, List.of(ArrayBuilder.plain(longs, List.of(2L)))))
            .probe((point, split) -> {
              if (point == MemFile.Point.ADVANCE && split == 1) {
                await(slow);
              }
            });
    try (MemFolder folder = MemFolder.of(file);
        DataLoader loader = folder.open().loader(1).build();
        ExecutorService executor = Executors.newSingleThreadExecutor();
        NDManager manager = NDManager.newBaseManager()) {
      ZenithDataset dataset = ZenithDataset.of(loader, features("id"));
      Iterator<Batch> batches = dataset.getData(manager, executor).iterator();
      ZenithBatch first = (ZenithBatch) batches.next();
      assertEquals(1, first.checkpoint().step());
      assertEquals(1, slow.getCount());
      slow.countDown();
      assertEquals(List.of(2L), ids(batches, 2));
    }
  }

  @Test
  void easyTrainWithAnExecutorLearnsTheSame() throws Exception {
    List<Float> accuracies = new ArrayList<>();
    for (boolean ahead : new boolean[] {false, true}) {
      Engine.getInstance().setRandomSeed(3);
      try (Points points = Points.of(2000);
          DataLoader train = points.open().loader(50).epochs(2).shuffle(1).build();
          Model model = perceptron();
          Trainer trainer = model.newTrainer(ahead ? config().optExecutorService() : config())) {
        trainer.initialize(new Shape(1, 2));
        EasyTrain.fit(trainer, 2, points(train), null);
        accuracies.add(trainer.getTrainingResult().getTrainEvaluation("SoftmaxCrossEntropyLoss"));
      }
    }
    assertEquals(accuracies.get(0), accuracies.get(1));
  }
}
