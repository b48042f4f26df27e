package io.zenith.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.CommandLineOptionException;

/// Those of `zenith bench parquet` that run in a JVM, under JMH. An operation is a row; two threads
/// read. `ZENITH_PYTHON` names a Python with PyArrow, which writes the files.
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 5, time = 2)
@Measurement(iterations = 5, time = 1)
public class ParquetBenchmark {
  private static final int ROWS = 1_000_000;
  private static final int THREADS = 2;

  /// Which table, by which codec.
  @Param({"num.snappy", "num.zstd", "str.snappy", "str.zstd"})
  public String file = "";

  /// Who reads: a loader in batches of 65,536 or of 64 rows, or parquet-java's column API.
  public enum Reader {
    /// A loader.
    ZENITH,
    /// A loader in small batches.
    ZENITH_64,
    /// parquet-java.
    PARQUET_JAVA
  }

  /// Who reads.
  @Param public Reader reader = Reader.ZENITH;

  private @Nullable WorkFolder folder;
  private @Nullable PassReader opened;
  private PassReader.@Nullable Pass pass;

  /// For JMH.
  public ParquetBenchmark() {}

  /// Writes the files.
  @Setup
  public void open() throws IOException, InterruptedException {
    folder = new WorkFolder(Path.of(System.getProperty("java.io.tmpdir")));
    PythonPasses.writeParquet(JmhRun.peer(), folder.path(), ROWS);
    Path path = folder.path().resolve(file + ".parquet");
    switch (reader) {
      case ZENITH -> open(new LoaderPasses(path));
      case ZENITH_64 -> open(new LoaderPasses(path, Contender.BATCH_ROWS));
      case PARQUET_JAVA -> {
        ParquetJavaColumns columns = new ParquetJavaColumns(path, THREADS);
        opened = columns;
        pass = columns::pass;
      }
    }
  }

  private void open(LoaderPasses loader) {
    opened = loader;
    pass = loader::pass;
  }

  /// All rows once.
  @Benchmark
  @OperationsPerInvocation(ROWS)
  public void pass() throws IOException, InterruptedException {
    Objects.requireNonNull(pass).run();
  }

  /// Deletes the files.
  @TearDown
  public void close() throws IOException {
    Objects.requireNonNull(opened).close();
    Objects.requireNonNull(folder).close();
  }

  /// Runs JMH with its options, in JVMs such as `zenith bench` starts.
  public static void main(String[] args)
      throws RunnerException, CommandLineOptionException, IOException {
    JmhRun.of(ParquetBenchmark.class, args);
  }
}
