package io.zenith.bench;

import io.zenith.Batch;
import io.zenith.arrow.Arrow;
import io.zenith.schema.Schema;
import io.zenith.spi.BatchIterator;
import io.zenith.spi.DataSource;
import io.zenith.spi.InputFile;
import io.zenith.spi.ReadRequest;
import io.zenith.spi.RecordBatch;
import io.zenith.spi.Split;
import io.zenith.spi.StoredFile;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.ToDoubleFunction;

/// A scan of a file by hand: threads that take one split after the other, read it into memory that
/// each uses again, and do something with its record batches. No loader, no order, no views.
final class HandPasses implements PassReader {
  private final Arena arena = Arena.ofShared();
  private final DataSource source;
  private final List<Split> splits;
  private final List<Integer> columns;
  private final List<MemorySegment> targets = new ArrayList<>();
  private final ToDoubleFunction<RecordBatch> work;
  private final ExecutorService pool;
  private final double millions;

  /// @param columns as places in the file
  HandPasses(Path file, List<Integer> columns, int threads, ToDoubleFunction<RecordBatch> work)
      throws IOException {
    this.columns = columns;
    this.work = work;
    this.source = Arrow.format().open(MappedFile.open(file, arena), arena);
    this.splits = source.splits();
    this.millions = splits.stream().mapToLong(Split::rows).sum() / 1e6;
    long most = splits.stream().mapToLong(split -> split.decodedBytes(columns)).max().orElse(0);
    for (int thread = 0; thread < threads; thread++) {
      targets.add(arena.allocate(most, 64));
    }
    this.pool = Executors.newFixedThreadPool(threads);
  }

  /// A file by its mapping alone.
  private record MappedFile(StoredFile file, MemorySegment bytes) implements InputFile {
    static MappedFile open(Path path, Arena arena) throws IOException {
      try (FileChannel channel = FileChannel.open(path)) {
        return new MappedFile(
            new StoredFile(path.toUri(), channel.size(), ""),
            channel.map(MapMode.READ_ONLY, 0, channel.size(), arena));
      }
    }

    @Override
    public Optional<MemorySegment> mapping() {
      return Optional.of(bytes);
    }

    @Override
    public void read(long offset, MemorySegment target) {
      MemorySegment.copy(bytes, offset, target, 0, target.byteSize());
    }

    @Override
    public void verifyUnchanged() {}
  }

  @Override
  public String title() {
    return "by hand";
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
    AtomicInteger next = new AtomicInteger();
    List<Callable<Double>> parts = new ArrayList<>();
    for (MemorySegment target : targets) {
      parts.add(() -> {
        double sum = 0;
        for (int at = next.getAndIncrement(); at < splits.size(); at = next.getAndIncrement()) {
          sum += read(splits.get(at), target);
        }
        return sum;
      });
    }
    double sum = 0;
    for (Future<Double> part : pool.invokeAll(parts)) {
      try {
        sum += part.get();
      } catch (ExecutionException e) {
        throw new IllegalStateException(e.getCause());
      }
    }
    if (Double.isNaN(sum)) {
      throw new BenchFailure("by hand: the sum is NaN");
    }
  }

  private double read(Split split, MemorySegment target) throws IOException {
    double sum = 0;
    SegmentAllocator buffers = SegmentAllocator.slicingAllocator(target);
    try (BatchIterator batches = source.read(ReadRequest.all(split, columns, buffers))) {
      while (batches.advance()) {
        sum += work.applyAsDouble(batches.batch());
      }
    }
    return sum;
  }

  /// Of all rows, as [ShuffledPasses#checksums].
  Map<String, String> checksums() throws IOException {
    RowChecksums checksums = new RowChecksums();
    Schema schema = selected();
    long rows = 0;
    for (Split split : splits) {
      SegmentAllocator buffers = SegmentAllocator.slicingAllocator(targets.getFirst());
      try (BatchIterator batches = source.read(ReadRequest.all(split, columns, buffers))) {
        while (batches.advance()) {
          checksums.add(Batch.of(schema, batches.batch()), rows);
          rows += batches.batch().rows();
        }
      }
    }
    return checksums.toHex();
  }

  private Schema selected() {
    return new Schema(columns.stream().map(source.schema().fields()::get).toList(), Map.of());
  }

  @Override
  public void close() {
    pool.close();
    source.close();
    arena.close();
  }
}
