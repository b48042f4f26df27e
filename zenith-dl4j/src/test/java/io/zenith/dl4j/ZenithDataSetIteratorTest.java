package io.zenith.dl4j;

import static io.zenith.TensorColumns.features;
import static io.zenith.TensorColumns.label;
import static io.zenith.TensorColumns.stack;
import static java.util.Map.entry;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.DataLoader;
import io.zenith.Dataset;
import io.zenith.OneHot;
import io.zenith.Remainder;
import io.zenith.Shard;
import io.zenith.testkit.ArrayBuilder;
import io.zenith.testkit.OneBatch;
import io.zenith.testkit.Points;
import io.zenith.testkit.Property;
import io.zenith.testkit.RandomData;
import java.io.ByteArrayOutputStream;
import java.io.NotSerializableException;
import java.io.ObjectOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import org.deeplearning4j.nn.conf.NeuralNetConfiguration;
import org.deeplearning4j.nn.conf.layers.DenseLayer;
import org.deeplearning4j.nn.conf.layers.OutputLayer;
import org.deeplearning4j.nn.multilayer.MultiLayerNetwork;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.nd4j.linalg.activations.Activation;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.memory.MemoryWorkspace;
import org.nd4j.linalg.api.memory.conf.WorkspaceConfiguration;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.dataset.DataSet;
import org.nd4j.linalg.dataset.api.DataSetPreProcessor;
import org.nd4j.linalg.factory.Nd4j;
import org.nd4j.linalg.learning.config.Sgd;
import org.nd4j.linalg.lossfunctions.LossFunctions;

class ZenithDataSetIteratorTest {
  private static io.zenith.schema.DataType whole(int bits, boolean signed) {
    return new io.zenith.schema.DataType.Int(bits, signed);
  }

  private static final Map<io.zenith.schema.DataType, DataType> TYPES =
      Map.ofEntries(
          entry(whole(8, true), DataType.INT8),
          entry(whole(8, false), DataType.UINT8),
          entry(whole(16, true), DataType.INT16),
          entry(whole(16, false), DataType.UINT16),
          entry(whole(32, true), DataType.INT32),
          entry(whole(32, false), DataType.UINT32),
          entry(whole(64, true), DataType.INT64),
          entry(whole(64, false), DataType.UINT64),
          entry(new io.zenith.schema.DataType.Bool(), DataType.BOOL),
          entry(new io.zenith.schema.DataType.FloatingPoint(16), DataType.FLOAT16),
          entry(new io.zenith.schema.DataType.FloatingPoint(32), DataType.FLOAT),
          entry(new io.zenith.schema.DataType.FloatingPoint(64), DataType.DOUBLE));

  /// Native libraries that are there from the first array on are no leak of a test.
  @BeforeAll
  static void theBackendIsLoaded() {
    Nd4j.zeros(1).close();
  }

  private static ZenithDataSetIterator points(DataLoader loader) {
    return ZenithDataSetIterator.of(loader, features("point"), label("side").shaped(1));
  }

  private static ZenithDataSetIterator sides(DataLoader oneHot) {
    return ZenithDataSetIterator.of(oneHot, features("point"), label("side"));
  }

  private static ZenithDataSetIterator ids(DataLoader loader) {
    return ZenithDataSetIterator.of(loader, features("id").shaped(1));
  }

  private static DataLoader.Builder oneHot(Dataset dataset, int batchSize) {
    return dataset.loader(batchSize).map(OneHot.of("side", 2));
  }

  private static MultiLayerNetwork perceptron() {
    MultiLayerNetwork network =
        new MultiLayerNetwork(
            new NeuralNetConfiguration.Builder()
                .seed(1)
                .updater(new Sgd(0.3))
                .list()
                .layer(new DenseLayer.Builder().nIn(2).nOut(8).activation(Activation.RELU).build())
                .layer(
                    new OutputLayer.Builder(LossFunctions.LossFunction.MCXENT)
                        .nIn(8)
                        .nOut(2)
                        .activation(Activation.SOFTMAX)
                        .build())
                .build());
    network.init();
    return network;
  }

  @Test
  void aNetworkFitsAndIsEvaluatedUnchanged() throws Exception {
    try (Points points = Points.of(2000);
        DataLoader train = oneHot(points.open(), 50).epochs(4).shuffle(1).build();
        DataLoader test = oneHot(points.open(), 64).build()) {
      MultiLayerNetwork network = perceptron();
      network.fit(sides(train), 4);
      double accuracy = network.evaluate(sides(test)).accuracy();
      assertTrue(accuracy > 0.95, () -> "accuracy " + accuracy);
      assertEquals(160, network.getIterationCount());
    }
  }

