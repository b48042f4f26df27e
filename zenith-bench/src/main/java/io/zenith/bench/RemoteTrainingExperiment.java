package io.zenith.bench;

import static io.zenith.bench.Figure.Bound.AT_LEAST;
import static io.zenith.bench.Figure.Bound.AT_MOST;
import static io.zenith.bench.Figure.Kind.MUST;

import io.zenith.Batch;
import io.zenith.BinaryColumn;
import io.zenith.DataLoader;
import io.zenith.Dataset;
import io.zenith.DiskCache;
import io.zenith.Epoch;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/// A training on images in a bucket that starves, and what each part of the loader brings: the
/// published study, with the same seed in all runs.
final class RemoteTrainingExperiment implements Experiment {
  private static final Duration LATENCY = Duration.ofMillis(40);
  private static final long BYTES_PER_SECOND = 100_000_000;
  private static final Duration STEP = Duration.ofMillis(30);
  private static final int BATCH_ROWS = 64;
  private static final long SEED = 42;

  /// The heap is small in experiments, and a loader takes as much by default.
  private static final String MEMORY = "2 GiB";

  private static final double PUBLISHED = 7.3;

  /// 25 steps, at best.
  private static final Duration WINDOW = STEP.multipliedBy(25);

  private final PythonPeer peer;
  private final List<ExperimentResult.Result> results = new ArrayList<>();
  private final List<Figure> figures = new ArrayList<>();
  private final List<Timeline> timelines = new ArrayList<>();
  private final List<PetastormTraining.Epoch> byPetastorm = new ArrayList<>();
  private final List<PetastormTraining.Epoch> cachedByPetastorm = new ArrayList<>();

  /// What a training has of the loader, each what the ones before it have.
  private enum Setup {
    STARVING("transforms on the consumer, one fetch at a time"),
    WORKERS("+ transforms on workers"),
    PREFETCH("+ fetches side by side"),
    CACHED("+ a disk cache, second epoch");

    private final String title;

    Setup(String title) {
      this.title = title;
    }
  }

  /// A run.
  ///
  /// @param seconds of the epoch
  /// @param busy the share of it in which the accelerator was
  /// @param timeline the same, over time
  /// @param bytes that came by the wire
  /// @param order a hash of the rows in their order
  /// @param lost how many rows were lost or repeated
  /// @param localSeconds an epoch from the cache without steps; 0 without one
  private record Run(
      double seconds,
      double busy,
      Timeline timeline,
      double bytes,
      long order,
      long lost,
      double localSeconds) {}

  RemoteTrainingExperiment(PythonPeer peer) {
    this.peer = peer;
  }

  @Override
  public ExperimentResult run(Path folder, BenchPace pace)
      throws IOException, InterruptedException {
    int files = Math.max(4, pace.blobs() / 200);
    Path images = EncodedImages.write(peer, folder, files);
    Optional<PetastormTraining> petastorm = PetastormTraining.find(peer);
    long bytes = 0;
    try (RemoteBucket bucket = RemoteBucket.start(folder.resolve("training"))) {
      try (Stream<Path> all = Files.list(images)) {
        for (Path file : all.toList()) {
          bytes += Files.size(file);
          bucket.put("images/" + file.getFileName(), file);
        }
      }
      bucket.wire(LATENCY, BYTES_PER_SECOND);
      Map<Setup, List<Run>> runs = new EnumMap<>(Setup.class);
      train(bucket, Setup.CACHED, folder.resolve("warm-up"));
      for (int round = 0; round < pace.rounds(); round++) {
        for (Setup setup : Setup.values()) {
          Path cache = folder.resolve("cache-" + setup + round);
          runs.computeIfAbsent(setup, _ -> new ArrayList<>()).add(train(bucket, setup, cache));
        }
        if (petastorm.isPresent()) {
          Path cache = folder.resolve("petastorm" + round);
          byPetastorm.add(petastorm(bucket, petastorm.get(), Optional.empty()));
          cachedByPetastorm.add(petastorm(bucket, petastorm.get(), Optional.of(cache)));
        }
      }
      report(runs, files, bytes);
      report("Petastorm", byPetastorm, files);
      report("Petastorm, its disk cache, second epoch", cachedByPetastorm, files);
    }
    return new ExperimentResult(
        results,
        figures,
        List.of(
            "%d files of %d PNG images in row groups of %d, a step of %d ms for %d, %d ms a request, %d MB/s"
                .formatted(
                    files,
                    EncodedImages.FILE_ROWS,
                    EncodedImages.GROUP_ROWS,
                    STEP.toMillis(),
                    BATCH_ROWS,
                    LATENCY.toMillis(),
                    BYTES_PER_SECOND / 1_000_000),
            "server, wire, decoding and training share the processors",
            petastorm.map(PetastormTraining::python).orElse(PetastormTraining.HINT)),
        timelines);
  }

