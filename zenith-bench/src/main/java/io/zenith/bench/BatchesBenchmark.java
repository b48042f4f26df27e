package io.zenith.bench;

import io.zenith.datasets.GeneratedSet;
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

/// The contenders of `zenith bench` that run in a JVM, under JMH. An operation is a batch of 64
/// rows; what is sampled is a pass of 157 of them.
///
/// The main method takes JMH's options and always counts garbage, for instance `-p
/// contender=ZENITH_SUMS -p variant=POLLUTED -bm sample`.
@State(Scope.Thread)
@BenchmarkMode({Mode.Throughput, Mode.SampleTime})
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class BatchesBenchmark {
  private static final int ROWS = 10_000;

  /// In 10,000 rows; the last batch has 16.
  private static final int BATCHES = 157;

  /// Who reads.
  @Param({
    "ZENITH_VIEWS",
    "ZENITH_ARRAYS",
    "ZENITH_SUMS",
    "ZENITH_STACK",
    "ARROW_ARRAYS",
    "ARROW_SUMS",
    "STREAM_ARRAYS",
    "STREAM_SUMS"
  })
  public String contender = "";

  /// What its code has met before.
  @Param({"PLAIN", "POLLUTED"})
  public String variant = "";

  /// What is read: TABLE or IMAGES.
  @Param("TABLE")
  public String set = "";

  private final BatchClock unread = new BatchClock(BATCHES);
  private @Nullable WorkFolder folder;
  private @Nullable Contender opened;

  /// For JMH.
  public BatchesBenchmark() {}

  /// Writes the files, and lets the code meet what it has to.
  @Setup
  public void open() throws IOException {
    folder = new WorkFolder(Path.of(System.getProperty("java.io.tmpdir")));
    JvmContender kind = JvmContender.valueOf(contender);
    if (Variant.valueOf(variant) == Variant.POLLUTED) {
      Pollution.of(kind, PollutionTable.write(folder.path()));
    }
    opened = kind.open(BenchFiles.write(GeneratedSet.valueOf(set), folder.path(), ROWS));
  }

  /// A pass over all rows.
  @Benchmark
  @OperationsPerInvocation(BATCHES)
  public double pass() throws IOException {
    return Objects.requireNonNull(opened).pass(unread);
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
    JmhRun.of(BatchesBenchmark.class, args);
  }
}
