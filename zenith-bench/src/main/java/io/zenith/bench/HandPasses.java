package io.zenith.bench;

import io.zenith.spi.RecordBatch;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/// A scan of a file by hand: threads that take one split after the other, read it into memory that
/// each uses again, and do something with its record batches. No loader, no order, no views, and
/// nobody who gets what was read.
final class HandPasses implements PassReader {
  private final String title;
  private final HandFile file;
  private final List<MemorySegment> targets = new ArrayList<>();
  private final ToDoubleFunction<RecordBatch> work;
  private final PassThreads threads;
  private final double millions;

  /// @param columns as places in the file
  HandPasses(
      String title,
      Path file,
      List<Integer> columns,
      int threads,
      ToDoubleFunction<RecordBatch> work)
      throws IOException {
    this.title = title;
    this.work = work;
    this.file = new HandFile(file, columns);
    this.millions = this.file.rows() / 1e6;
    for (int thread = 0; thread < threads; thread++) {
      targets.add(this.file.target());
    }
    this.threads = new PassThreads(threads);
  }

  @Override
  public String title() {
    return title;
  }

  @Override
  public int warmUps() {
    return 4;
  }

  /// In passes of 10^6 rows, as [ShuffledPasses] has them.
  @Override
  public Rate read(Duration turn) throws IOException, InterruptedException {
    Rate files = PassReader.read(turn, this::pass);
    return new Rate(files.passesPerSecond() * millions, files.cpuSeconds() / millions);
  }

  private void pass() throws InterruptedException {
    double sum =
        threads.sum(file.splits(), (thread, split) -> file.read(split, targets.get(thread), work));
    if (Double.isNaN(sum)) {
      throw new BenchFailure(title + ": the sum is NaN");
    }
  }

  /// Of all rows, as [ShuffledPasses#checksums].
  Map<String, String> checksums() throws IOException {
    return file.checksums();
  }

  @Override
  public void close() {
    threads.close();
    file.close();
  }
}