  private static Run train(RemoteBucket bucket, Setup setup, Path cache) throws IOException {
    Dataset dataset = Dataset.open(bucket.storage(), RemoteBucket.location("images"));
    DataLoader.Builder options =
        dataset
            .loader(BATCH_ROWS)
            .shuffle(SEED)
            .memoryBudget(MEMORY)
            .epochs(setup == Setup.CACHED ? 3 : 1);
    if (setup.compareTo(Setup.WORKERS) >= 0) {
      options.map(new DecodeImages());
    }
    if (setup.compareTo(Setup.PREFETCH) < 0) {
      options.prefetch(1);
    }
    if (setup == Setup.CACHED) {
      options.cache(DiskCache.at(cache, "100 GiB"));
    }
    try (DataLoader loader = options.build();
        Arena arena = Arena.ofConfined()) {
      MemorySegment pixels = arena.allocate(BATCH_ROWS * DecodeImages.bytes());
      Iterator<Epoch> epochs = loader.epochs().iterator();
      if (setup == Setup.CACHED) {
        for (Batch _ : epochs.next()) {
          // the first epoch fills the cache
        }
      }
      Run run = epoch(bucket, dataset.rowCount(), epochs.next(), setup, pixels);
      if (setup != Setup.CACHED) {
        return run;
      }
      long began = System.nanoTime();
      for (Batch _ : epochs.next()) {
        // what reading alone takes
      }
      double local = (System.nanoTime() - began) / 1e9;
      return new Run(run.seconds, run.busy, run.timeline, run.bytes, run.order, run.lost, local);
    }
  }

  private static Run epoch(
      RemoteBucket bucket, long all, Epoch epoch, Setup setup, MemorySegment pixels) {
    Accelerator accelerator = new Accelerator(STEP);
    long bytes = bucket.bytes();
    long order = 0;
    long rows = 0;
    Set<Long> seen = new HashSet<>();
    long began = System.nanoTime();
    for (Batch batch : epoch) {
      if (setup == Setup.STARVING) {
        BinaryColumn images = batch.binaries(EncodedImages.IMAGE);
        for (int row = 0; row < batch.rows(); row++) {
          DecodeImages.decode(images.get(row), pixels, row * DecodeImages.bytes() / Float.BYTES);
        }
      }
      for (int row = 0; row < batch.rows(); row++) {
        order = 31 * order + batch.rowNumber(row);
        seen.add(batch.rowNumber(row));
      }
      rows += batch.rows();
      accelerator.step();
    }
    double seconds = (System.nanoTime() - began) / 1e9;
    long lost = (all - seen.size()) + (rows - seen.size());
    return new Run(
        seconds,
        accelerator.busy(),
        accelerator.busy(setup.title, WINDOW),
        bucket.bytes() - bytes,
        order,
        lost,
        0);
  }

  private static PetastormTraining.Epoch petastorm(
      RemoteBucket bucket, PetastormTraining petastorm, Optional<Path> cache)
      throws IOException, InterruptedException {
    String url = RemoteBucket.location("images");
    return petastorm.run(url, bucket.endpoint(), BATCH_ROWS, STEP, SEED, cache);
  }

  /// Beside what is asked for.
  private void report(String title, List<PetastormTraining.Epoch> epochs, int files) {
    if (epochs.isEmpty()) {
      return;
    }
    long all = (long) files * EncodedImages.FILE_ROWS;
    add(title, "epoch", "s", epochs, PetastormTraining.Epoch::seconds);
    add(title, "accelerator busy", "%", epochs, epoch -> 100 * epoch.busy());
    add(
        title,
        "rows lost or repeated",
        "rows",
        epochs,
        epoch -> all - epoch.distinct() + epoch.rows() - epoch.distinct());
    long orders = epochs.stream().mapToLong(PetastormTraining.Epoch::order).distinct().count();
    results.add(
        new ExperimentResult.Result(
            title,
            "different orders",
            new Series("of " + epochs.size(), List.of((double) orders))));
  }

  private void report(Map<Setup, List<Run>> runs, int files, long bytes) {
    runs.forEach((setup, of) -> {
      timelines.add(of.getFirst().timeline());
      add(setup.title, "epoch", "s", of, Run::seconds);
      add(setup.title, "accelerator busy", "%", of, run -> 100 * run.busy);
      add(setup.title, "from the wire", "MB", of, run -> run.bytes / 1e6);
      long orders = of.stream().mapToLong(Run::order).distinct().count();
      figures.add(new Figure(setup.title + ": orders", MUST, AT_MOST, 1, "", orders));
      long lost = of.stream().mapToLong(Run::lost).sum();
      figures.add(new Figure(setup.title + ": rows lost or repeated", MUST, AT_MOST, 0, "", lost));
    });
    double steps =
        Math.ceilDiv((long) files * EncodedImages.FILE_ROWS, BATCH_ROWS) * STEP.toNanos() / 1e9;
    double wire = (double) bytes / BYTES_PER_SECOND;
    double prefetched = median(runs, Setup.PREFETCH, Run::seconds);
    figures.add(
        new Figure(
            "cold epoch, to the longer of wire and steps",
            MUST,
            AT_LEAST,
            0.9,
            "x",
            Math.max(wire, steps) / prefetched));
    double cached = median(runs, Setup.CACHED, Run::seconds);
    double local = median(runs, Setup.CACHED, Run::localSeconds);
    figures.add(
        new Figure(
            "epoch from the cache, to the longer of steps and reading",
            MUST,
            AT_MOST,
            1.05,
            "x",
            cached / Math.max(steps, local)));
    double starving = median(runs, Setup.STARVING, Run::seconds);
    Series ratio = new Series("x (published: " + PUBLISHED + ")", List.of(starving / cached));
    results.add(new ExperimentResult.Result("all together", "faster", ratio));
  }

  private <T> void add(
      String name, String what, String unit, List<T> runs, ToDoubleFunction<T> figure) {
    Series series = new Series(unit, runs.stream().map(figure::applyAsDouble).toList());
    results.add(new ExperimentResult.Result(name, what, series));
  }

  private static double median(
      Map<Setup, List<Run>> runs, Setup setup, ToDoubleFunction<Run> figure) {
    List<Run> of = Objects.requireNonNull(runs.get(setup));
    return new Series("", of.stream().map(figure::applyAsDouble).toList()).median();
  }
}