  /// Values as the test kit has made them.
  @Test
  void columnsOfEveryTypeAreArraysOfTheirValues() {
    List<io.zenith.schema.DataType> types = new ArrayList<>(TYPES.keySet());
    types.sort((a, b) -> a.toString().compareTo(b.toString()));
    Property.check(
        90,
        (random, number) -> {
          io.zenith.schema.DataType type = types.get(number % types.size());
          List<Object> values = RandomData.values(type, 1 + random.nextInt(40), 0, random);
          try (OneBatch one = OneBatch.of(ArrayBuilder.noisy(type, values, random))) {
            INDArray array =
                ColumnArray.of(features("c").shaped(1), one.batch().schema())
                    .getFirst()
                    .of(one.batch());
            assertEquals(Objects.requireNonNull(TYPES.get(type)), array.dataType());
            assertArrayEquals(new long[] {values.size(), 1}, array.shape());
            for (int i = 0; i < values.size(); i++) {
              assertEquals(number(values.get(i)), number(array, i), 0);
            }
          }
        });
  }

  private static double number(INDArray array, int i) {
    return array.dataType() == DataType.INT64 ? (double) array.getLong(i) : array.getDouble(i);
  }

  private static double number(Object value) {
    return value instanceof Boolean truth ? (truth ? 1 : 0) : ((Number) value).doubleValue();
  }

  @Test
  void eachPassIsAnEpochAndHasAllRows() throws Exception {
    try (Points points = Points.of(250);
        DataLoader loader = points.open().loader(64).epochs(2).shuffle(3).build()) {
      ZenithDataSetIterator iterator = ids(loader);
      List<List<Long>> epochs = new ArrayList<>();
      for (int epoch = 0; epoch < 2; epoch++) {
        iterator.reset();
        iterator.reset();
        List<Long> ids = new ArrayList<>();
        while (iterator.hasNext()) {
          DataSet set = iterator.next();
          assertNull(set.getLabels());
          for (long id : set.getFeatures().toLongVector()) {
            ids.add(id);
          }
        }
        assertThrows(NoSuchElementException.class, iterator::next);
        assertEquals(250, ids.stream().distinct().count());
        epochs.add(ids);
      }
      assertNotEquals(epochs.get(0), epochs.get(1));
      iterator.reset(); // nobody has asked for a batch yet
      assertEquals(
          "all epochs of the loader were read: build it with as many epochs(n) as the training has,"
              + " and after resume(checkpoint) begin with epoch checkpoint.epoch()",
          assertThrows(IllegalStateException.class, iterator::hasNext).getMessage());
    }
  }

  @Test
  void aResetInTheMiddleGoesOnWithTheNextEpoch() throws Exception {
    try (Points points = Points.of(100);
        DataLoader loader = points.open().loader(10).epochs(2).build()) {
      ZenithDataSetIterator iterator = ids(loader);
      assertEquals(0, iterator.next().getFeatures().getLong(0));
      assertEquals(10, iterator.next().getFeatures().getLong(0));
      iterator.reset();
      assertEquals(0, iterator.next().getFeatures().getLong(0));
      assertEquals(1, loader.checkpoint().epoch());
      assertEquals(1, loader.checkpoint().step());
    }
  }

  @Test
  void whatItSaysOfItself() throws Exception {
    try (Points points = Points.of(100);
        DataLoader loader = oneHot(points.open(), 10).build()) {
      ZenithDataSetIterator iterator =
          ZenithDataSetIterator.of(loader, stack("x", "y", "id"), label("side"));
      assertEquals(3, iterator.inputColumns());
      assertEquals(2, iterator.totalOutcomes());
      assertEquals(10, iterator.batch());
      assertTrue(iterator.resetSupported());
      assertFalse(iterator.asyncSupported());
      assertNull(iterator.getLabels());
      assertEquals("ZenithDataSetIterator: stack(x, y, id) -> side", iterator.toString());
      DataSet set = iterator.next(10);
      assertArrayEquals(new long[] {10, 3}, set.getFeatures().shape());
      assertArrayEquals(new long[] {10, 2}, set.getLabels().shape());
      assertEquals(
          "batches of 10 rows, not of 11: the loader is built for a size",
          assertThrows(UnsupportedOperationException.class, () -> iterator.next(11)).getMessage());
      assertThrows(
          NotSerializableException.class,
          () -> new ObjectOutputStream(new ByteArrayOutputStream()).writeObject(iterator));
    }
  }

