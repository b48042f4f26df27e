package io.zenith.arrow;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/// Native memory for what has to be computed before it is written: reused by each batch.
///
/// Whatever reads values one by one first takes them out of the mapping of a file with [#local]: of
/// native memory no read can fail, and loops see one class of segments.
final class WriterMemory implements AutoCloseable {
  private static final long SMALLEST = 1 << 16;
  private static final long ALIGNMENT = 8;

  private Arena arena = Arena.ofShared();
  private MemorySegment block = MemorySegment.NULL;
  private long used;
  private long taken;

  /// Memory that is valid until [#reset], and holds anything.
  MemorySegment allocate(long bytes) {
    if (bytes == 0) {
      return MemorySegment.NULL;
    }
    if (bytes > block.byteSize() - used) {
      block = arena.allocate(Math.max(Math.max(SMALLEST, bytes), taken), ALIGNMENT);
      used = 0;
    }
    MemorySegment memory = block.asSlice(used, bytes);
    long rounded = Math.min(block.byteSize() - used, Math.ceilDiv(bytes, ALIGNMENT) * ALIGNMENT);
    used += rounded;
    taken += rounded;
    return memory;
  }

  /// The same bytes outside of any mapping.
  MemorySegment local(MemorySegment bytes) {
    return bytes.isMapped() ? allocate(bytes.byteSize()).copyFrom(bytes) : bytes;
  }

  /// Takes all memory back. If one block was too small, the next will be large enough for what was
  /// in use.
  void reset() {
    if (taken > block.byteSize()) {
      long wanted = taken;
      arena.close();
      arena = Arena.ofShared();
      block = arena.allocate(wanted, ALIGNMENT);
    }
    used = 0;
    taken = 0;
  }

  @Override
  public void close() {
    arena.close();
  }
}
