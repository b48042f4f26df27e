package io.zenith.arrow.bridge;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;

/// Gives the buffers of one batch to its vectors, which retain them. Closing gives up what is held
/// besides, so that the vectors are the only ones to hold them.
abstract sealed class BufferSource implements AutoCloseable permits HeldMemory, CopiedMemory {
  final BufferAllocator allocator;

  /// All ones, which no compiler knows, since it is set in the constructor: see [#int32].
  private final int ones;

  private final List<ArrowBuf> made = new ArrayList<>(0);

  BufferSource(BufferAllocator allocator) {
    this.allocator = allocator;
    this.ones = -1;
  }

  /// Some bytes of a buffer of the batch, where they are.
  final ArrowBuf slice(MemorySegment buffer, long offset, long bytes) {
    return bytes == 0 ? allocator.getEmpty() : at(buffer.asSlice(offset, bytes).address(), bytes);
  }

  /// Reads 32 bits, so that they may be widened to 64. The mask stands between the load and the
  /// widening: HotSpot for x86 aborts where an instruction that does both meets the end of a
  /// truncated file.
  final int int32(ArrowBuf from, long at) {
    return from.getInt(at) & ones;
  }

  /// Reads 8 bits with their sign, so that they may be widened or tested.
  final int int8(ArrowBuf from, long at) {
    return from.getByte(at) & ones;
  }

  /// Memory of the batch.
  abstract ArrowBuf at(long address, long bytes);

  /// A bitmap of ones, or an empty buffer that stands for one.
  abstract ArrowBuf ones(long bits);

  /// A single offset of 64 bits, which is 0: arrow-java reads one also where nothing is.
  ArrowBuf zero() {
    ArrowBuf zero = make(Long.BYTES);
    zero.setLong(0, 0);
    return zero;
  }

  /// New memory of the allocator, which is not cleared.
  final ArrowBuf make(long bytes) {
    ArrowBuf buffer = allocator.buffer(bytes);
    made.add(buffer);
    return buffer;
  }

  @Override
  public void close() {
    made.forEach(ArrowBuf::close);
  }
}
