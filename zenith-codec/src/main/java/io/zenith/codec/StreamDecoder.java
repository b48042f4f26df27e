package io.zenith.codec;

import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Decompresses by a library's stream; can be used again and again, by one thread at a time.
final class StreamDecoder implements Decoder {
  private static final int CHUNK = 64 << 10;

  private final Decompressor.StreamOpener opener;
  private final byte[] chunk = new byte[CHUNK];

  StreamDecoder(Decompressor.StreamOpener opener) {
    this.opener = opener;
  }

  @Override
  public void decode(MemorySegment source, MemorySegment target) throws CorruptDataException {
    SegmentInputStream compressed = new SegmentInputStream(source);
    try (InputStream stream = opener.open(compressed)) {
      long produced = 0;
      while (produced < target.byteSize()) {
        int count = stream.read(chunk, 0, (int) Math.min(CHUNK, target.byteSize() - produced));
        if (count < 0) {
          break;
        }
        MemorySegment.copy(chunk, 0, target, ValueLayout.JAVA_BYTE, produced, count);
        produced += count;
      }
      Memory.requireFull(target, produced, compressed.offset());
      if (stream.read() >= 0) {
        throw new CorruptDataException(
            compressed.offset(), "more bytes", "the end after " + produced);
      }
    } catch (IOException e) {
      throw new CorruptDataException(
          compressed.offset(), "damaged data: " + e.getMessage(), "sound data");
    }
    if (compressed.offset() < source.byteSize()) {
      throw new CorruptDataException(
          compressed.offset(), "more data", "the end after " + target.byteSize() + " bytes");
    }
  }
}
