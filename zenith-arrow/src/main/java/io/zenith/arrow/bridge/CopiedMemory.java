package io.zenith.arrow.bridge;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.util.Map;
import java.util.TreeMap;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;

/// Buffers of a batch that was copied into memory of the allocator.
final class CopiedMemory extends BufferSource implements SegmentAllocator {
  private final TreeMap<Long, ArrowBuf> buffers = new TreeMap<>();

  CopiedMemory(BufferAllocator allocator) {
    super(allocator);
  }

  @Override
  public MemorySegment allocate(long bytes, long alignment) {
    if (bytes == 0) {
      return MemorySegment.NULL;
    }
    ArrowBuf buffer = make(bytes);
    buffers.put(buffer.memoryAddress(), buffer);
    return Addresses.segment(buffer.memoryAddress(), bytes);
  }

  @Override
  ArrowBuf at(long address, long bytes) {
    Map.Entry<Long, ArrowBuf> buffer = buffers.floorEntry(address);
    if (buffer == null) {
      throw new IllegalStateException("memory that was not copied");
    }
    return buffer.getValue().slice(address - buffer.getKey(), bytes);
  }

  /// Empty: arrow-java makes the bitmap.
  @Override
  ArrowBuf ones(long bits) {
    return allocator.getEmpty();
  }
}
