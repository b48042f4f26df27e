package io.zenith.codec;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import net.jpountz.xxhash.StreamingXXHash32;
import net.jpountz.xxhash.XXHashFactory;

/// The checksum of LZ4 frames over bytes of a segment; can be used again and again, by one thread
/// at a time.
final class Lz4Checksum {
  private final byte[] chunk = new byte[1 << 13];
  private final StreamingXXHash32 hash = XXHashFactory.safeInstance().newStreamingHash32(0);

  int of(MemorySegment bytes, long from, long count) {
    hash.reset();
    for (long done = 0; done < count; ) {
      int length = (int) Math.min(chunk.length, count - done);
      MemorySegment.copy(bytes, ValueLayout.JAVA_BYTE, from + done, chunk, 0, length);
      hash.update(chunk, 0, length);
      done += length;
    }
    return hash.getValue();
  }
}
