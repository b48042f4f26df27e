package io.zenith.examples;

import static io.zenith.TensorColumns.features;
import static io.zenith.TensorColumns.label;

import ai.djl.Model;
import ai.djl.engine.Engine;
import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.types.Shape;
import ai.djl.nn.Activation;
import ai.djl.nn.Block;
import ai.djl.nn.Blocks;
import ai.djl.nn.SequentialBlock;
import ai.djl.nn.convolutional.Conv2d;
import ai.djl.nn.core.Linear;
import ai.djl.nn.pooling.Pool;
import ai.djl.training.DefaultTrainingConfig;
import ai.djl.training.GradientCollector;
import ai.djl.training.Trainer;
import ai.djl.training.dataset.Batch;
import ai.djl.training.loss.Loss;
import ai.djl.training.optimizer.Optimizer;
import ai.djl.training.tracker.Tracker;
import io.zenith.Cast;
import io.zenith.DataLoader;
import io.zenith.Normalize;
import io.zenith.djl.ZenithBatch;
import io.zenith.djl.ZenithDataset;
import io.zenith.schema.DataType;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// A convolutional network in DJL.
///
/// It learns by plain gradient descent: DJL keeps the moments of Adam, and of a descent with
/// momentum, to itself, so that a training by them cannot be saved as a whole. PyTorch computes on
/// one thread: sums that several threads share may be added in another order each time.
@Command(name = "djl", header = "Train a convolutional network on Fashion-MNIST in DJL.")
public final class DjlTraining implements Callable<Integer> {
  private static final int SEED = 42;

  @Mixin private TrainingOptions options = new TrainingOptions();

  private int epoch;

  /// Trains.
  public static void main(String[] args) {
    System.setProperty("ai.djl.offline", "true"); // the engine is on the class path
    System.setProperty("ai.djl.pytorch.num_threads", "1");
    TrainingOptions.run(new DjlTraining(), args);
  }

  /// The network: two convolutions and two dense layers.
  public static Block network() {
    return new SequentialBlock()
        .add(convolution(16))
        .add(Activation::relu)
        .add(Pool.maxPool2dBlock(new Shape(2, 2), new Shape(2, 2)))
        .add(convolution(32))
        .add(Activation::relu)
        .add(Pool.maxPool2dBlock(new Shape(2, 2), new Shape(2, 2)))
        .add(Blocks.batchFlattenBlock())
        .add(Linear.builder().setUnits(128).build())
        .add(Activation::relu)
        .add(Linear.builder().setUnits(10).build());
  }

  private static Block convolution(int filters) {
    return Conv2d.builder()
        .setKernelShape(new Shape(3, 3))
        .optPadding(new Shape(1, 1))
        .setFilters(filters)
        .build();
  }

  /// How it learns.
  ///
  /// @param rate asked at each step. It must not depend on how many updates DJL has counted, which
  ///   begin at 0 again where a training goes on
  public static DefaultTrainingConfig config(Tracker rate) {
    return new DefaultTrainingConfig(Loss.softmaxCrossEntropyLoss())
        .optOptimizer(Optimizer.sgd().setLearningRateTracker(rate).build());
  }

  /// The pixels as `float32` from 0 to 1, the classes as DJL takes them.
  public static DataLoader.Builder prepared(DataLoader.Builder images) {
    return images
        .map(Normalize.of("image", 0, 255))
        .map(Cast.of("label", new DataType.Int(64, true)));
  }

  /// Images of one channel, and their classes.
  public static ZenithDataset dataset(DataLoader loader) {
    return ZenithDataset.of(loader, features("image").shaped(1, 28, 28), label("label"));
  }

  @Override
  public Integer call() throws Exception {
    Engine.getInstance().setRandomSeed(SEED);
    Optional<SavedTraining> saved = options.saved();
    try (DataLoader loader = prepared(options.train(SEED, saved)).build();
        LossCurve curve = options.curve(loader);
        Model model = Model.newInstance("fashion")) {
      model.setBlock(network());
      if (saved.isPresent()) {
        byte[] parameters = saved.get().model();
        model
            .getBlock()
            .loadParameters(
                model.getNDManager(), new DataInputStream(new ByteArrayInputStream(parameters)));
      }
      // The executor makes the next batch while one is trained on.
      try (Trainer trainer = model.newTrainer(config(_ -> rate()).optExecutorService())) {
        trainer.initialize(new Shape(1, 1, 28, 28));
        ZenithDataset images = dataset(loader);
        for (epoch = (int) loader.checkpoint().epoch(); epoch < options.epochs; epoch++) {
          for (Batch batch : trainer.iterateDataset(images)) {
            ZenithBatch at = (ZenithBatch) batch;
            curve.add(epoch, at.step(), learn(trainer, batch));
            Optional<Path> state = options.saveAfter(at.step());
            if (state.isPresent()) {
              SavedTraining.write(state.get(), at.checkpoint(), model.getBlock()::saveParameters);
            }
            batch.close();
          }
          System.out.printf(
              Locale.ROOT, "epoch %d: test accuracy %.4f%n", epoch, accuracy(trainer));
        }
      }
      System.out.println(loader.report());
    }
    return 0;
  }

  /// Finer steps in the last quarter.
  private float rate() {
    return 4 * epoch < 3 * options.epochs ? 0.1f : 0.01f;
  }

  /// Learns from a batch.
  ///
  /// @return the loss
  public static float learn(Trainer trainer, Batch batch) {
    float loss;
    try (GradientCollector collector = trainer.newGradientCollector()) {
      NDList scores = trainer.forward(batch.getData());
      NDArray mean = trainer.getLoss().evaluate(batch.getLabels(), scores);
      collector.backward(mean);
      loss = mean.getFloat();
    }
    trainer.step();
    return loss;
  }

  private double accuracy(Trainer trainer) throws Exception {
    long right = 0;
    long rows = 0;
    try (DataLoader loader = prepared(options.test()).build()) {
      for (Batch batch : trainer.iterateDataset(dataset(loader))) {
        NDArray classes = trainer.evaluate(batch.getData()).head().argMax(1);
        right += classes.eq(batch.getLabels().head()).sum().getLong();
        rows += batch.getSize();
        batch.close();
      }
    }
    return (double) right / rows;
  }
}
