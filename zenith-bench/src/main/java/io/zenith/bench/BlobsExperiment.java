package io.zenith.bench;

import static io.zenith.bench.Figure.Bound.AT_LEAST;
import static io.zenith.bench.Figure.Kind.MUST;

import io.zenith.Batch;
import io.zenith.BinaryColumn;
import io.zenith.ColumnKey;
import io.zenith.DataLoader;
import io.zenith.Dataset;
import io.zenith.Shuffle;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/// Batches of blobs from anywhere in a mapping, the bytes of each batch in one dense buffer, beside
/// Hugging Face `datasets`.
///
/// A batch that Zenith delivers is such a buffer already. Since it is valid until the next step
/// only, a second loader's batches are copied into a buffer that stays.
final class BlobsExperiment implements Experiment {
  private static final long SEED = 1;
  private static final int MOST_BYTES = 40_000;

  private final Optional<PythonPeer> peer;

  BlobsExperiment(Optional<PythonPeer> peer) {
    this.peer = peer;
  }

  @Override
  public ExperimentResult run(Path folder, BenchPace pace)
      throws IOException, InterruptedException {
    Path file = ShuffledFiles.blobs(folder, pace);
    String name = "%,d blobs, all shuffled, into one buffer a batch".formatted(pace.blobs());
    Dataset blobs = Dataset.open(file.toString());
    try (Arena arena = Arena.ofShared();
        ShuffledPasses delivered =
            new ShuffledPasses(
                "Zenith, as delivered",
                blobs,
                Shuffle.global(SEED),
                ShuffledPasses.BATCH_ROWS,
                BlobsExperiment::delivered);
        ShuffledPasses copied =
            new ShuffledPasses(
                "Zenith, copied once more",
                blobs,
                Shuffle.global(SEED),
                ShuffledPasses.BATCH_ROWS,
                loader -> copied(loader, arena))) {
      ShuffledRounds.Others others = new ShuffledRounds.Others(peer, "blobs", file, 0);
      ShuffledRounds rounds = ShuffledRounds.run(name, pace, List.of(copied, delivered), others);
      double ratio = rounds.ratio(0, "datasets");
      return new ExperimentResult(
          rounds.results(),
          List.of(new Figure(name + ", to Hugging Face datasets", MUST, AT_LEAST, 1.2, "x", ratio)),
          rounds.notes());
    }
  }

  private static ToDoubleFunction<Batch> delivered(DataLoader loader) {
    ColumnKey<BinaryColumn> key = loader.key("blob", BinaryColumn.class);
    return batch -> batch.get(key).segment().byteSize();
  }

  private static ToDoubleFunction<Batch> copied(DataLoader loader, Arena arena) {
    ColumnKey<BinaryColumn> key = loader.key("blob", BinaryColumn.class);
    MemorySegment dense = arena.allocate((long) ShuffledPasses.BATCH_ROWS * MOST_BYTES, 64);
    return batch -> {
      MemorySegment bytes = batch.get(key).segment();
      MemorySegment.copy(bytes, 0, dense, 0, bytes.byteSize());
      return bytes.byteSize();
    };
  }
}
