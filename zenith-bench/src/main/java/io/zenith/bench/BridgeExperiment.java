package io.zenith.bench;

import static io.zenith.bench.Figure.Bound.AT_MOST;
import static io.zenith.bench.Figure.Kind.MUST;

import io.zenith.Batch;
import io.zenith.DataLoader;
import io.zenith.Dataset;
import io.zenith.arrow.bridge.ArrowBridge;
import io.zenith.datasets.GeneratedSet;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;

/// How long it takes to show a batch of 65,536 mapped rows as vectors of arrow-java, and to release
/// these.
final class BridgeExperiment implements Experiment {
  private static final String CASE = "a root of a batch of 65,536 rows, 13 columns";
  private static final long SEED = 1;

  @Override
  public ExperimentResult run(Path folder, BenchPace pace) throws IOException {
    int rows = pace.recordBatches() * LoaderPasses.BATCH_ROWS;
    Path file = GeneratedSet.TABLE.write(folder, rows, SEED, _ -> {});
    try (BufferAllocator allocator = ArrowBridge.allocator()) {
      long warm = System.nanoTime() + pace.warmUp().toNanos();
      do {
        micros(file, allocator, pace);
      } while (System.nanoTime() < warm);
      Series series = Series.ofRounds("us", pace.rounds(), _ -> micros(file, allocator, pace));
      return new ExperimentResult(
          List.of(new ExperimentResult.Result(CASE, "ArrowBridge.root and close", series)),
          List.of(new Figure(CASE, MUST, AT_MOST, 5, "us", series.median())),
          List.of());
    }
  }

  /// The mean over all batches of a turn.
  private static double micros(Path file, BufferAllocator allocator, BenchPace pace) {
    long nanos = 0;
    long roots = 0;
    long end = System.nanoTime() + pace.turn().toNanos();
    try (DataLoader loader = open(file)) {
      for (Batch batch : loader) {
        long began = System.nanoTime();
        try (VectorSchemaRoot root = ArrowBridge.root(batch, allocator)) {
          if (root.getRowCount() != batch.rows()) {
            throw new BenchFailure("a root of " + root.getRowCount() + " rows");
          }
        }
        long now = System.nanoTime();
        nanos += now - began;
        roots++;
        if (now > end) {
          break;
        }
      }
    }
    return nanos / 1e3 / roots;
  }

  private static DataLoader open(Path file) {
    try {
      return Dataset.open(file.toString())
          .loader(LoaderPasses.BATCH_ROWS)
          .epochs(Integer.MAX_VALUE)
          .build();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
