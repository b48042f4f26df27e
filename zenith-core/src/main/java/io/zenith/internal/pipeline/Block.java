package io.zenith.internal.pipeline;

import io.zenith.internal.ByteSize;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import org.jspecify.annotations.Nullable;

/// A grant of memory, from which one read takes its buffers, one after the other.
///
/// The memory is attached when the first buffer is taken, by the thread that is about to fill it:
/// then it is the one that was given back last, which is most likely in a cache still.
final class Block implements SegmentAllocator {
  private final Budget budget;
  private final long size;
  private @Nullable Slab slab;
  private long used;

  Block(Budget budget, long size) {
    this.budget = budget;
    this.size = size;
  }

  long size() {
    return size;
  }

  /// How much of it was taken.
  synchronized long used() {
    return used;
  }

  /// Whether there is room for so much.
  synchronized boolean fits(long bytes, long alignment) {
    return bytes <= size - next(alignment);
  }

  /// The next free piece. It is not cleared.
  @Override
  public synchronized MemorySegment allocate(long bytes, long alignment) {
    long from = next(alignment);
    if (bytes > size - from) {
      throw new IllegalStateException(
          "a split takes more memory than it promised: "
              + ByteSize.text(bytes)
              + " after "
              + ByteSize.text(from)
              + " of "
              + ByteSize.text(size));
    }
    if (bytes == 0) {
      return MemorySegment.NULL;
    }
    if (slab == null) {
      slab = budget.attach(size);
    }
    used = from + bytes;
    return slab.memory.asSlice(from, bytes);
  }

  private long next(long alignment) {
    return Math.ceilDiv(used, alignment) * alignment;
  }

  /// How much memory is attached.
  synchronized long attached() {
    return slab == null ? 0 : slab.size();
  }

  /// Gives up the memory, if any was attached, once nobody allocates any more. With assertions on,
  /// the content is overwritten, so that whoever still reads it is noticed.
  @Nullable Slab detach() {
    Slab last = slab;
    slab = null;
    assert last == null || last.memory.asSlice(0, used).fill((byte) 0xA5) != null;
    used = 0;
    return last;
  }
}
