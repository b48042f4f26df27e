package io.zenith.bench;

import static io.zenith.bench.Figure.Bound.AT_LEAST;
import static io.zenith.bench.Figure.Kind.MUST;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// What a second core brings to a read of a CSV file. A JVM each, since one knows how many
/// processors it has when it starts.
final class CsvCoresExperiment implements Experiment {
  private final PythonPeer peer;

  CsvCoresExperiment(PythonPeer peer) {
    this.peer = peer;
  }

  @Override
  public ExperimentResult run(Path folder, BenchPace pace)
      throws IOException, InterruptedException {
    Path file = CsvTables.in(peer, folder, pace.tableRows()).numbers();
    List<ExperimentResult.Result> results = new ArrayList<>();
    try (ServedPasses one = CsvWorker.start(file, 1);
        ServedPasses two = CsvWorker.start(file, 2)) {
      ColumnChecksums.requireSame(file, two.checksums(), "one core", one.checksums());
      PassReader alone = one.readers().getFirst();
      PassReader both = two.readers().getFirst();
      PassTurns turns = new PassTurns(List.of(alone, both), Files.size(file) / 1e9, "GB");
      String name = "reading " + file.getFileName();
      PassRates rates = PassRates.measure(name, turns, pace, results);
      double ratio = rates.ratio(both.title(), alone.title());
      Figure figure = new Figure(name + ", two cores, to one", MUST, AT_LEAST, 1.7, "x", ratio);
      return new ExperimentResult(results, List.of(figure), List.of());
    }
  }
}
