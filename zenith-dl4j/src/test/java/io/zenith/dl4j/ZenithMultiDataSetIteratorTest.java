package io.zenith.dl4j;

import static io.zenith.TensorColumns.features;
import static io.zenith.TensorColumns.label;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.DataLoader;
import io.zenith.OneHot;
import io.zenith.testkit.Points;
import org.deeplearning4j.nn.conf.NeuralNetConfiguration;
import org.deeplearning4j.nn.conf.graph.MergeVertex;
import org.deeplearning4j.nn.conf.layers.DenseLayer;
import org.deeplearning4j.nn.conf.layers.OutputLayer;
import org.deeplearning4j.nn.graph.ComputationGraph;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.nd4j.linalg.activations.Activation;
import org.nd4j.linalg.dataset.api.MultiDataSet;
import org.nd4j.linalg.dataset.api.MultiDataSetPreProcessor;
import org.nd4j.linalg.factory.Nd4j;
import org.nd4j.linalg.learning.config.Sgd;
import org.nd4j.linalg.lossfunctions.LossFunctions;

class ZenithMultiDataSetIteratorTest {

  /// Native libraries that are there from the first array on are no leak of a test.
  @BeforeAll
  static void theBackendIsLoaded() {
    Nd4j.zeros(1).close();
  }

  /// Takes the two numbers of a point apart.
  private static ComputationGraph graph() {
    ComputationGraph graph =
        new ComputationGraph(
            new NeuralNetConfiguration.Builder()
                .seed(1)
                .updater(new Sgd(0.3))
                .graphBuilder()
                .addInputs("x", "y")
                .addVertex("both", new MergeVertex(), "x", "y")
                .addLayer(
                    "hidden",
                    new DenseLayer.Builder().nIn(2).nOut(8).activation(Activation.RELU).build(),
                    "both")
                .addLayer(
                    "side",
                    new OutputLayer.Builder(LossFunctions.LossFunction.MCXENT)
                        .nIn(8)
                        .nOut(2)
                        .activation(Activation.SOFTMAX)
                        .build(),
                    "hidden")
                .setOutputs("side")
                .build());
    graph.init();
    return graph;
  }

  @Test
  void aGraphOfTwoInputsFitsAndIsEvaluatedUnchanged() throws Exception {
    try (Points points = Points.of(2000);
        DataLoader train =
            points.open().loader(50).epochs(4).shuffle(1).map(OneHot.of("side", 2)).build();
        DataLoader test = points.open().loader(64).map(OneHot.of("side", 2)).build()) {
      ComputationGraph graph = graph();
      graph.fit(
          ZenithMultiDataSetIterator.of(train, features("x", "y").shaped(1), label("side")), 4);
      double accuracy =
          graph
              .evaluate(
                  ZenithMultiDataSetIterator.of(test, features("x", "y").shaped(1), label("side")))
              .accuracy();
      assertTrue(accuracy > 0.95, () -> "accuracy " + accuracy);
    }
  }

  @Test
  void itNeedsNoLabels() throws Exception {
    try (Points points = Points.of(20);
        DataLoader loader = points.open().loader(10).build()) {
      MultiDataSet set = ZenithMultiDataSetIterator.of(loader, features("point")).next();
      assertEquals(1, set.numFeatureArrays());
      assertEquals(0, set.numLabelsArrays());
    }
  }

  @Test
  void itHasAnArrayForEachColumn() throws Exception {
    try (Points points = Points.of(20);
        DataLoader loader = points.open().loader(10).build()) {
      ZenithMultiDataSetIterator iterator =
          ZenithMultiDataSetIterator.of(
              loader,
              features("point").and(features("x").shaped(1)),
              label("side").and(label("id")).shaped(1));
      assertTrue(iterator.resetSupported());
      assertFalse(iterator.asyncSupported());
      assertEquals(
          "ZenithMultiDataSetIterator: [point, x [1]] -> [side [1], id [1]]", iterator.toString());
      MultiDataSetPreProcessor negate = set -> set.getLabels(1).negi();
      iterator.setPreProcessor(negate);
      assertSame(negate, iterator.getPreProcessor());
      MultiDataSet set = iterator.next(10);
      assertArrayEquals(new long[] {10, 2}, set.getFeatures(0).shape());
      assertArrayEquals(new long[] {10, 1}, set.getFeatures(1).shape());
      assertEquals(-9, set.getLabels(1).getLong(9));
      assertThrows(UnsupportedOperationException.class, () -> iterator.next(1));
      iterator.next();
      assertFalse(iterator.hasNext());
      iterator.reset();
      assertThrows(IllegalStateException.class, iterator::hasNext);
    }
  }
}
