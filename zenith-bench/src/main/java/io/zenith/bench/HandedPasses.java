package io.zenith.bench;

import io.zenith.spi.RecordBatch;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// The least that has to be done to read a file with several threads and give what they have read
/// to another one, for ever: a queue of what is read, and one of memory that is free again.
final class HandedPasses implements PassReader {
  private final HandFile file;
  private final BlockingQueue<MemorySegment> free;
  private final BlockingQueue<Part> read;
  private final ExecutorService pool;
  private final List<Future<?>> readers;
  private final double millions;
  private @Nullable MemorySegment current;

  /// What was read of a split.
  ///
  /// @param memory where it is
  private record Part(MemorySegment memory, double rows) {}

  /// @param columns as places in the file
  /// @param ahead how many splits may wait for the consumer or be read
  HandedPasses(Path file, List<Integer> columns, int threads, int ahead) throws IOException {
    this.file = new HandFile(file, columns);
    this.millions = this.file.rows() / 1e6;
    this.free = new ArrayBlockingQueue<>(ahead + 1);
    this.read = new ArrayBlockingQueue<>(ahead + 1);
    for (int target = 0; target <= ahead; target++) {
      free.add(this.file.target());
    }
    this.pool = Executors.newFixedThreadPool(threads);
    AtomicLong next = new AtomicLong();
    this.readers =
        IntStream.range(0, threads)
            .<Future<?>>mapToObj(_ -> pool.submit(() -> readAll(next)))
            .toList();
  }

  private @Nullable Void readAll(AtomicLong next) throws IOException {
    try {
      while (true) {
        MemorySegment memory = free.take();
        int split = (int) (next.getAndIncrement() % file.splits());
        read.put(new Part(memory, file.read(split, memory, RecordBatch::rows)));
      }
    } catch (InterruptedException _) {
      return null; // by close()
    }
  }

  @Override
  public String title() {
    return "by hand, given to another thread";
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
    double rows = 0;
    for (int split = 0; split < file.splits(); split++) {
      if (current != null) {
        free.put(current);
      }
      Part part = read.take();
      current = part.memory;
      rows += part.rows;
    }
    if (rows == 0) {
      throw new BenchFailure(title() + ": no rows");
    }
  }

  @Override
  public void close() {
    pool.shutdownNow();
    pool.close();
    try {
      for (Future<?> reader : readers) {
        reader.get();
      }
    } catch (InterruptedException | ExecutionException e) {
      throw new IllegalStateException(e);
    } finally {
      file.close();
    }
  }
}
