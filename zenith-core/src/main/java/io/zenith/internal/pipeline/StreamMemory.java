package io.zenith.internal.pipeline;

import io.zenith.internal.ByteSize;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.util.ArrayList;
import java.util.List;

/// The memory of one record batch of a stream: taken from the budget block by block, since how much
/// it needs shows only while it is read.
///
/// One record batch gets half of the budget at most. The consumer may hold one while it waits for
/// the next, and nothing else is held then: so each wait for memory ends.
final class StreamMemory implements SegmentAllocator {
  private final Budget budget;
  private final Object part;
  private final List<Block> blocks = new ArrayList<>();
  private long taken;

  /// @param part whose memory this is, for errors
  StreamMemory(Budget budget, Object part) {
    this.budget = budget;
    this.part = part;
  }

  /// The next free piece. It is not cleared.
  @Override
  public MemorySegment allocate(long bytes, long alignment) {
    if (blocks.isEmpty() || !blocks.getLast().fits(bytes, alignment)) {
      blocks.add(block(bytes));
    }
    return blocks.getLast().allocate(bytes, alignment);
  }

  private Block block(long bytes) {
    long size = Budget.grantFor(bytes);
    if (size > budget.share() / 2 - taken) {
      throw new IllegalStateException(
          part
              + " needs "
              + ByteSize.text(bytes)
              + " of memory besides "
              + ByteSize.text(taken)
              + ", and a record batch of a stream may have "
              + ByteSize.text(budget.share() / 2)
              + ": set memoryBudget");
    }
    try {
      Block block =
          budget
              .acquire(bytes)
              .orElseThrow(() -> new IllegalStateException("the loader is closed"));
      taken += size;
      return block;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      InterruptedIOException interrupted = new InterruptedIOException("while waiting for memory");
      interrupted.initCause(e);
      throw new UncheckedIOException(interrupted);
    }
  }

  /// How much was taken.
  long used() {
    return blocks.stream().mapToLong(Block::used).sum();
  }

  /// Gives everything back.
  void release() {
    blocks.forEach(budget::release);
    blocks.clear();
  }
}
