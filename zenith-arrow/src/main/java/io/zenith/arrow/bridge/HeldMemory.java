package io.zenith.arrow.bridge;

import io.zenith.spi.Hold;
import io.zenith.spi.RecordBatch;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.ForeignAllocation;

/// Buffers that lie where the batch lies, in mapped files for the most part.
///
/// All of them belong to one allocation of arrow-java, which counts the references and gives the
/// memory up with the last one. Its size is 0: mapped pages take nothing from the allocator, so
/// they do not count against its limit.
final class HeldMemory extends BufferSource {
  /// For as many values in one column the all-ones bitmap is at hand.
  private static final long SHARED_BITS = 1 << 20;

  /// Ones, and a zero of 64 bits behind them.
  private static final MemorySegment SHARED = ones(SHARED_BITS, Arena.global());

  private final Held held;
  private final ArrowBuf base;

  /// Takes the hold over.
  HeldMemory(BufferAllocator allocator, Hold hold, RecordBatch rows) {
    super(allocator);
    this.held = new Held(hold, rows);
    // If it fails, it closes the hold.
    this.base = allocator.wrapForeignAllocation(held);
  }

  private static final class Held extends ForeignAllocation {
    private final Hold hold;

    /// Refers to the segments, some of which may be freed by the garbage collector.
    @SuppressWarnings("unused") // by reading; by reachability it is
    private final RecordBatch rows;

    private MemorySegment ones = SHARED;

    Held(Hold hold, RecordBatch rows) {
      super(0, 0);
      this.hold = hold;
      this.rows = rows;
    }

    @Override
    protected void release0() {
      hold.close();
    }
  }

  /// The allocation begins at the address 0, so that a place in it is an address.
  @Override
  ArrowBuf at(long address, long bytes) {
    ArrowBuf buffer = base.getReferenceManager().deriveBuffer(base, address, bytes);
    buffer.writerIndex(bytes);
    return buffer;
  }

  @Override
  ArrowBuf ones(long bits) {
    long bytes = Math.ceilDiv(bits, 8);
    if (bytes > held.ones.byteSize() - Long.BYTES) {
      held.ones = ones(bits, Arena.ofAuto());
    }
    return slice(held.ones, 0, bytes);
  }

  @Override
  ArrowBuf zero() {
    return slice(SHARED, SHARED.byteSize() - Long.BYTES, Long.BYTES);
  }

  private static MemorySegment ones(long bits, Arena arena) {
    long bytes = Math.ceilDiv(bits, 8);
    MemorySegment segment = arena.allocate(bytes + Long.BYTES, Long.BYTES);
    segment.asSlice(0, bytes).fill((byte) -1);
    return segment;
  }

  @Override
  public void close() {
    super.close();
    base.close();
  }
}
