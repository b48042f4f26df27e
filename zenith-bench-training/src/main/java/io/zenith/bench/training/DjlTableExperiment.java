package io.zenith.bench.training;

import static io.zenith.TensorColumns.label;
import static io.zenith.TensorColumns.stack;
import static io.zenith.bench.Figure.Bound.AT_LEAST;
import static io.zenith.bench.Figure.Kind.GOAL;
import static io.zenith.bench.Figure.Kind.MUST;

import ai.djl.Model;
import ai.djl.basicdataset.tabular.CsvDataset;
import ai.djl.engine.Engine;
import ai.djl.ndarray.types.Shape;
import ai.djl.nn.Activation;
import ai.djl.nn.SequentialBlock;
import ai.djl.nn.core.Linear;
import ai.djl.training.DefaultTrainingConfig;
import ai.djl.training.Trainer;
import ai.djl.training.loss.Loss;
import ai.djl.training.optimizer.Optimizer;
import ai.djl.training.tracker.Tracker;
import io.zenith.Cast;
import io.zenith.DataLoader;
import io.zenith.Dataset;
import io.zenith.bench.BenchPace;
import io.zenith.bench.Experiment;
import io.zenith.bench.ExperimentResult;
import io.zenith.bench.Figure;
import io.zenith.djl.ZenithDataset;
import io.zenith.schema.DataType;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.csv.CSVFormat;

/// A small network that learns from a table in DJL, in file order: by DJL's own reader of text, and
/// by loaders.
final class DjlTableExperiment implements Experiment {
  private static final String BY_DJL = "DJL CsvDataset";
  private static final String CSV = "Zenith, CSV";
  private static final String ARROW = "Zenith, Arrow";

  /// With `optExecutorService()`: batches are made while one is trained on.
  private static final String AHEAD = ", with an executor";

  private static final int SEED = 42;

  /// Those of the images, with which the steps take longer than any reading; and those that are
  /// usual for tables.
  private static final List<Integer> BATCHES = List.of(64, 512);

  DjlTableExperiment() {}

  @Override
  public ExperimentResult run(Path folder, BenchPace pace) throws IOException {
    int rows = Extent.of(pace).rows();
    TableFiles files = TableFiles.write(folder, rows);
    List<ExperimentResult.Result> results = new ArrayList<>();
    List<Figure> figures = new ArrayList<>();
    for (int batch : BATCHES) {
      String name = "a table in DJL, batches of " + batch;
      TrainingRounds rounds =
          new TrainingRounds(name)
              .add(BY_DJL, () -> trainByDjl(files.csv(), batch, alone()))
              .add(BY_DJL + AHEAD, () -> trainByDjl(files.csv(), batch, ahead()))
              .add(CSV, () -> train(files.csv(), batch, alone()))
              .add(CSV + AHEAD, () -> train(files.csv(), batch, ahead()))
              .add(ARROW, () -> train(files.arrow(), batch, alone()))
              .add(ARROW + AHEAD, () -> train(files.arrow(), batch, ahead()));
      rounds.run(pace.rounds());
      results.addAll(rounds.results());
      figures.add(
          new Figure(
              name + ": rows/s from CSV, to the faster CsvDataset of DJL",
              batch == BATCHES.getLast() ? MUST : GOAL,
              AT_LEAST,
              5,
              "x",
              Math.min(
                  rounds.ratio(CSV, BY_DJL, EpochRun::rowsPerSecond),
                  rounds.ratio(CSV, BY_DJL + AHEAD, EpochRun::rowsPerSecond))));
    }
    return new ExperimentResult(
        results,
        figures,
        List.of(
            rows
                + " rows of ten numbers and a class, in file order; an epoch from the path to the last step; all losses are equal to the bit"));
  }

  private static EpochRun trainByDjl(Path csv, int batch, DefaultTrainingConfig config)
      throws Exception {
    EpochClock clock = new EpochClock(Long.MAX_VALUE);
    CsvDataset.CsvBuilder<?> builder =
        CsvDataset.builder()
            .optCsvFile(csv)
            .setCsvFormat(CSVFormat.DEFAULT.builder().setHeader().setSkipHeaderRecord(true).get());
    for (String feature : TableFiles.features()) {
      builder.addNumericFeature(feature);
    }
    CsvDataset dataset =
        builder.addNumericLabel(TableFiles.LABEL).setSampling(batch, false).build();
    dataset.prepare();
    return train(clock, dataset, config);
  }

  private static EpochRun train(Path file, int batch, DefaultTrainingConfig config)
      throws Exception {
    EpochClock clock = new EpochClock(Long.MAX_VALUE);
    try (DataLoader loader =
        Dataset.open(file.toString())
            .loader(batch)
            .map(Cast.of(TableFiles.LABEL, new DataType.FloatingPoint(32)))
            .build()) {
      return train(
          clock,
          ZenithDataset.of(loader, stack(TableFiles.features()), label(TableFiles.LABEL).shaped(1)),
          config);
    }
  }

  private static DefaultTrainingConfig ahead() {
    return alone().optExecutorService();
  }

  /// The training as it is by default: each batch is made when it is asked for.
  private static DefaultTrainingConfig alone() {
    return new DefaultTrainingConfig(Loss.softmaxCrossEntropyLoss())
        .optOptimizer(Optimizer.sgd().setLearningRateTracker(Tracker.fixed(0.01f)).build());
  }

  private static EpochRun train(
      EpochClock clock, ai.djl.training.dataset.Dataset dataset, DefaultTrainingConfig config)
      throws Exception {
    Engine.getInstance().setRandomSeed(SEED);
    try (Model model = Model.newInstance("table")) {
      model.setBlock(
          new SequentialBlock()
              .add(Linear.builder().setUnits(32).build())
              .add(Activation::relu)
              .add(Linear.builder().setUnits(TableFiles.CLASSES).build()));
      try (Trainer trainer = model.newTrainer(config)) {
        trainer.initialize(new Shape(1, TableFiles.features().length));
        return clock.run(
            trainer.iterateDataset(dataset).iterator(),
            ai.djl.training.dataset.Batch::getSize,
            rows -> DjlStep.learn(trainer, rows));
      }
    }
  }
}
