package io.zenith.parquet;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.util.List;

/// Truth values.
final class BitValues implements LeafValues {
  private final MemorySegment bits;

  /// @param most how many values there may be
  BitValues(long most, SegmentAllocator memory) {
    this.bits = memory.allocate(Bitmaps.bytes(most) + Long.BYTES, Long.BYTES);
  }

  @Override
  public void dictionary(Page page, MemorySegment bytes) {
    throw page.place().unsupported("a dictionary of truth values");
  }

  @Override
  public void add(
      Page page, MemorySegment bytes, int there, int places, MemorySegment validity, long from) {
    if (there > 0) {
      read(page, bytes, there, from);
    }
    if (there < places) {
      spread(there, places, validity, from);
    }
  }

  private void read(Page page, MemorySegment bytes, int there, long from) {
    int encoding = page.header().encoding();
    switch (encoding) {
      case Encodings.PLAIN -> {
        if (Bitmaps.bytes(there) > bytes.byteSize()) {
          throw page.place()
              .malformed(bytes.byteSize() + " bytes", Bitmaps.bytes(there) + " or more");
        }
        Bitmaps.copy(bytes, 0, bits, from, there);
      }
      case Encodings.RLE -> {
        if (bytes.byteSize() < Integer.BYTES) {
          throw page.place().malformed(bytes.byteSize() + " bytes", "a length and runs");
        }
        int size = bytes.get(Numbers.INT, 0);
        long left = bytes.byteSize() - Integer.BYTES;
        if (size < 0 || size > left) {
          throw page.place().malformed("runs of " + size + " bytes", "at most " + left);
        }
        MemorySegment runs = bytes.asSlice(Integer.BYTES, size);
        new RunReader(runs, 1, page.place()).readBits(bits, from, there);
      }
      default -> throw page.place().unsupported(Encodings.name(encoding) + " for this type");
    }
  }

  /// Moves values apart, from the last one on.
  private void spread(int there, int places, MemorySegment validity, long from) {
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
