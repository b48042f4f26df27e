package io.zenith.codec;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// The bytes of one compressed block, brought to the heap a chunk at a time.
///
/// [Lz4JavaBlocks] and [SnappyDecoder] read the chunk: the fields that are not private are for
/// their loops.
final class HeapInput {
  /// Small, since long literals are copied from the source and not from here.
  private static final int CHUNK = 1 << 13;

  /// What blocks consist of, for errors.
  private final String unit;

  final byte[] bytes = new byte[CHUNK];

  /// Index of the next byte.
  int at;

  /// End of the chunk.
  int limit;

  private MemorySegment source = MemorySegment.NULL;

  /// Place of the chunk in the source.
  private long base;

  private long end;

  HeapInput(String unit) {
    this.unit = unit;
  }

  void open(MemorySegment compressed) {
    source = compressed;
  }

  void close() {
    source = MemorySegment.NULL;
  }

  MemorySegment source() {
    return source;
  }

  /// Begins a block, which lies inside the source.
  void begin(long from, long to) {
    base = from;
    end = to;
    at = 0;
    refill();
  }

  /// A chunk that begins with the next byte.
  void refill() {
    base += at;
    at = 0;
    limit = (int) Math.min(CHUNK, end - base);
    MemorySegment.copy(source, ValueLayout.JAVA_BYTE, base, bytes, 0, limit);
  }

  /// Place of the next byte in the source.
  long offset() {
    return base + at;
  }

  /// How many bytes of the block are left.
  long left() {
    return end - base - at;
  }

  /// Whether the block goes on behind the chunk.
  boolean hasMore() {
    return base + limit < end;
  }

  int next() throws CorruptDataException {
    if (at == limit) {
      if (left() == 0) {
        throw new CorruptDataException(
            offset(), "the end of a block inside " + unit, "the rest of it");
      }
      refill();
    }
    return bytes[at++] & 0xFF;
  }

  /// Moves bytes of the block, which has as many, to a window.
  void moveTo(HeapWindow window, long count) {
    if (count <= limit - at && count <= window.room()) {
      System.arraycopy(bytes, at, window.bytes, window.at, (int) count);
      window.at += (int) count;
    } else {
      window.append(source, offset(), count);
    }
    skip(count);
  }

  private void skip(long count) {
    if (count <= limit - at) {
      at += (int) count;
    } else {
      base += at + count;
      at = 0;
      limit = 0;
    }
  }
}
