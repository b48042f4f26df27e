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

/// Those of `zenith bench csv` that run in a JVM, under JMH. An operation is a row, from the path
/// to its values. `ZENITH_PYTHON` names a Python with PyArrow, which writes the files.
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 5, time = 2)
@Measurement(iterations = 5, time = 1)
public class CsvBenchmark {
  private static final int ROWS = 1_000_000;

  /// Which table.
  @Param({"num", "quoted"})
  public String file = "";

  /// Who reads.
  public enum Reader {
    /// A loader, where some records decide about types.
    ZENITH,
    /// A loader, where all records decide about types.
    ZENITH_ALL_RECORDS,
    /// A loader that knows the types.
    ZENITH_TYPES,
    /// FastCSV, with `Double.parseDouble`, on one thread.
    FASTCSV
  }

  /// Who reads.
  @Param public Reader reader = Reader.ZENITH;

  private @Nullable WorkFolder folder;
  private PassReader.@Nullable Pass pass;

  /// For JMH.
  public CsvBenchmark() {}

  /// Writes the files.
  @Setup
  public void open() throws IOException, InterruptedException {
    folder = new WorkFolder(Path.of(System.getProperty("java.io.tmpdir")));
    PythonPasses.writeCsv(JmhRun.peer(), folder.path(), ROWS);
    Path path = folder.path().resolve(file + ".csv");
    CsvPasses sampled = CsvPasses.ofSample(path);
    pass =
        switch (reader) {
          case ZENITH -> sampled::pass;
          case ZENITH_ALL_RECORDS -> CsvPasses.ofAllRecords(path)::pass;
          case ZENITH_TYPES -> CsvPasses.ofTypes(path, sampled.open().schema())::pass;
          case FASTCSV -> new FastCsvPasses(path, sampled.open().schema())::pass;
        };
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
    Objects.requireNonNull(folder).close();
  }

  /// Runs JMH with its options, in JVMs such as `zenith bench` starts.
  public static void main(String[] args)
      throws RunnerException, CommandLineOptionException, IOException {
    JmhRun.of(CsvBenchmark.class, args);
  }
}
