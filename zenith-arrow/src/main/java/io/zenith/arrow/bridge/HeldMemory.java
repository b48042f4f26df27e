package io.zenith.arrow.bridge;

import io.zenith.spi.Hold;
import io.zenith.spi.RecordBatch;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.ForeignAllocation;

/// Buffers that lie where the batch lies, in mapped files for the most part.
///
/// All of them belong to one allocation of arrow-java, which counts the references and gives the
/// memory up with the last one. Its size is 0: mapped pages take nothing from the allocator, so
/// they do not count against its limit.
final class HeldMemory extends BufferSource {
  /// A bitmap of ones that is at hand, for a million values.
  private static final MemorySegment ONES = ones(1 << 17, Arena.global());

  private static final MemorySegment ZERO = Arena.global().allocate(Long.BYTES, Long.BYTES);

  private final Held held;
  private final ArrowBuf base;

  /// Takes the hold over, unless this fails.
  HeldMemory(BufferAllocator allocator, Hold hold, RecordBatch rows) {
    super(allocator);
    this.held = new Held(hold, rows);
    this.base = allocator.wrapForeignAllocation(held);
  }

  private static final class Held extends ForeignAllocation {
    private final Hold hold;

    /// Refers to the segments, some of which may be freed by the garbage collector.
    @SuppressWarnings("unused") // by reading; by reachability it is
    private final RecordBatch rows;

    /// Bitmaps of ones that vectors may use, the largest last.
    private final List<MemorySegment> ones = new ArrayList<>(List.of(ONES));

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
    if (bytes > held.ones.getLast().byteSize()) {
      held.ones.add(ones(bytes, Arena.ofAuto()));
    }
    return slice(held.ones.getLast(), 0, bytes);
  }

  @Override
  ArrowBuf zero() {
    return slice(ZERO, 0, Long.BYTES);
  }

  private static MemorySegment ones(long bytes, Arena arena) {
    return arena.allocate(bytes, Long.BYTES).fill((byte) -1);
  }

  @Override
  public void close() {
    super.close();
    base.close();
  }
}
