package io.zenith.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.zenith.Batch;
import io.zenith.DataLoader;
import io.zenith.Dataset;
import io.zenith.arrow.ArrowWriter;
import io.zenith.arrow.Compression;
import io.zenith.codec.Codec;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What the codec alone decompresses is what the loader delivers.
class CompressedBuffersTest {
  private static final int BATCHES = 3;
  private static final int ROWS = 1000;

  @TempDir private Path folder;

  @Test
  void areAllThatTheFileHolds() throws IOException {
    Path plain = folder.resolve("plain.arrow");
    Path compressed = folder.resolve("compressed.arrow");
    LargeFile.write(plain, BATCHES, ROWS);
    try (DataLoader loader = Dataset.open(plain.toString()).loader(ROWS).build();
        ArrowWriter writer =
            ArrowWriter.file(compressed).codec(Compression.LZ4).open(loader.schema())) {
      for (Batch batch : loader) {
        writer.write(batch);
      }
      writer.finish();
    }
    try (Arena arena = Arena.ofConfined();
        LoaderFloats floats = LoaderFloats.open(compressed)) {
      CompressedBuffers buffers = CompressedBuffers.read(compressed, arena);
      assertEquals(BATCHES * ROWS * LargeFile.COLUMNS * 4L, buffers.bytes());
      assertEquals(ROWS * LargeFile.COLUMNS * 4L, buffers.largestBatch());
      MemorySegment target = arena.allocate(buffers.largestBatch(), 64);
      double sum = 0;
      for (int batch = 0; batch < BATCHES; batch++) {
        buffers.decompress(batch, Codec.lz4Frame(), target);
        for (float value : target.toArray(ValueLayout.JAVA_FLOAT)) {
          sum += value;
        }
      }
      assertEquals(floats.sum(), sum);
    }
  }
}
