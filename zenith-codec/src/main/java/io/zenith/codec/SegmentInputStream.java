package io.zenith.codec;

import java.io.InputStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// The bytes of a segment as a stream.
final class SegmentInputStream extends InputStream {
  private final MemorySegment source;
  private long at;

  SegmentInputStream(MemorySegment source) {
    this.source = source;
  }

  /// How many bytes were read.
  long offset() {
    return at;
  }

  @Override
  public int read() {
    return at == source.byteSize() ? -1 : source.get(ValueLayout.JAVA_BYTE, at++) & 0xFF;
  }

  @Override
  public int read(byte[] bytes, int from, int count) {
    if (at == source.byteSize() && count > 0) {
      return -1;
    }
    int length = (int) Math.min(count, source.byteSize() - at);
    MemorySegment.copy(source, ValueLayout.JAVA_BYTE, at, bytes, from, length);
    at += length;
    return length;
  }
}
