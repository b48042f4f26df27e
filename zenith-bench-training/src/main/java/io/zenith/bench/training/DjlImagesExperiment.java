package io.zenith.bench.training;

import static io.zenith.bench.Figure.Bound.AT_MOST;
import static io.zenith.bench.Figure.Kind.GOAL;
import static io.zenith.bench.Figure.Kind.MUST;

import ai.djl.Model;
import ai.djl.engine.Engine;
import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.DataType;
import ai.djl.ndarray.types.Shape;
import ai.djl.training.DefaultTrainingConfig;
import ai.djl.training.Trainer;
import ai.djl.training.dataset.ArrayDataset;
import ai.djl.training.dataset.RandomAccessDataset;
import ai.djl.training.dataset.Sampler;
import ai.djl.training.tracker.Tracker;
import io.zenith.Batch;
import io.zenith.DataLoader;
import io.zenith.Dataset;
import io.zenith.bench.BenchPace;
import io.zenith.bench.Experiment;
import io.zenith.bench.ExperimentResult;
import io.zenith.bench.Figure;
import io.zenith.examples.DjlTraining;
import java.io.IOException;
import java.nio.FloatBuffer;
import java.nio.LongBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;

/// A convolutional network that learns from images in DJL: those that are in memory as arrays, and
/// those that a loader reads and scales. All have the same batches.
final class DjlImagesExperiment implements Experiment {
  private static final String IN_MEMORY = "DJL ArrayDataset, in memory";

  /// With `optExecutorService()`: batches are made while one is trained on, two by DJL, one by us.
  private static final String AHEAD = ", with an executor";

  private static final String ARROW = "Zenith, Arrow";
  private static final String PARQUET = "Zenith, Parquet";
  private static final int BATCH_ROWS = 64;
  private static final int SEED = 42;

  /// The default depends on the sizes of the files, which are not those of each other.
  private static final int WINDOW = 16_384;

  DjlImagesExperiment() {}

  @Override
  public ExperimentResult run(Path folder, BenchPace pace) throws IOException {
    Extent extent = Extent.of(pace);
    Optional<FashionFiles> found = FashionFiles.find(extent.images(), folder);
    if (found.isEmpty()) {
      return new ExperimentResult(List.of(), List.of(), List.of(FashionFiles.HINT));
    }
    FashionFiles files = found.get();
    try (NDManager manager = NDManager.newBaseManager()) {
      ArrayDataset arrays = inMemory(files, manager);
      TrainingRounds rounds =
          new TrainingRounds("images in DJL")
              .add(IN_MEMORY, () -> train(extent, arrays, alone()))
              .add(IN_MEMORY + AHEAD, () -> train(extent, arrays, ahead()))
              .add(ARROW, () -> train(files.arrow(), extent, alone()))
              .add(ARROW + AHEAD, () -> train(files.arrow(), extent, ahead()))
              .add(PARQUET, () -> train(files.parquet(), extent, alone()))
              .add(PARQUET + AHEAD, () -> train(files.parquet(), extent, ahead()));
      rounds.run(pace.rounds());
      return new ExperimentResult(
          rounds.results(),
          List.of(
              waited(rounds, ARROW + AHEAD, MUST, 2),
              waited(rounds, ARROW, GOAL, 2),
              waited(rounds, PARQUET + AHEAD, MUST, 5),
              waited(rounds, PARQUET, GOAL, 5),
              new Figure(
                  "epoch from Arrow, to the faster ArrayDataset in memory",
                  MUST,
                  AT_MOST,
                  1.05,
                  "x",
                  Math.max(
                      rounds.ratio(ARROW + AHEAD, IN_MEMORY, EpochRun::seconds),
                      rounds.ratio(ARROW + AHEAD, IN_MEMORY + AHEAD, EpochRun::seconds)))),
          List.of(
              files.rows()
                  + " images of 28 x 28, batches of "
                  + BATCH_ROWS
                  + ", shuffled; an epoch from the path to the last step; all losses are equal to the bit"));
    }
  }

  private static Figure waited(TrainingRounds rounds, String title, Figure.Kind kind, double most) {
    double share = 100 * rounds.median(title, EpochRun::waited);
    return new Figure(title + ": waiting for images", kind, AT_MOST, most, "%", share);
  }

  private static DataLoader loader(Path file) throws IOException {
    return DjlTraining.prepared(
            Dataset.open(file.toString()).loader(BATCH_ROWS).shuffle(SEED).window(WINDOW))
        .build();
  }

  /// All rows as the loader prepares them, and the order in which it delivers them.
  private static ArrayDataset inMemory(FashionFiles files, NDManager manager) throws IOException {
    int pixels = 28 * 28;
    float[] images = new float[Math.toIntExact(files.rows() * pixels)];
    long[] labels = new long[Math.toIntExact(files.rows())];
    List<List<Long>> order = new ArrayList<>();
    try (DataLoader loader = loader(files.arrow())) {
      for (Batch batch : loader) {
        float[] values = batch.tensor("image").toFloats();
        long[] classes = batch.longs("label").toArray();
        List<Long> rows =
            LongStream.range(0, batch.rows()).map(i -> batch.rowNumber((int) i)).boxed().toList();
        for (int i = 0; i < rows.size(); i++) {
          int row = Math.toIntExact(rows.get(i));
          System.arraycopy(values, i * pixels, images, row * pixels, pixels);
          labels[row] = classes[i];
        }
        order.add(rows);
      }
    }
    NDArray data =
        manager.create(
            FloatBuffer.wrap(images), new Shape(files.rows(), 1, 28, 28), DataType.FLOAT32);
    NDArray classes =
        manager.create(LongBuffer.wrap(labels), new Shape(files.rows()), DataType.INT64);
    return new ArrayDataset.Builder()
        .setData(data)
        .optLabels(classes)
        .setSampling(new InOrder(order))
        .build();
  }

  /// Batches that are known beforehand.
  private record InOrder(List<List<Long>> batches) implements Sampler {
    @Override
    public Iterator<List<Long>> sample(RandomAccessDataset dataset) {
      return batches.iterator();
    }

    @Override
    public int getBatchSize() {
      return BATCH_ROWS;
    }
  }

  private static EpochRun train(Path file, Extent extent, DefaultTrainingConfig config)
      throws Exception {
    EpochClock clock = new EpochClock(extent.steps());
    try (DataLoader loader = loader(file)) {
      return train(clock, DjlTraining.dataset(loader), config);
    }
  }

  private static EpochRun train(Extent extent, ArrayDataset arrays, DefaultTrainingConfig config)
      throws Exception {
    return train(new EpochClock(extent.steps()), arrays, config);
  }

  /// The training as it is by default: each batch is made when it is asked for.
  private static DefaultTrainingConfig alone() {
    return DjlTraining.config(Tracker.fixed(0.1f));
  }

  private static DefaultTrainingConfig ahead() {
    return alone().optExecutorService();
  }

  private static EpochRun train(
      EpochClock clock, ai.djl.training.dataset.Dataset dataset, DefaultTrainingConfig config)
      throws Exception {
    Engine.getInstance().setRandomSeed(SEED);
    try (Model model = Model.newInstance("fashion")) {
      model.setBlock(DjlTraining.network());
      try (Trainer trainer = model.newTrainer(config)) {
        trainer.initialize(new Shape(1, 1, 28, 28));
        return clock.run(
            trainer.iterateDataset(dataset).iterator(),
            ai.djl.training.dataset.Batch::getSize,
            batch -> DjlStep.learn(trainer, batch));
      }
    }
  }
}
