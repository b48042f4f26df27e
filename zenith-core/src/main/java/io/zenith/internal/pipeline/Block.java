package io.zenith.internal.pipeline;

import io.zenith.internal.ByteSize;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A grant of memory, from which one read takes its buffers, one after the other.
///
/// A file may not say how much a read takes, such as of words that a dictionary repeats. What goes
/// beyond the grant comes from the budget too, if there is room.
///
/// The memory is attached when the first buffer is taken, by the thread that is about to fill it:
/// then it is the one that was given back last, which is most likely in a cache still.
final class Block implements SegmentAllocator {
  private final Budget budget;
  private final long size;
  private @Nullable Slab slab;
  private long used;

  /// What was granted since this was full.
  private @Nullable Block more;

  /// The budget has no room for more than was granted.
  static final class FullException extends IllegalStateException {
    private static final long serialVersionUID = 1;

    private FullException(String message) {
      super(message);
    }
  }

  Block(Budget budget, long size) {
    this.budget = budget;
    this.size = size;
  }

  synchronized long size() {
    return size + (more == null ? 0 : more.size());
  }

  /// How much of it was taken.
  synchronized long used() {
    return used + (more == null ? 0 : more.used());
  }

  /// Whether there is room for so much.
  synchronized boolean fits(long bytes, long alignment) {
    return bytes <= size - next(alignment);
  }

  /// The next free piece. It is not cleared.
  ///
  /// @throws FullException if there is no room for it
  @Override
  public synchronized MemorySegment allocate(long bytes, long alignment) {
    long from = next(alignment);
    if (bytes > size - from) {
      if (more == null) {
        more =
            (size == 0 ? Optional.<Block>empty() : budget.tryGrow(bytes))
                .orElseThrow(() -> new FullException(tooLarge(bytes, from)));
      }
      return more.allocate(bytes, alignment);
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

  /// Begins anew: nobody reads what lies in it any more.
  synchronized void reset() {
    overwrite();
    used = 0;
    if (more != null) {
      more.reset();
    }
  }

  /// With assertions on, so that whoever still reads it is noticed.
  private void overwrite() {
    assert slab == null || slab.memory.asSlice(0, used).fill((byte) 0xA5) != null;
  }

  private String tooLarge(long bytes, long from) {
    return "a split takes more memory than it promised: "
        + ByteSize.text(bytes)
        + " after "
        + ByteSize.text(from)
        + " of "
        + ByteSize.text(size)
        + (size == 0 ? "" : ", and the budget has no room for more: set memoryBudget");
  }

  private long next(long alignment) {
    return Math.ceilDiv(used, alignment) * alignment;
  }

  /// How much memory is attached.
  synchronized long attached() {
    return (slab == null ? 0 : slab.size()) + (more == null ? 0 : more.attached());
  }

  /// Gives up the memory that was attached, once nobody allocates any more.
  List<Slab> detach() {
    overwrite();
    List<Slab> slabs = more == null ? new ArrayList<>() : more.detach();
    if (slab != null) {
      slabs.addFirst(slab);
    }
    slab = null;
    more = null;
    used = 0;
    return slabs;
  }
}
