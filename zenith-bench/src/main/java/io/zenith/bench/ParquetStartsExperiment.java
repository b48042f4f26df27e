package io.zenith.bench;

import java.io.IOException;
import java.nio.file.Path;

/// How long it takes to the first batch of a folder of 1,000 Parquet files in the page cache,
/// shuffled.
final class ParquetStartsExperiment implements Experiment {
  private final PythonPeer peer;

  ParquetStartsExperiment(PythonPeer peer) {
    this.peer = peer;
  }

  @Override
  public ExperimentResult run(Path folder, BenchPace pace)
      throws IOException, InterruptedException {
    Path arrow = folder.resolve("one.arrow");
    LargeFile.write(arrow, 1, ManyFiles.ROWS);
    Path file = folder.resolve("one.parquet");
    PythonPasses.copyAsParquet(peer, arrow, file);
    ManyFiles files = ManyFiles.of(file, ".parquet");
    FirstBatches starts = new FirstBatches(pace);
    starts.add("the first batch of 1,000 Parquet files", 1_000, files::firstBatch);
    return starts.result();
  }
}
