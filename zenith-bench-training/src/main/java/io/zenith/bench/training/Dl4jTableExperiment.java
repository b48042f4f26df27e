package io.zenith.bench.training;

import static io.zenith.TensorColumns.label;
import static io.zenith.TensorColumns.stack;

import io.zenith.DataLoader;
import io.zenith.Dataset;
import io.zenith.OneHot;
import io.zenith.bench.BenchPace;
import io.zenith.bench.Experiment;
import io.zenith.bench.ExperimentResult;
import io.zenith.dl4j.ZenithDataSetIterator;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.datavec.api.records.reader.impl.csv.CSVRecordReader;
import org.datavec.api.split.FileSplit;
import org.deeplearning4j.datasets.datavec.RecordReaderDataSetIterator;
import org.deeplearning4j.nn.conf.NeuralNetConfiguration;
import org.deeplearning4j.nn.conf.layers.DenseLayer;
import org.deeplearning4j.nn.conf.layers.OutputLayer;
import org.deeplearning4j.nn.multilayer.MultiLayerNetwork;
import org.nd4j.linalg.activations.Activation;
import org.nd4j.linalg.dataset.AsyncDataSetIterator;
import org.nd4j.linalg.dataset.DataSet;
import org.nd4j.linalg.dataset.api.iterator.DataSetIterator;
import org.nd4j.linalg.learning.config.Sgd;
import org.nd4j.linalg.lossfunctions.LossFunctions.LossFunction;

/// A small network that learns from a table in Deeplearning4j, in file order: by its own reader of
/// text, and by loaders.
final class Dl4jTableExperiment implements Experiment {
  private static final String BY_DL4J = "RecordReaderDataSetIterator, CSV";
  private static final String CSV = "Zenith, CSV";
  private static final String ARROW = "Zenith, Arrow";
  private static final int BATCH_ROWS = 64;

  /// How many batches `MultiLayerNetwork.fit` has read ahead of an iterator that allows it.
  private static final int AHEAD = 2;

  Dl4jTableExperiment() {}

  @Override
  public ExperimentResult run(Path folder, BenchPace pace) throws IOException {
    int rows = Extent.of(pace).rows();
    TableFiles files = TableFiles.write(folder, rows);
    TrainingRounds rounds =
        new TrainingRounds("a table in Deeplearning4j")
            .add(BY_DL4J, () -> trainByDl4j(files.csv()))
            .add(CSV, () -> train(files.csv()))
            .add(ARROW, () -> train(files.arrow()));
    rounds.run(pace.rounds());
    return new ExperimentResult(
        rounds.results(),
        List.of(),
        List.of(
            rows
                + " rows as above; Zenith from CSV %.2f x, from Arrow %.2f x as fast as the record reader"
                    .formatted(
                        rounds.ratio(CSV, BY_DL4J, EpochRun::rowsPerSecond),
                        rounds.ratio(ARROW, BY_DL4J, EpochRun::rowsPerSecond))));
  }

  private static EpochRun trainByDl4j(Path csv) throws Exception {
    EpochClock clock = new EpochClock(Long.MAX_VALUE);
    try (CSVRecordReader reader = new CSVRecordReader(1)) {
      reader.initialize(new FileSplit(csv.toFile()));
      int features = TableFiles.features().length;
      AsyncDataSetIterator batches =
          new AsyncDataSetIterator(
              new RecordReaderDataSetIterator(reader, BATCH_ROWS, features, TableFiles.CLASSES),
              AHEAD,
              true);
      try {
        return train(clock, batches);
      } finally {
        batches.shutdown();
      }
    }
  }

  private static EpochRun train(Path file) throws IOException {
    EpochClock clock = new EpochClock(Long.MAX_VALUE);
    try (DataLoader loader =
        Dataset.open(file.toString())
            .loader(BATCH_ROWS)
            .map(OneHot.of(TableFiles.LABEL, TableFiles.CLASSES))
            .build()) {
      return train(
          clock,
          ZenithDataSetIterator.of(loader, stack(TableFiles.features()), label(TableFiles.LABEL)));
    }
  }

  private static EpochRun train(EpochClock clock, DataSetIterator batches) {
    MultiLayerNetwork network =
        new MultiLayerNetwork(
            new NeuralNetConfiguration.Builder()
                .seed(42)
                .updater(new Sgd(0.01))
                .list()
                .layer(
                    new DenseLayer.Builder()
                        .nIn(TableFiles.features().length)
                        .nOut(32)
                        .activation(Activation.RELU)
                        .build())
                .layer(
                    new OutputLayer.Builder(LossFunction.MCXENT)
                        .nIn(32)
                        .nOut(TableFiles.CLASSES)
                        .activation(Activation.SOFTMAX)
                        .build())
                .build());
    network.init();
    return clock.run(batches, DataSet::numExamples, batch -> learn(network, batch));
  }

  private static double learn(MultiLayerNetwork network, DataSet batch) {
    network.fit(batch);
    return network.score();
  }
}
