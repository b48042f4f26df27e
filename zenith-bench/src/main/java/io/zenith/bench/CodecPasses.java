package io.zenith.bench;

import io.zenith.codec.Codec;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/// Threads that only run the codec over the buffers of a file, from native memory into memory that
/// is used again for each record batch.
final class CodecPasses implements PassReader {
  private final Arena arena = Arena.ofShared();
  private final Codec codec;
  private final CompressedBuffers buffers;
  private final List<MemorySegment> targets = new ArrayList<>();
  private final ExecutorService pool;

  CodecPasses(Path file, Codec codec, int threads) throws IOException {
    this.codec = codec;
    this.buffers = CompressedBuffers.read(file, arena);
    for (int thread = 0; thread < threads; thread++) {
      targets.add(arena.allocate(buffers.largestBatch(), 64));
    }
    this.pool = Executors.newFixedThreadPool(threads);
  }

  @Override
  public String title() {
    return "the codec alone";
  }

  /// How many bytes a pass gives.
  long bytes() {
    return buffers.bytes();
  }

  @Override
  public int warmUps() {
    return 5;
  }

  @Override
  public Rate read(Duration turn) throws IOException, InterruptedException {
    return PassReader.read(turn, this::pass);
  }

  private void pass() throws InterruptedException {
    AtomicInteger next = new AtomicInteger();
    List<Callable<Void>> parts = new ArrayList<>();
    for (MemorySegment target : targets) {
      parts.add(() -> {
        for (int batch = next.getAndIncrement();
            batch < buffers.batches().size();
            batch = next.getAndIncrement()) {
          buffers.decompress(batch, codec, target);
        }
        return null;
      });
    }
    for (Future<Void> part : pool.invokeAll(parts)) {
      try {
        part.get();
      } catch (ExecutionException e) {
        throw new IllegalStateException(e.getCause());
      }
    }
  }

  @Override
  public void close() {
    pool.close();
    arena.close();
  }
}
