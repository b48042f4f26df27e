package io.zenith.examples;

import static io.zenith.TensorColumns.features;
import static io.zenith.TensorColumns.label;

import io.zenith.Checkpoint;
import io.zenith.DataLoader;
import io.zenith.Normalize;
import io.zenith.OneHot;
import io.zenith.dl4j.ZenithDataSetIterator;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.deeplearning4j.nn.conf.NeuralNetConfiguration;
import org.deeplearning4j.nn.conf.layers.DenseLayer;
import org.deeplearning4j.nn.conf.layers.OutputLayer;
import org.deeplearning4j.nn.multilayer.MultiLayerNetwork;
import org.deeplearning4j.nn.weights.WeightInit;
import org.deeplearning4j.util.ModelSerializer;
import org.nd4j.linalg.activations.Activation;
import org.nd4j.linalg.learning.config.Adam;
import org.nd4j.linalg.lossfunctions.LossFunctions.LossFunction;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// A dense network in Deeplearning4j, which saves the moments of Adam with the network.
///
/// For the same losses each time, ND4J has to compute on one thread: `OMP_NUM_THREADS=1`.
@Command(name = "dl4j", header = "Train a dense network on Fashion-MNIST in Deeplearning4j.")
final class Dl4jTraining implements Callable<Integer> {
  private static final int SEED = 42;

  @Mixin private TrainingOptions options = new TrainingOptions();

  public static void main(String[] args) {
    TrainingOptions.run(new Dl4jTraining(), args);
  }

  private static MultiLayerNetwork network() {
    MultiLayerNetwork network =
        new MultiLayerNetwork(
            new NeuralNetConfiguration.Builder()
                .seed(SEED)
                .updater(new Adam(1e-3))
                .weightInit(WeightInit.XAVIER)
                .list()
                .layer(
                    new DenseLayer.Builder().nIn(784).nOut(256).activation(Activation.RELU).build())
                .layer(
                    new OutputLayer.Builder(LossFunction.MCXENT)
                        .nIn(256)
                        .nOut(10)
                        .activation(Activation.SOFTMAX)
                        .build())
                .build());
    network.init();
    return network;
  }

  private static MultiLayerNetwork restored(SavedTraining saved) throws IOException {
    return ModelSerializer.restoreMultiLayerNetwork(new ByteArrayInputStream(saved.model()), true);
  }

  /// The pixels as `float32` from 0 to 1, and a 1 at the place of the class.
  private static ZenithDataSetIterator iterator(DataLoader loader) {
    return ZenithDataSetIterator.of(loader, features("image"), label("label"));
  }

  private static DataLoader.Builder prepared(DataLoader.Builder images) {
    return images.map(Normalize.of("image", 0, 255)).map(OneHot.of("label", 10));
  }

  @Override
  public Integer call() throws Exception {
    Optional<SavedTraining> saved = options.saved();
    MultiLayerNetwork network = saved.isPresent() ? restored(saved.get()) : network();
    try (DataLoader loader = prepared(options.train(SEED, saved)).build();
        LossCurve curve = options.curve(loader)) {
      ZenithDataSetIterator images = iterator(loader);
      for (Checkpoint at = loader.checkpoint(); at.epoch() < options.epochs; images.reset()) {
        while (images.hasNext()) {
          long epoch = at.epoch();
          long step = at.step();
          network.fit(images.next());
          curve.add((int) epoch, step, (float) network.score());
          at = loader.checkpoint();
          Optional<Path> state = options.saveAfter(step);
          if (state.isPresent()) {
            SavedTraining.write(
                state.get(), at, out -> ModelSerializer.writeModel(network, out, true));
          }
        }
        System.out.printf(
            Locale.ROOT, "epoch %d: test accuracy %.4f%n", at.epoch() - 1, accuracy(network));
      }
      System.out.println(loader.report());
    }
    return 0;
  }

  private double accuracy(MultiLayerNetwork network) throws IOException {
    try (DataLoader loader = prepared(options.test()).build()) {
      return network.evaluate(iterator(loader)).accuracy();
    }
  }
}