  @Test
  void aPreProcessorChangesWhatIsDelivered() throws Exception {
    try (Points points = Points.of(100);
        DataLoader loader = points.open().loader(10).build()) {
      ZenithDataSetIterator iterator = points(loader);
      DataSetPreProcessor addOne = set -> set.getLabels().addi(1);
      assertNull(iterator.getPreProcessor());
      iterator.setPreProcessor(addOne);
      assertSame(addOne, iterator.getPreProcessor());
      long[] sides = iterator.next().getLabels().toLongVector();
      for (long side : sides) {
        assertTrue(side == 1 || side == 2);
      }
    }
  }

  /// In a workspace, arrays are of it, and outside of one they live on their own: beyond the batch,
  /// and beyond the loader.
  @Test
  void workspacesAreRespected() throws Exception {
    WorkspaceConfiguration configuration =
        WorkspaceConfiguration.builder().initialSize(1 << 20).build();
    DataSet outside;
    try (Points points = Points.of(100);
        DataLoader loader = points.open().loader(10).build()) {
      ZenithDataSetIterator iterator = ids(loader);
      try (MemoryWorkspace _ =
          Nd4j.getWorkspaceManager().getAndActivateWorkspace(configuration, "step")) {
        INDArray first = iterator.next().getFeatures();
        INDArray second = iterator.next().getFeatures();
        assertTrue(first.isAttached() && second.isAttached());
        assertArrayEquals(new long[] {0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, first.toLongVector());
        assertEquals(19, second.getLong(9));
      }
      outside = iterator.next();
      assertFalse(outside.getFeatures().isAttached());
      assertTrue(iterator.hasNext());
      iterator.next();
    }
    assertEquals(20, outside.getFeatures().getLong(0));
    Nd4j.getWorkspaceManager().destroyAllWorkspacesForCurrentThread();
  }

  @Test
  void columnsAreCheckedBeforeAnythingIsRead() throws Exception {
    try (Points points = Points.of(100);
        DataLoader loader = points.open().loader(10).build()) {
      assertEquals(
          "a DataSet has one array of features and one of labels, not those of x [1], y [1]: stack them, or"
              + " take a ZenithMultiDataSetIterator",
          assertThrows(
                  IllegalArgumentException.class,
                  () ->
                      ZenithDataSetIterator.of(loader, features("x", "y").shaped(1), label("side")))
              .getMessage());
      assertThrows(
          IllegalArgumentException.class,
          () -> ZenithDataSetIterator.of(loader, features("z"), label("side").shaped(1)));
      assertEquals(
          "column 'side' has one number a row, where Deeplearning4j wants rows of numbers: map"
              + " classes by OneHot.of, or name it with shaped(1)",
          assertThrows(
                  IllegalArgumentException.class,
                  () -> ZenithDataSetIterator.of(loader, features("point"), label("side")))
              .getMessage());
    }
  }

  /// To Deeplearning4j, an iterator at its end is one to be reset: it would go on to the next
  /// epoch, and the next one, and train on nothing.
  @Test
  void anEpochWithoutStepsIsRefused() throws Exception {
    try (Points points = Points.of(100);
        DataLoader loader =
            oneHot(points.open(), 101).remainder(Remainder.DROP).epochs(2).build()) {
      assertEquals(
          "epoch 0 has no steps: no row is delivered, or fewer than a batch of 101, which"
              + " remainder(DROP) leaves out",
          assertThrows(IllegalStateException.class, () -> perceptron().fit(sides(loader), 2))
              .getMessage());
    }
  }

  @Test
  void aStepWithoutRowsIsRefused() throws Exception {
    try (Points points = Points.of(100);
        DataLoader loader =
            points.open().loader(33).shard(Shard.of(0, 3)).remainder(Remainder.KEEP).build()) {
      ZenithDataSetIterator batches = points(loader);
      batches.next();
      assertTrue(
          String.valueOf(assertThrows(IllegalStateException.class, batches::next).getMessage())
              .startsWith("step 1 has no rows for this rank"));
    }
  }
}
