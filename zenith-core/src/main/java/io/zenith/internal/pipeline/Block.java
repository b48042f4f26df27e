package io.zenith.internal.pipeline;

import io.zenith.internal.ByteSize;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;

/// A piece of native memory from which one read takes its buffers, one after the other.
final class Block implements SegmentAllocator {
  private final Arena arena = Arena.ofShared();
  private final MemorySegment memory;
  private long used;

  Block(long bytes) {
    memory = arena.allocate(bytes, 64);
    assert Ledger.opened(this, "block of " + bytes + " bytes");
  }

  long size() {
    return memory.byteSize();
  }

  /// Whether there is room for so much.
  synchronized boolean fits(long bytes, long alignment) {
    return bytes <= memory.byteSize() - next(alignment);
  }

  /// The next free piece. It is not cleared.
  @Override
  public synchronized MemorySegment allocate(long bytes, long alignment) {
    long from = next(alignment);
    if (bytes > memory.byteSize() - from) {
      throw new IllegalStateException(
          "a split takes more memory than it promised: "
              + ByteSize.text(bytes)
              + " after "
              + ByteSize.text(from)
              + " of "
              + ByteSize.text(memory.byteSize()));
    }
    used = from + bytes;
    return memory.asSlice(from, bytes);
  }

  private long next(long alignment) {
    return Math.ceilDiv(used, alignment) * alignment;
  }

  /// Gives everything back. With assertions on, the content is overwritten, so that whoever still
  /// reads it is noticed.
  void clear() {
    assert memory.asSlice(0, used).fill((byte) 0xA5) != null;
    used = 0;
  }

  void free() {
    arena.close();
    assert Ledger.closed(this);
  }
}
