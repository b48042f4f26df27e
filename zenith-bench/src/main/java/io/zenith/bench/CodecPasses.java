package io.zenith.bench;

import io.zenith.codec.Codec;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// Threads that only run the codec over the buffers of a file, from native memory into memory that
/// is used again for each record batch.
final class CodecPasses implements PassReader {
  private final Arena arena = Arena.ofShared();
  private final Codec codec;
  private final CompressedBuffers buffers;
  private final List<MemorySegment> targets = new ArrayList<>();
  private final PassThreads threads;

  CodecPasses(Path file, Codec codec, int threads) throws IOException {
    this.codec = codec;
    this.buffers = CompressedBuffers.read(file, arena);
    for (int thread = 0; thread < threads; thread++) {
      targets.add(arena.allocate(buffers.largestBatch(), 64));
    }
    this.threads = new PassThreads(threads);
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
    threads.sum(
        buffers.batches().size(),
        (thread, batch) -> buffers.decompress(batch, codec, targets.get(thread)));
  }

  @Override
  public void close() {
    threads.close();
    arena.close();
  }
}
