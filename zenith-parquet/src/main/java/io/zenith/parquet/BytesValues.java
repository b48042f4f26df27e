package io.zenith.parquet;

import io.zenith.arrow.schema.Place;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Values of any length.
final class BytesValues implements LeafValues {
  private final BytesTarget target;
  private @Nullable BytesDictionary dictionary;

  /// @param most how many values there may be, as far as known
  /// @param bytes how many bytes they take, as far as known
  BytesValues(long most, long bytes, SegmentAllocator memory, Place place) {
    this.target = new BytesTarget(most, bytes, memory, place);
  }

  @Override
  public void dictionary(Page page, MemorySegment bytes, SegmentAllocator memory) {
    dictionary = new BytesDictionary(BytesDictionary.read(page, bytes, memory));
  }

  @Override
  public OfPage begin(Page page, MemorySegment bytes) {
    BytesDecoder decoder = decoder(page, bytes);
    return new OfPage() {
      @Override
      public void skip(int there) {
        decoder.skip(there, target);
      }

      @Override
      public void add(int there, long from) {
        decoder.read(there, target);
      }
    };
  }

  private BytesDecoder decoder(Page page, MemorySegment bytes) {
    if (!Encodings.isDictionary(page.header().encoding())) {
      return BytesDecoder.of(page, bytes);
    }
    if (dictionary == null) {
      throw page.place().malformed("indices of a dictionary", "a dictionary before them");
    }
    return dictionary.decoder(bytes, page.place());
  }

  @Override
  public void reserve(int places) {
    target.reserve(places);
  }

  @Override
  public void spread(int there, int places, MemorySegment validity, long from) {
    target.spread(there, places, validity, from);
  }

  @Override
  public List<MemorySegment> buffers(int places) {
    MemorySegment offsets = target.offsets.asSlice(0, (places + 1L) * Integer.BYTES);
    return List.of(offsets, target.bytes());
  }
}
