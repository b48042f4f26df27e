package io.zenith.internal.pipeline;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.util.ArrayList;
import java.util.List;

/// Memory for what lives as long as one batch: rows from two record batches, stacked columns. It
/// grows to what a step needs and is reused for the next, so that steps in the long run allocate
/// nothing.
public final class Scratch implements SegmentAllocator, AutoCloseable {
  private static final long SMALLEST = 1 << 16;

  private final Budget budget;
  private final List<Arena> arenas = new ArrayList<>();
  private MemorySegment slab = MemorySegment.NULL;
  private long used;
  private long held;
  private boolean closed;

  /// Memory that is charged to a budget.
  public Scratch(Budget budget) {
    this.budget = budget;
  }

  /// The next free piece. It is not cleared.
  @Override
  public synchronized MemorySegment allocate(long bytes, long alignment) {
    long from = Math.ceilDiv(used, alignment) * alignment;
    if (bytes > slab.byteSize() - from) {
      grow(bytes);
      from = 0;
    }
    used = from + bytes;
    return slab.asSlice(from, bytes);
  }

  /// A larger slab; the full one stays until the step ends, since views refer to it.
  private void grow(long bytes) {
    if (closed) {
      throw new IllegalStateException("the loader is closed");
    }
    long size = Math.max(SMALLEST, Math.max(2 * slab.byteSize(), Long.highestOneBit(bytes) << 1));
    budget.charge(size);
    Arena arena = Arena.ofShared();
    try {
      slab = arena.allocate(size, 64);
    } catch (OutOfMemoryError e) {
      arena.close();
      budget.charge(-size);
      throw e;
    }
    arenas.add(arena);
    assert Ledger.opened(arena, "scratch memory of " + size + " bytes");
    held += size;
  }

  /// Ends the step: everything may be handed out again. With assertions on, the content is
  /// overwritten, so that whoever still reads it is noticed.
  public void reset() {
    // Most steps take nothing; only the consumer writes `used`.
    if (used > 0) {
      clear();
    }
  }

  private synchronized void clear() {
    assert slab.asSlice(0, used).fill((byte) 0xA5) != null;
    used = 0;
    if (arenas.size() > 1) {
      while (arenas.size() > 1) {
        free(arenas.getFirst());
        arenas.removeFirst();
      }
      budget.charge(slab.byteSize() - held);
      held = slab.byteSize();
    }
  }

  private static void free(Arena arena) {
    arena.close();
    assert Ledger.closed(arena);
  }

  /// Frees all memory: whoever still reads it gets an [IllegalStateException].
  ///
  /// @throws IllegalStateException if native code holds some of it: the next call tries again
  @Override
  public synchronized void close() {
    closed = true;
    slab = MemorySegment.NULL;
    used = 0;
    List<Runnable> steps = new ArrayList<>();
    for (Arena arena : List.copyOf(arenas)) {
      steps.add(() -> {
        free(arena);
        arenas.remove(arena);
      });
    }
    Closing.all(steps);
  }
}
