package io.zenith.bench;

import io.zenith.Shuffle;
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

/// Batches of a loader in each kind of order, under JMH. An operation is a batch of 256 rows whose
/// values are summed; the threads of the loader take part, so garbage is theirs, too.
///
/// The main method takes JMH's options, for instance `-p order=WINDOWS`.
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 5, time = 2)
@Measurement(iterations = 5, time = 1)
public class ShuffledBenchmark {
  private static final long SEED = 1;
  private static final int ROWS = 1_000_000;
  private static final int BATCHES = 100;

  /// The kind of order.
  public enum Order {
    /// As the files have them.
    NONE,
    /// In windows.
    WINDOWS,
    /// All among each other.
    GLOBAL
  }

  /// In which order.
  @Param public Order order = Order.NONE;

  private @Nullable WorkFolder folder;
  private @Nullable ShuffledPasses opened;

  /// For JMH.
  public ShuffledBenchmark() {}

  /// Writes the file.
  @Setup
  public void open() throws IOException {
    folder = new WorkFolder(Path.of(System.getProperty("java.io.tmpdir")));
    Path table = GeneratedSet.TABLE.write(folder.path(), ROWS, SEED, _ -> {});
    Shuffle shuffle =
        switch (order) {
          case NONE -> Shuffle.none();
          case WINDOWS -> Shuffle.windowed(SEED);
          case GLOBAL -> Shuffle.global(SEED);
        };
    opened = ShuffledPasses.ofNumbers("Zenith", table, shuffle);
  }

  /// The next batches, of this epoch or of others.
  @Benchmark
  @OperationsPerInvocation(BATCHES)
  public double batches() {
    ShuffledPasses loader = Objects.requireNonNull(opened);
    double sum = 0;
    for (int batch = 0; batch < BATCHES; batch++) {
      sum += loader.consume(loader.next());
    }
    return sum;
  }

  /// Deletes the file.
  @TearDown
  public void close() throws IOException {
    Objects.requireNonNull(opened).close();
    Objects.requireNonNull(folder).close();
  }

  /// Runs JMH with its options, in JVMs such as `zenith bench` starts.
  public static void main(String[] args)
      throws RunnerException, CommandLineOptionException, IOException {
    JmhRun.of(ShuffledBenchmark.class, args);
  }
}
