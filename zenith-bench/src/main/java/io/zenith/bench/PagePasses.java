package io.zenith.bench;

import io.zenith.codec.Codec;
import io.zenith.codec.CorruptDataException;
import io.zenith.codec.Decompressor;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.Util;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/// Threads that only decompress the pages of a Parquet file, from native memory into memory that is
/// used again for each page: the floor of what has to be done.
final class PagePasses implements PassReader {
  private final Arena arena = Arena.ofShared();
  private final List<List<Page>> chunks = new ArrayList<>();
  private final List<MemorySegment> targets = new ArrayList<>();
  private final PassThreads threads;
  private final Decompressor codec;

  /// One page.
  ///
  /// @param stored its bytes
  /// @param size how many they become
  private record Page(MemorySegment stored, int size) {}

  PagePasses(Path file, int threads) throws IOException {
    MemorySegment content = arena.allocate(Files.size(file), 64);
    try (FileChannel channel = FileChannel.open(file)) {
      content.copyFrom(channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size(), arena));
    }
    CompressionCodecName name = CompressionCodecName.UNCOMPRESSED;
    try (ParquetJavaFile opened = new ParquetJavaFile(file)) {
      for (BlockMetaData rowGroup : opened.rowGroups()) {
        for (ColumnChunkMetaData chunk : rowGroup.getColumns()) {
          name = chunk.getCodec();
          chunks.add(pages(content.asSlice(chunk.getStartingPos(), chunk.getTotalSize())));
        }
      }
    }
    this.codec =
        switch (name) {
          case SNAPPY -> Decompressor.snappy();
          case ZSTD -> Codec.zstd();
          default -> throw new BenchFailure(file + ": " + name + " is not measured");
        };
    int largest = chunks.stream().flatMap(List::stream).mapToInt(Page::size).max().orElse(0);
    for (int thread = 0; thread < threads; thread++) {
      targets.add(arena.allocate(largest, 64));
    }
    this.threads = new PassThreads(threads);
  }

  /// Pages V1, which are all that PyArrow and parquet-java write by default.
  private static List<Page> pages(MemorySegment chunk) throws IOException {
    byte[] bytes = chunk.toArray(ValueLayout.JAVA_BYTE);
    ByteArrayInputStream input = new ByteArrayInputStream(bytes);
    List<Page> pages = new ArrayList<>();
    while (input.available() > 0) {
      PageHeader header = Util.readPageHeader(input);
      int from = bytes.length - input.available();
      pages.add(
          new Page(
              chunk.asSlice(from, header.getCompressed_page_size()),
              header.getUncompressed_page_size()));
      input.skipNBytes(header.getCompressed_page_size());
    }
    return pages;
  }

  @Override
  public String title() {
    return "decompression alone";
  }

  @Override
  public int warmUps() {
    return 5;
  }

  @Override
  public Rate read(Duration turn) throws IOException, InterruptedException {
    return PassReader.read(turn, () -> threads.sum(chunks.size(), this::decompress));
  }

  private double decompress(int thread, int chunk) {
    MemorySegment target = targets.get(thread);
    long bytes = 0;
    for (Page page : chunks.get(chunk)) {
      try {
        codec.decompress(page.stored, target.asSlice(0, page.size));
      } catch (CorruptDataException e) {
        throw new BenchFailure("column chunk " + chunk + ": " + e.getMessage());
      }
      bytes += page.size;
    }
    return bytes;
  }

  @Override
  public void close() {
    threads.close();
    arena.close();
  }
}
