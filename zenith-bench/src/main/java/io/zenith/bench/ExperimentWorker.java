package io.zenith.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The process of one experiment: its result is a line of JSON on standard output, and so is why it
/// failed, as a string.
final class ExperimentWorker {
  /// The experiments, in the order in which they run.
  enum Kind {
    WARM_SUM(Suite.BATCHES, "large files, warm"),
    COLD_READ(Suite.BATCHES, "a large file, cold"),
    OPEN(Suite.BATCHES, "a file of 1,000 record batches"),
    COMPRESSED(Suite.ARROW, "compressed files"),
    WRITE(Suite.ARROW, "writing files"),
    BRIDGE(Suite.ARROW, "vectors of arrow-java"),
    PARQUET(Suite.PARQUET, "Parquet files"),
    SMALL_BATCHES(Suite.PARQUET, "Parquet files in small batches"),
    FILTER(Suite.PARQUET, "a sorted Parquet file, filtered"),
    LARGE_ROW_GROUP(Suite.PARQUET, "a Parquet file with a large row group"),
    PARQUET_STARTS(Suite.PARQUET, "1,000 Parquet files"),
    CSV(Suite.CSV, "CSV files"),
    CSV_COSTS(Suite.CSV, "parts of a read of a CSV file"),
    CSV_CORES(Suite.CSV, "a CSV file with one core and with two"),
    CSV_MEMORY(Suite.CSV, "memory for a CSV file"),
    FILE_ORDER(Suite.PIPELINE, "files in file order"),
    WINDOWS(Suite.PIPELINE, "a table, shuffled in windows"),
    GLOBAL(Suite.PIPELINE, "a larger table, all rows shuffled"),
    BLOBS(Suite.PIPELINE, "blobs, all rows shuffled"),
    STARTS(Suite.PIPELINE, "starts of epochs and loaders"),
    IMAGES(Suite.IMAGES, "encoded images"),
    PACKED_FILES(Suite.IMAGES, "many small files, and one"),
    REMOTE_TRAINING(Suite.REMOTE, "a training on images in a bucket"),
    REMOTE_READ(Suite.REMOTE, "a file in a bucket, and in a cache"),
    CACHE_LOOK_UP(Suite.REMOTE, "look-ups in a cache"),
    DJL_IMAGES(Suite.TRAINING, "a training on images in DJL"),
    DJL_TABLE(Suite.TRAINING, "a training on a table in DJL"),
    DL4J_TABLE(Suite.TRAINING, "a training on a table in Deeplearning4j"),
    DJL_ARRAYS(Suite.TRAINING, "batches as arrays of DJL");

    private final Suite suite;
    private final String title;

    Kind(Suite suite, String title) {
      this.suite = suite;
      this.title = title;
    }

    /// The run that it is a part of.
    Suite suite() {
      return suite;
    }

    /// Options for its JVM.
    List<String> jvmOptions() {
      // parquet-java holds a row group as it writes one, and pages of all columns as it reads.
      return Stream.concat(
              suite.jvmOptions().stream(),
              this == PARQUET ? Stream.of("-Xms2g", "-Xmx2g") : Stream.of())
          .toList();
    }

    private Experiment experiment(Optional<PythonPeer> peer, Optional<Path> duckDb) {
      return switch (this) {
        case WARM_SUM -> new WarmSumExperiment();
        case COLD_READ -> new ColdReadExperiment();
        case OPEN -> new OpenExperiment();
        case COMPRESSED -> new CompressedExperiment(peer);
        case WRITE -> new WriteExperiment();
        case BRIDGE -> new BridgeExperiment();
        case PARQUET -> new ParquetExperiment(peer, duckDb);
        case SMALL_BATCHES -> new SmallBatchesExperiment(peer);
        case FILTER -> Experiment.ofPeer(peer, FilterExperiment::new);
        case LARGE_ROW_GROUP -> Experiment.ofPeer(peer, LargeRowGroupExperiment::new);
        case PARQUET_STARTS -> Experiment.ofPeer(peer, ParquetStartsExperiment::new);
        case CSV -> Experiment.ofPeer(peer, found -> new CsvExperiment(found, duckDb));
        case CSV_COSTS -> Experiment.ofPeer(peer, CsvCostsExperiment::new);
        case CSV_CORES -> Experiment.ofPeer(peer, CsvCoresExperiment::new);
        case CSV_MEMORY -> Experiment.ofPeer(peer, CsvMemoryExperiment::new);
        case FILE_ORDER -> new FileOrderExperiment();
        case WINDOWS -> new WindowsExperiment(peer);
        case GLOBAL -> new GlobalExperiment(peer);
        case BLOBS -> new BlobsExperiment(peer);
        case STARTS -> new StartsExperiment();
        case IMAGES -> new ImagesExperiment();
        case PACKED_FILES -> new PackedFilesExperiment();
        case REMOTE_TRAINING -> Experiment.ofPeer(peer, RemoteTrainingExperiment::new);
        case REMOTE_READ -> new RemoteReadExperiment();
        case CACHE_LOOK_UP -> new CacheLookUpExperiment();
        case DJL_IMAGES, DJL_TABLE, DL4J_TABLE, DJL_ARRAYS -> EngineExperiments.find(name());
      };
    }

    /// What it reads.
    @Override
    public String toString() {
      return title;
    }
  }

  private ExperimentWorker() {}

  /// Makes one experiment.
  ///
  /// @param args the experiment, the folder for its files, `full` or `quick`, the number of rounds,
  ///   a Python with PyArrow or nothing, the driver of DuckDB or nothing
  public static void main(String[] args) throws IOException, InterruptedException {
    int rounds = Integer.parseInt(args[3]);
    BenchPace pace = args[2].equals("quick") ? BenchPace.quick(rounds) : BenchPace.full(rounds);
    System.out.println(new ObjectMapper().writeValueAsString(answer(args, pace)));
  }

  private static Object answer(String[] args, BenchPace pace) throws InterruptedException {
    try {
      Optional<PythonPeer> peer = args[4].isEmpty() ? Optional.empty() : PythonPeer.probe(args[4]);
      Optional<Path> duckDb = args[5].isEmpty() ? Optional.empty() : Optional.of(Path.of(args[5]));
      return Kind.valueOf(args[0]).experiment(peer, duckDb).run(Path.of(args[1]), pace);
    } catch (IOException | BenchFailure e) {
      return String.valueOf(e.getMessage());
    }
  }
}
