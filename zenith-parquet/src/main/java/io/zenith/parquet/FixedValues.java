package io.zenith.parquet;

import io.zenith.arrow.schema.Place;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Values of one width.
final class FixedValues implements LeafValues {
  private final int width;
  private final SegmentAllocator memory;
  private MemorySegment values;
  private @Nullable FixedDictionary dictionary;

  /// @param width bytes of a value
  /// @param most how many values there may be, as far as known
  FixedValues(int width, long most, SegmentAllocator memory) {
    this.width = width;
    this.memory = memory;
    this.values = memory.allocate(Math.multiplyExact(most, width), Long.BYTES);
  }

  @Override
  public void dictionary(Page page, MemorySegment bytes, SegmentAllocator words) {
    int size = page.header().values();
    PlainFixed plain = new PlainFixed(bytes, width, page.place());
    plain.require(size);
    MemorySegment copy = words.allocate((long) size * width, Long.BYTES);
    plain.read(size, copy, 0);
    dictionary = new FixedDictionary(size, copy, width);
  }

  @Override
  public OfPage begin(Page page, MemorySegment bytes) {
    FixedDecoder decoder = decoder(page, bytes);
    return new OfPage() {
      @Override
      public void skip(int there) {
        decoder.skip(there);
      }

      @Override
      public void add(int there, long from) {
        decoder.read(there, values, from * width);
      }
    };
  }

  private FixedDecoder decoder(Page page, MemorySegment bytes) {
    Place place = page.place();
    int encoding = page.header().encoding();
    if (Encodings.isDictionary(encoding)) {
      if (dictionary == null) {
        throw place.malformed("indices of a dictionary", "a dictionary before them");
      }
      return dictionary.decoder(bytes, place);
    }
    if (encoding == Encodings.DELTA_BINARY_PACKED
        && (width == Integer.BYTES || width == Long.BYTES)) {
      return new DeltaFixed(bytes, width, place);
    }
    return switch (encoding) {
      case Encodings.PLAIN -> new PlainFixed(bytes, width, place);
      case Encodings.BYTE_STREAM_SPLIT -> new SplitFixed(bytes, width, place);
      case Encodings.DELTA_BYTE_ARRAY -> new DeltaBytesFixed(bytes, width, place);
      default -> throw place.unsupported(Encodings.name(encoding) + " for this type");
    };
  }

  @Override
  public void reserve(int places) {
    values = Growth.to((long) places * width, values, values.byteSize(), memory);
  }

  @Override
  public void spread(int there, int places, MemorySegment validity, long from) {
    Spread.apart(values, width, from, there, places, validity);
  }

  @Override
  public List<MemorySegment> buffers(int places) {
    return List.of(values.asSlice(0, (long) places * width));
  }
}
