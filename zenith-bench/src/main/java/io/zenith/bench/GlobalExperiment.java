package io.zenith.bench;

import static io.zenith.bench.Figure.Bound.AT_LEAST;
import static io.zenith.bench.Figure.Kind.GOAL;
import static io.zenith.bench.Figure.Kind.MUST;

import io.zenith.Shuffle;
import io.zenith.arrow.Compression;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// Batches of rows from anywhere in a mapping that is larger than the cache of the processor, every
/// value summed, beside NumPy with the columns in memory.
final class GlobalExperiment implements Experiment {
  private static final long SEED = 1;
  private static final int TIMES = 4;

  private final Optional<PythonPeer> peer;

  GlobalExperiment(Optional<PythonPeer> peer) {
    this.peer = peer;
  }

  @Override
  public ExperimentResult run(Path folder, BenchPace pace)
      throws IOException, InterruptedException {
    Path table = ShuffledFiles.table(folder, pace);
    Path file = ShuffledFiles.write(table, "numbers.arrow", Compression.NONE, TIMES);
    String name =
        "%.1f million rows of 12 columns (%.1f GB), all shuffled, summed"
            .formatted(TIMES * pace.tableRows() / 1e6, Files.size(file) / 1e9);
    Pollution.of(JvmContender.ZENITH_SUMS, PollutionTable.write(folder));
    try (ShuffledPasses loader = ShuffledPasses.ofNumbers("Zenith", file, Shuffle.global(SEED))) {
      ShuffledRounds.Others others = new ShuffledRounds.Others(peer, "numbers", file, 0);
      ShuffledRounds rounds = ShuffledRounds.run(name, pace, List.of(loader), others);
      return new ExperimentResult(
          rounds.results(),
          List.of(
              new Figure(name + ", to NumPy", MUST, AT_LEAST, 0.65, "x", rounds.ratio(0, "numpy")),
              new Figure(name, GOAL, AT_LEAST, 5, "million rows/s", rounds.rate(0))),
          rounds.notes());
    }
  }
}
