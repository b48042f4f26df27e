package io.zenith.internal.pipeline;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;

/// What the sources of some files keep in memory while they are open, such as dictionaries that are
/// not views of a mapping.
public final class SourceMemory {
  private final Arena arena;
  private final Account account;
  private long taken;

  /// Counts the bytes that are kept.
  @FunctionalInterface
  public interface Account {
    /// Memory that counts in no budget.
    Account NONE = (_, _) -> {};

    /// Takes bytes, or gives them back if negative.
    ///
    /// @param what what they are for
    /// @throws IllegalStateException if there are not so many left
    void charge(long bytes, Object what);
  }

  /// @param arena ends when the files are closed
  SourceMemory(Arena arena, Account account) {
    this.arena = arena;
    this.account = account;
  }

  /// The memory for one file.
  SegmentAllocator of(Object file) {
    return (bytes, alignment) -> allocate(bytes, alignment, file);
  }

  private synchronized MemorySegment allocate(long bytes, long alignment, Object file) {
    account.charge(bytes, file);
    taken += bytes;
    return arena.allocate(bytes, alignment);
  }

  /// Ends the count, since the arena has ended.
  synchronized void giveBack() {
    if (!arena.scope().isAlive()) {
      account.charge(-taken, "");
      taken = 0;
    }
  }
}
