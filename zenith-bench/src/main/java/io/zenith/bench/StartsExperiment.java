package io.zenith.bench;

import io.zenith.DataLoader;
import io.zenith.Dataset;
import io.zenith.Epoch;
import io.zenith.Shuffle;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;

/// How long it takes to the first batch: of another epoch of 10^9 rows that have no bytes, and of a
/// folder of 1,000 files in the page cache, shuffled.
final class StartsExperiment implements Experiment {
  private static final long SEED = 1;
  private static final long ROWS = 1_000_000_000;
  private static final long WINDOW = 1 << 16;

  @Override
  public ExperimentResult run(Path folder, BenchPace pace)
      throws IOException, InterruptedException {
    FirstBatches starts = new FirstBatches(pace);
    Path any = Files.writeString(folder.resolve("any"), "any");
    Dataset nulls = Dataset.open(new NullRows(ROWS), any.toString());
    DataLoader.Builder windows = nulls.loader(ShuffledPasses.BATCH_ROWS).window(WINDOW);
    epochs("windows", windows.shuffle(Shuffle.windowed(SEED)), starts);
    DataLoader.Builder global = nulls.loader(ShuffledPasses.BATCH_ROWS);
    epochs("all rows", global.shuffle(Shuffle.global(SEED)), starts);
    Path file = folder.resolve("one.arrow");
    LargeFile.write(file, 1, ManyFiles.ROWS);
    ManyFiles files = ManyFiles.of(file, ".arrow");
    starts.add("the first batch of 1,000 files", 200, files::firstBatch);
    return starts.result();
  }

  private static void epochs(String kind, DataLoader.Builder options, FirstBatches starts)
      throws IOException {
    try (DataLoader loader = options.epochs(Integer.MAX_VALUE).build()) {
      Iterator<Epoch> epochs = loader.epochs().iterator();
      String name = "the first batch of an epoch of 10^9 rows, " + kind + " shuffled";
      starts.add(name, 50, () -> FirstBatches.nanos(System.nanoTime(), epochs.next()));
    }
  }
}
