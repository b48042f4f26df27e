package io.zenith.djl;

import static io.zenith.TensorColumns.features;
import static io.zenith.TensorColumns.label;
import static io.zenith.TensorColumns.stack;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ai.djl.Device;
import ai.djl.Model;
import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import ai.djl.nn.Activation;
import ai.djl.nn.SequentialBlock;
import ai.djl.nn.core.Linear;
import ai.djl.training.DefaultTrainingConfig;
import ai.djl.training.EasyTrain;
import ai.djl.training.Trainer;
import ai.djl.training.dataset.Batch;
import ai.djl.training.evaluator.Accuracy;
import ai.djl.training.listener.EvaluatorTrainingListener;
import ai.djl.training.loss.Loss;
import ai.djl.training.optimizer.Optimizer;
import ai.djl.training.tracker.Tracker;
import ai.djl.util.Progress;
import io.zenith.Checkpoint;
import io.zenith.DataLoader;
import io.zenith.Dataset;
import io.zenith.Filter;
import io.zenith.Remainder;
import io.zenith.Shard;
import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import io.zenith.schema.Schema;
import io.zenith.spi.RecordBatch;
import io.zenith.testkit.ArrayBuilder;
import io.zenith.testkit.MemFile;
import io.zenith.testkit.MemFolder;
import io.zenith.testkit.MemStream;
import io.zenith.testkit.Points;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class ZenithDatasetTest {

  static ZenithDataset points(DataLoader loader) {
    return ZenithDataset.of(loader, features("point"), label("side"));
  }

  static Model perceptron() {
    Model model = Model.newInstance("perceptron");
    model.setBlock(
        new SequentialBlock()
            .add(Linear.builder().setUnits(8).build())
            .add(Activation::relu)
            .add(Linear.builder().setUnits(2).build()));
    return model;
  }

  static DefaultTrainingConfig config() {
    return new DefaultTrainingConfig(Loss.softmaxCrossEntropyLoss())
        .addEvaluator(new Accuracy())
        .addTrainingListeners(new EvaluatorTrainingListener())
        .optOptimizer(Optimizer.sgd().setLearningRateTracker(Tracker.fixed(0.3f)).build())
        .optDevices(new Device[] {Device.cpu()});
  }

  /// Native libraries that are there from the first array on are no leak of a test.
  @BeforeAll
  static void theEngineIsLoaded() {
    NDManager.newBaseManager().close();
  }

  @Test
  void easyTrainFitsAndValidatesUnchanged() throws Exception {
    try (Points points = Points.of(2000);
        DataLoader train = points.open().loader(50).epochs(4).shuffle(1).build();
        DataLoader test = points.open().loader(64).epochs(4).build();
        Model model = perceptron();
        Trainer trainer = model.newTrainer(config())) {
      trainer.initialize(new Shape(1, 2));
      EasyTrain.fit(trainer, 4, points(train), points(test));
      float accuracy = trainer.getTrainingResult().getValidateEvaluation("Accuracy");
      assertTrue(accuracy > 0.95, () -> "accuracy " + accuracy);
    }
  }

  @Test
  void eachPassIsAnEpochAndHasAllRows() throws Exception {
    try (Points points = Points.of(250);
        DataLoader loader = points.open().loader(64).epochs(2).shuffle(3).build();
        NDManager manager = NDManager.newBaseManager()) {
      ZenithDataset dataset = ZenithDataset.of(loader, features("id"));
      List<List<Long>> epochs = new ArrayList<>();
      for (int epoch = 0; epoch < 2; epoch++) {
        List<Long> ids = new ArrayList<>();
        long step = 0;
        for (Batch batch : dataset.getData(manager)) {
          ZenithBatch own = (ZenithBatch) batch;
          assertEquals(epoch, own.epoch());
          assertEquals(step, own.step());
          assertEquals(step, batch.getProgress());
          assertEquals(4, batch.getProgressTotal());
          assertEquals(step == 3 ? 58 : 64, batch.getSize());
          assertTrue(batch.getLabels().isEmpty());
          for (long id : batch.getData().singletonOrThrow().toLongArray()) {
            ids.add(id);
          }
          batch.close();
          step++;
        }
        epochs.add(ids);
      }
      assertFalse(epochs.get(0).equals(epochs.get(1)));
      for (List<Long> ids : epochs) {
        assertEquals(250, ids.stream().distinct().count());
      }
      assertEquals(
          "all epochs of the loader were read: build it with as many epochs(n) as the training has,"
              + " and after resume(checkpoint) begin with epoch checkpoint.epoch()",
          assertThrows(IllegalStateException.class, () -> dataset.getData(manager).iterator())
              .getMessage());
    }
  }

  /// Arrays of 10,000 batches, closed one by one. An open one shows.
  @Test
  void batchesCloseWhatTheyOwn() throws Exception {
    try (Points points = Points.of(1000);
        DataLoader loader = points.open().loader(10).epochs(100).build();
        NDManager manager = NDManager.newBaseManager()) {
      ZenithDataset dataset =
          ZenithDataset.of(loader, features("point").and(stack("x", "y")), label("side"));
      int batches = 0;
      for (int epoch = 0; epoch < 100; epoch++) {
        for (Batch batch : dataset.getData(manager)) {
          assertEquals(3, manager.getManagedArrays().size());
          batch.close();
          batch.close();
          assertEquals(0, manager.getManagedArrays().size());
          assertTrue(manager.toString().endsWith("Resource size: 0"), manager::toString);
          batches++;
        }
      }
      assertEquals(10_000, batches);
    }
  }

  /// The array of the first column is there when the second one fails.
  @Test
  void aBatchThatFailsLeavesNothingBehind() throws Exception {
    DataType longs = new DataType.Int(64, true);
    RecordBatch rows =
        new RecordBatch(
            0,
            2,
            List.of(
                ArrayBuilder.plain(longs, List.of(1L, 2L)),
                ArrayBuilder.plain(longs, Arrays.asList(3L, null))));
    Schema schema = Schema.of(Field.of("a", longs), Field.of("b", longs));
    try (MemFolder folder = MemFolder.of(MemFile.mapped("holes.mem", schema).split(rows));
        DataLoader loader = folder.open().loader(2).build();
        NDManager manager = NDManager.newBaseManager()) {
      Iterator<Batch> batches =
          ZenithDataset.of(loader, features("a"), label("b")).getData(manager).iterator();
      assertContains(
          "column 'b' is null at row 1", assertThrows(IllegalStateException.class, batches::next));
      assertEquals(0, manager.getManagedArrays().size());
    }
  }

  /// Of any size among any number of devices, with and without labels.
  @Test
  void aBatchIsSplitAmongDevices() throws Exception {
    try (Points points = Points.of(11);
        NDManager manager = NDManager.newBaseManager()) {
      for (int rows = 1; rows < 12; rows++) {
        for (int count = 1; count < 5; count++) {
          Device[] devices = new Device[count];
          Arrays.fill(devices, Device.cpu());
          try (DataLoader loader = points.open().loader(rows).epochs(2).build()) {
            requireParts(ZenithDataset.of(loader, features("id"), label("side")), manager, devices);
            requireParts(ZenithDataset.of(loader, features("id")), manager, devices);
          }
        }
      }
    }
  }

  private static void requireParts(ZenithDataset dataset, NDManager manager, Device[] devices) {
    Batch batch = dataset.getData(manager).iterator().next();
    int rows = batch.getSize();
    Batch[] parts = batch.split(devices, false);
    assertEquals(Math.min(rows, devices.length), parts.length);
    List<Long> ids = new ArrayList<>();
    for (Batch part : parts) {
      NDArray some = part.getData().singletonOrThrow();
      assertEquals("id", some.getName());
      assertEquals(new Shape(part.getSize()), some.getShape());
      assertTrue(Math.abs(part.getSize() - (double) rows / parts.length) < 1);
      assertEquals(batch.getLabels().size(), part.getLabels().size());
      for (NDArray labels : part.getLabels()) {
        assertEquals(some.getShape(), labels.getShape());
      }
      Arrays.stream(some.toLongArray()).forEach(ids::add);
    }
    assertEquals(LongStream.range(0, rows).boxed().toList(), ids);
    if (rows % devices.length == 0) {
      assertEquals(devices.length, batch.split(devices, true).length);
    } else {
      assertThrows(IllegalArgumentException.class, () -> batch.split(devices, true));
    }
    parts[0].close();
    batch.close();
    assertTrue(manager.toString().endsWith("Resource size: 0"), manager::toString);
  }

  @Test
  void paddingIsKnown() throws Exception {
    try (Points points = Points.of(10);
        DataLoader loader = points.open().loader(4).remainder(Remainder.PAD).build();
        NDManager manager = NDManager.newBaseManager()) {
      List<Integer> padding = new ArrayList<>();
      for (Batch batch : points(loader).getData(manager)) {
        padding.add(((ZenithBatch) batch).padding());
        assertEquals(4, batch.getSize());
        batch.close();
      }
      assertEquals(List.of(0, 0, 2), padding);
    }
  }

  @Test
  void preparationReports() throws Exception {
    List<String> told = new ArrayList<>();
    Progress progress =
        new Progress() {
          @Override
          public void reset(String message, long max, @Nullable String trailing) {
            told.add(message + " " + max);
          }

          @Override
          public void start(long initial) {
            told.add("start " + initial);
          }

          @Override
          public void end() {
            told.add("end");
          }

          @Override
          public void increment(long increment) {
            told.add("increment");
          }

          @Override
          public void update(long value, @Nullable String message) {
            told.add("update");
          }
        };
    try (Points points = Points.of(10);
        DataLoader loader = points.open().loader(5).build()) {
      ZenithDataset dataset = points(loader);
      dataset.prepare(progress);
      dataset.prepare();
      assertEquals(List.of("Preparing 1", "start 0", "end"), told);
      assertEquals("ZenithDataset: [point] -> [side]", dataset.toString());
    }
  }

  @Test
  void columnsAreCheckedBeforeAnythingIsRead() throws Exception {
    try (Points points = Points.of(10);
        DataLoader loader = points.open().loader(5).build()) {
      assertContains(
          "no column 'pont' (did you mean 'point'?)",
          assertThrows(
              IllegalArgumentException.class,
              () -> ZenithDataset.of(loader, features("pont"), label("side"))));
      assertEquals(
          "rows of point have 2 values, not those of [3]",
          assertThrows(
                  IllegalArgumentException.class,
                  () -> ZenithDataset.of(loader, features("point").shaped(3), label("side")))
              .getMessage());
    }
  }

  static void assertContains(String part, Exception thrown) {
    assertTrue(String.valueOf(thrown.getMessage()).contains(part), thrown::toString);
  }

  private static List<Long> rest(Dataset dataset, Checkpoint at) {
    List<Long> ids = new ArrayList<>();
    try (DataLoader loader = dataset.loader(10).epochs(2).shuffle(5).resume(at).build();
        NDManager manager = NDManager.newBaseManager()) {
      ZenithDataset resumed = ZenithDataset.of(loader, features("id"));
      for (int epoch = at.epoch() == 0 ? 0 : 1; epoch < 2; epoch++) {
        ids.addAll(ids(resumed.getData(manager).iterator(), Integer.MAX_VALUE));
      }
    }
    return ids;
  }

  static List<Long> ids(Iterator<Batch> batches, int most) {
    List<Long> ids = new ArrayList<>();
    for (int i = 0; i < most && batches.hasNext(); i++) {
      Batch batch = batches.next();
      for (long id : batch.getData().singletonOrThrow().toLongArray()) {
        ids.add(id);
      }
      batch.close();
    }
    return ids;
  }

  /// A training that takes batches ahead saves where it is, not where the loader is.
  @Test
  void aCheckpointIsThatOfTheBatchThatWasTrainedOn() throws Exception {
    try (Points points = Points.of(100);
        NDManager manager = NDManager.newBaseManager()) {
      Dataset dataset = points.open();
      List<Long> all = new ArrayList<>();
      try (DataLoader loader = dataset.loader(10).epochs(2).shuffle(5).build()) {
        ZenithDataset whole = ZenithDataset.of(loader, features("id"));
        all.addAll(ids(whole.getData(manager).iterator(), 100));
        all.addAll(ids(whole.getData(manager).iterator(), 100));
      }
      for (int ahead = 0; ahead < 4; ahead++) {
        try (DataLoader loader = dataset.loader(10).epochs(2).shuffle(5).build()) {
          Iterator<Batch> batches =
              ZenithDataset.of(loader, features("id")).getData(manager).iterator();
          assertEquals(all.subList(0, 30), ids(batches, 3));
          ZenithBatch trained = (ZenithBatch) batches.next();
          List<Batch> pulled = new ArrayList<>();
          for (int i = 0; i < ahead; i++) {
            pulled.add(batches.next());
          }
          assertEquals(all.subList(40, 200), rest(dataset, trained.checkpoint()));
          trained.close();
          pulled.forEach(Batch::close);
          assertEquals(
              "step 3 is closed: take its checkpoint before",
              assertThrows(IllegalStateException.class, trained::checkpoint).getMessage());
        }
      }
    }
  }

  /// The last batch of an epoch is open when the next epoch begins.
  @Test
  void aCheckpointStaysWhenTheNextEpochBegins() throws Exception {
    try (Points points = Points.of(100);
        DataLoader loader = points.open().loader(50).epochs(2).build();
        NDManager manager = NDManager.newBaseManager()) {
      ZenithDataset dataset = ZenithDataset.of(loader, features("id"));
      Iterator<Batch> first = dataset.getData(manager).iterator();
      first.next();
      ZenithBatch last = (ZenithBatch) first.next();
      Checkpoint end = last.checkpoint();
      dataset.getData(manager).iterator().next();
      assertEquals(end, last.checkpoint());
    }
  }

  /// One thread takes batches ahead, another one asks them where it is, and closes them.
  @Test
  void checkpointsAreRightWhenAnotherThreadTakesBatchesAhead() throws Exception {
    try (Points points = Points.of(2000);
        DataLoader loader = points.open().loader(1).epochs(5).shuffle(1).build();
        NDManager manager = NDManager.newBaseManager();
        ExecutorService ahead = Executors.newSingleThreadExecutor()) {
      ZenithDataset dataset = ZenithDataset.of(loader, features("id"));
      BlockingQueue<ZenithBatch> queue = new ArrayBlockingQueue<>(4);
      Future<?> taken =
          ahead.submit(() -> {
            for (int epoch = 0; epoch < 5; epoch++) {
              for (Batch batch : dataset.getData(manager)) {
                queue.put((ZenithBatch) batch);
              }
            }
            return null;
          });
      for (int i = 0; i < 10_000; i++) {
        ZenithBatch batch = queue.poll(30, TimeUnit.SECONDS);
        assertNotNull(batch, () -> "no batch comes: " + taken);
        Checkpoint next = batch.checkpoint();
        assertEquals((i + 1) / 2000, next.epoch());
        assertEquals((i + 1) % 2000, next.step());
        batch.close();
      }
      taken.get();
    }
  }

  @Test
  void aStepWithoutRowsIsRefused() throws Exception {
    try (Points points = Points.of(100);
        DataLoader loader =
            points.open().loader(33).shard(Shard.of(0, 3)).remainder(Remainder.KEEP).build();
        NDManager manager = NDManager.newBaseManager()) {
      Iterator<Batch> batches = points(loader).getData(manager).iterator();
      batches.next().close();
      assertContains(
          "step 1 has no rows for this rank",
          assertThrows(IllegalStateException.class, batches::next));
    }
  }

  @Test
  void anEpochThatCannotBeginIsNotOver() throws Exception {
    try (Points points = Points.of(10);
        NDManager manager = NDManager.newBaseManager()) {
      DataLoader loader = points.open().loader(5).build();
      ZenithDataset dataset = points(loader);
      loader.close();
      for (int i = 0; i < 2; i++) {
        assertContains(
            "closed",
            assertThrows(
                IllegalStateException.class, () -> dataset.getData(manager).iterator().next()));
      }
    }
  }

  /// Rows that a filter finds as they are read: their number is not known beforehand.
  @Test
  void rowsWhoseNumberIsNotKnownAreRead() throws Exception {
    try (Points points = Points.of(100);
        DataLoader loader = points.open().filter(Filter.eq("side", 1)).loader(10).build();
        NDManager manager = NDManager.newBaseManager()) {
      long rows = 0;
      for (Batch batch : points(loader).getData(manager)) {
        assertEquals(0, batch.getProgressTotal());
        assertArrayEquals(
            new long[] {1},
            Arrays.stream(batch.getLabels().head().toLongArray()).distinct().toArray());
        rows += batch.getSize();
        batch.close();
      }
      assertTrue(rows > 20 && rows < 80, "rows " + rows);
    }
  }

  /// Pulled ahead, too: the batches are not closed before the next one is taken.
  @Test
  void aStreamIsReadButHasNoCheckpoints() throws Exception {
    DataType longs = new DataType.Int(64, true);
    RecordBatch rows =
        new RecordBatch(0, 4, List.of(ArrayBuilder.plain(longs, List.of(1L, 2L, 3L, 4L))));
    MemStream stream = new MemStream(Schema.of(Field.of("id", longs)), List.of(rows));
    try (DataLoader loader = Dataset.of(stream).loader(2).build();
        NDManager manager = NDManager.newBaseManager()) {
      Iterator<Batch> batches =
          ZenithDataset.of(loader, features("id")).getData(manager).iterator();
      ZenithBatch first = (ZenithBatch) batches.next();
      String message = assertThrows(IllegalStateException.class, first::checkpoint).getMessage();
      ZenithBatch second = (ZenithBatch) batches.next();
      assertFalse(batches.hasNext());
      assertEquals(
          message, assertThrows(IllegalStateException.class, first::checkpoint).getMessage());
      assertArrayEquals(new long[] {1, 2}, first.getData().head().toLongArray());
      assertArrayEquals(new long[] {3, 4}, second.getData().head().toLongArray());
    }
  }
}
