package io.zenith.parquet;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.util.List;

/// Truth values.
final class BitValues implements LeafValues {
  private final SegmentAllocator memory;
  private MemorySegment bits;

  /// @param most how many values there may be, as far as known
  BitValues(long most, SegmentAllocator memory) {
    this.memory = memory;
    this.bits = memory.allocate(size(most), Long.BYTES);
  }

  /// Bits are written in whole words.
  private static long size(long values) {
    return Bitmaps.bytes(values) + Long.BYTES;
  }

  @Override
  public void dictionary(Page page, MemorySegment bytes, SegmentAllocator words) {
    throw page.place().unsupported("a dictionary of truth values");
  }

  @Override
  public OfPage begin(Page page, MemorySegment bytes) {
    int encoding = page.header().encoding();
    return switch (encoding) {
      case Encodings.PLAIN -> plain(page, bytes);
      case Encodings.RLE -> runs(page, bytes);
      default -> throw page.place().unsupported(Encodings.name(encoding) + " for this type");
    };
  }

  private OfPage plain(Page page, MemorySegment bytes) {
    return new OfPage() {
      private long at;

      @Override
      public void skip(int there) {
        at += there;
      }

      @Override
      public void add(int there, long from) {
        if (Bitmaps.bytes(at + there) > bytes.byteSize()) {
          throw page.place()
              .malformed(bytes.byteSize() + " bytes", Bitmaps.bytes(at + there) + " or more");
        }
        Bitmaps.copy(bytes, at, bits, from, there);
        at += there;
      }
    };
  }

  private OfPage runs(Page page, MemorySegment bytes) {
    if (bytes.byteSize() < Integer.BYTES) {
      throw page.place().malformed(bytes.byteSize() + " bytes", "a length and runs");
    }
    int size = bytes.get(Numbers.INT, 0);
    long left = bytes.byteSize() - Integer.BYTES;
    if (size < 0 || size > left) {
      throw page.place().malformed("runs of " + size + " bytes", "at most " + left);
    }
    RunReader runs = new RunReader(bytes.asSlice(Integer.BYTES, size), 1, page.place());
    return new OfPage() {
      @Override
      public void skip(int there) {
        runs.skip(there);
      }

      @Override
      public void add(int there, long from) {
        runs.readBits(bits, from, there);
      }
    };
  }

  @Override
  public void reserve(int places) {
    bits = Growth.to(size(places), bits, bits.byteSize(), memory);
  }

  /// Moves values apart, from the last one on.
  @Override
  public void spread(int there, int places, MemorySegment validity, long from) {
    long source = from + there;
    for (long place = from + places - 1; place >= from; place--) {
      boolean isThere = Bitmaps.get(validity, place);
      Bitmaps.set(bits, place, isThere && Bitmaps.get(bits, --source));
    }
  }

  @Override
  public List<MemorySegment> buffers(int places) {
    return List.of(Bitmaps.first(bits, places));
  }
}
