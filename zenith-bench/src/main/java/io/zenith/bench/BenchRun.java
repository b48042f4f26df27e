package io.zenith.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.zenith.datasets.GeneratedSet;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The whole benchmark: the tables, then the experiments.
final class BenchRun {
  private final Path folder;
  private final BenchPace pace;
  private final boolean quick;
  private final Optional<PythonPeer> peer;
  private final Optional<Path> duckDb;
  private final BenchProgress progress;
  private final List<CaseResult> cases = new ArrayList<>();
  private final List<ExperimentResult> experiments = new ArrayList<>();

  /// @param duckDb the driver of DuckDB
  BenchRun(
      Path folder,
      int runs,
      boolean quick,
      Optional<PythonPeer> peer,
      Optional<Path> duckDb,
      BenchProgress progress) {
    this.folder = folder;
    this.pace = quick ? BenchPace.quick(runs) : BenchPace.full(runs);
    this.quick = quick;
    this.peer = peer;
    this.duckDb = duckDb;
    this.progress = progress;
  }

  BenchPace pace() {
    return pace;
  }

  /// Measures one generated table.
  CaseResult table(GeneratedSet set, long rows) throws IOException {
    return run(TableCase.of(set, rows, folder, peer));
  }

  /// Measures the published table as a Parquet file, where there is who writes it.
  Optional<CaseResult> parquetTable(long rows) throws IOException, InterruptedException {
    return peer.isEmpty()
        ? Optional.empty()
        : Optional.of(run(TableCase.ofParquet(rows, folder, peer.get())));
  }

  private CaseResult run(TableCase table) throws IOException {
    PollutionTable.write(folder);
    CaseResult result = table.run(pace, progress);
    cases.add(result);
    return result;
  }

  /// Makes one experiment, in a JVM of its own.
  ExperimentResult experiment(ExperimentWorker.Kind kind) throws IOException {
    ObjectMapper json = new ObjectMapper();
    try (BenchProgress.Part _ = progress.begin(kind.toString(), "", 0)) {
      Process process =
          WorkerJvm.start(
              ExperimentWorker.class,
              kind.jvmOptions(),
              List.of(
                  kind.name(),
                  folder.toString(),
                  quick ? "quick" : "full",
                  "" + pace.rounds(),
                  peer.map(PythonPeer::python).orElse(""),
                  duckDb.map(Path::toString).orElse("")));
      JsonNode answer = json.readTree(process.getInputStream().readAllBytes());
      if (!answer.isObject()) {
        throw new BenchFailure(kind + ": " + answer.asText("failed"));
      }
      ExperimentResult result = json.treeToValue(answer, ExperimentResult.class);
      experiments.add(result);
      return result;
    }
  }

  /// What had to be reached, of all that was measured so far.
  List<Figure> figures() {
    List<Figure> figures = new ArrayList<>();
    cases.stream()
        .filter(result -> result.name().equals(GeneratedSet.TABLE.toString()))
        .forEach(table -> figures.addAll(new BatchFigures(table).all()));
    experiments.forEach(experiment -> figures.addAll(experiment.figures()));
    return figures;
  }

  /// Writes the results to the files that are asked for, those first that nothing can redo.
  void write(Machine machine, @Nullable Path json, @Nullable Path picture) throws IOException {
    if (json != null) {
      report(machine).write(json);
    }
    if (picture != null && cases.isEmpty()) {
      TimelinesPicture.write(timelines(), machine, picture);
    } else if (picture != null) {
      RatesPicture.write(cases.getFirst(), machine, picture);
    }
  }

  private List<Timeline> timelines() {
    return experiments.stream().flatMap(result -> result.timelines().stream()).toList();
  }

  private BenchReport report(Machine machine) {
    BenchReport report = new BenchReport(machine);
    cases.forEach(report::add);
    for (ExperimentResult experiment : experiments) {
      for (ExperimentResult.Result result : experiment.results()) {
        report.add(result.caseName(), result.contender(), result.series());
      }
    }
    figures().forEach(report::add);
    return report;
  }
}
