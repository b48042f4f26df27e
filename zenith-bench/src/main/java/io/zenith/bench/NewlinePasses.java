package io.zenith.bench;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.time.Duration;

/// Threads that count the line feeds of a mapping, and do nothing else: the floor of what it takes
/// to find records.
final class NewlinePasses implements PassReader {
  private static final int PART_BYTES = 1 << 20;
  private static final ValueLayout.OfLong WORD = ValueLayout.JAVA_LONG_UNALIGNED;
  private static final long ONES = 0x0101010101010101L;
  private static final long LOW = 0x7F7F7F7F7F7F7F7FL;

  /// As often each byte of a word can be counted up.
  private static final int MOST = 255;

  /// How bytes are compared.
  enum Way {
    /// One by one.
    BYTES,
    /// Eight in a word.
    WORDS
  }

  private final Arena arena = Arena.ofShared();
  private final Way way;
  private final MemorySegment mapping;
  private final PassThreads threads;

  NewlinePasses(Path file, Way way, int threads) throws IOException {
    this.way = way;
    try (FileChannel channel = FileChannel.open(file)) {
      this.mapping = channel.map(MapMode.READ_ONLY, 0, channel.size(), arena);
    }
    this.threads = new PassThreads(threads);
  }

  @Override
  public String title() {
    return switch (way) {
      case BYTES -> "newlines counted, byte by byte";
      case WORDS -> "newlines counted, eight bytes at a time";
    };
  }

  @Override
  public int warmUps() {
    return 2;
  }

  @Override
  public Rate read(Duration turn) throws IOException, InterruptedException {
    return PassReader.read(turn, () -> Keep.alive(count()));
  }

  /// How many there are.
  long count() throws InterruptedException {
    int parts = Math.toIntExact(Math.ceilDiv(mapping.byteSize(), PART_BYTES));
    return (long) threads.sum(parts, (_, part) -> count(part));
  }

  private long count(int part) {
    long from = (long) part * PART_BYTES;
    long to = Math.min(mapping.byteSize(), from + PART_BYTES);
    return switch (way) {
      case BYTES -> countBytes(from, to);
      case WORDS -> countWords(from, to);
    };
  }

  private int countBytes(long from, long to) {
    int count = 0;
    for (long at = from; at < to; at++) {
      count += mapping.get(ValueLayout.JAVA_BYTE, at) == '\n' ? 1 : 0;
    }
    return count;
  }

  private long countWords(long from, long to) {
    long count = 0;
    long at = from;
    while (to - at >= Long.BYTES) {
      int words = (int) Math.min(MOST, (to - at) / Long.BYTES);
      long ones = 0;
      for (int word = 0; word < words; word++) {
        ones += lineFeeds(mapping.get(WORD, at + (long) word * Long.BYTES));
      }
      long pairs = (ones & 0x00FF00FF00FF00FFL) + ((ones >>> 8) & 0x00FF00FF00FF00FFL);
      count += (pairs * 0x0001000100010001L) >>> 48;
      at += (long) words * Long.BYTES;
    }
    return count + countBytes(at, to);
  }

  /// A one in each byte that is a line feed.
  private static long lineFeeds(long word) {
    long other = word ^ ('\n' * ONES);
    return (~(((other & LOW) + LOW) | other) >>> 7) & ONES;
  }

  @Override
  public void close() {
    threads.close();
    arena.close();
  }
}
