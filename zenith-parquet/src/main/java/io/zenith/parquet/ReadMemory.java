package io.zenith.parquet;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;

/// The memory of one read. What is delivered is taken from its front; what only the column needs
/// that is being read, from its back, where it lies in the memory of columns that come later.
///
/// What does not fit comes from the request's memory, while there is room.
final class ReadMemory implements SegmentAllocator {
  private final SegmentAllocator buffers;
  private final MemorySegment memory;
  private long front;
  private long back;

  /// @param size bytes that are taken at once
  ReadMemory(long size, SegmentAllocator buffers) {
    this.buffers = buffers;
    this.memory = buffers.allocate(size, Long.BYTES);
    this.back = size;
  }

  /// Memory that is delivered.
  @Override
  public MemorySegment allocate(long bytes, long alignment) {
    long from = Math.ceilDiv(front, alignment) * alignment;
    if (bytes > back - from) {
      return buffers.allocate(bytes, alignment);
    }
    front = from + bytes;
    return memory.asSlice(from, bytes);
  }

  /// Takes the memory at the back, which nobody needs any more.
  void release() {
    back = memory.byteSize();
  }

  /// Memory until it is released.
  SegmentAllocator scratch() {
    return (bytes, alignment) -> {
      long from = Math.floorDiv(back - bytes, alignment) * alignment;
      if (from < front) {
        return buffers.allocate(bytes, alignment);
      }
      back = from;
      return memory.asSlice(from, bytes);
    };
  }
}
