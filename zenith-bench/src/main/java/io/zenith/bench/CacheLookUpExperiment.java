package io.zenith.bench;

import static io.zenith.bench.Figure.Bound.AT_MOST;
import static io.zenith.bench.Figure.Kind.MUST;

import io.zenith.Batch;
import io.zenith.DataLoader;
import io.zenith.Dataset;
import io.zenith.DiskCache;
import io.zenith.arrow.ArrowWriter;
import io.zenith.arrow.Compression;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// How long it takes to a split that is in a cache, from its key to its batch: all of an epoch
/// whose splits one thread looks up, one after the other, and which are so small that little else
/// takes time.
final class CacheLookUpExperiment implements Experiment {
  private static final int SPLIT_ROWS = 64;
  private static final int WARM_UPS = 20;

  @Override
  public ExperimentResult run(Path folder, BenchPace pace) throws IOException {
    int splits = pace.recordBatches() * 256;
    Dataset dataset = Dataset.open(write(folder, splits).toString());
    DiskCache cache = DiskCache.at(folder.resolve("look-ups"), "10 GiB");
    for (int pass = 0; pass < WARM_UPS; pass++) {
      micros(dataset, cache, splits, pass > 0);
    }
    double[] runs = new double[pace.rounds()];
    for (int round = 0; round < runs.length; round++) {
      runs[round] = micros(dataset, cache, splits, true);
    }
    Series series = Series.ofRounds("us", runs.length, round -> runs[round]);
    String name = "a look-up in a cache of %,d entries".formatted(splits);
    return new ExperimentResult(
        List.of(new ExperimentResult.Result(name, "Zenith", series)),
        List.of(new Figure(name, MUST, AT_MOST, 50, "us", series.median())),
        List.of());
  }

  /// A compressed file: what is not, and is near, is not kept.
  private static Path write(Path folder, int splits) throws IOException {
    Path plain = folder.resolve("look-ups-plain.arrow");
    Path file = folder.resolve("look-ups.arrow");
    LargeFile.write(plain, 1, splits * SPLIT_ROWS);
    try (DataLoader loader = Dataset.open(plain.toString()).loader(SPLIT_ROWS).build();
        ArrowWriter writer = ArrowWriter.file(file).codec(Compression.ZSTD).open(loader.schema())) {
      for (Batch batch : loader) {
        writer.write(batch);
      }
      writer.finish();
    }
    return file;
  }

  /// For each split.
  private static double micros(Dataset dataset, DiskCache cache, int splits, boolean kept) {
    long rows = 0;
    try (DataLoader loader = dataset.loader(SPLIT_ROWS).threads(1).cache(cache).build()) {
      long began = System.nanoTime();
      for (Batch batch : loader) {
        rows += batch.rows();
      }
      double micros = (System.nanoTime() - began) / 1e3 / splits;
      long read = loader.report().diskCache().read();
      if (rows != dataset.rowCount() || (kept && read > 0)) {
        throw new BenchFailure(rows + " rows, and " + read + " splits that were not in the cache");
      }
      return micros;
    }
  }
}
