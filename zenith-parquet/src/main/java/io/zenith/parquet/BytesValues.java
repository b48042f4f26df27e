package io.zenith.parquet;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Values of any length.
final class BytesValues implements LeafValues {
  private final SegmentAllocator memory;
  private final BytesTarget target;
  private @Nullable BytesDictionary dictionary;

  /// @param most how many values there may be
  /// @param bytes how many bytes they take, as far as known
  BytesValues(long most, long bytes, SegmentAllocator memory, Place place) {
    this.memory = memory;
    this.target = new BytesTarget(most, bytes, memory, place);
  }

  @Override
  public void dictionary(Page page, MemorySegment bytes) {
    int size = page.header().values();
    if (size > bytes.byteSize() / Integer.BYTES) {
      throw page.place()
          .malformed(size + " values in " + bytes.byteSize() + " bytes", "4 bytes or more each");
    }
    BytesTarget words = new BytesTarget(size, bytes.byteSize(), memory, page.place());
    new PlainBytes(bytes, page.place()).read(size, words);
    dictionary = new BytesDictionary(size, words.offsets, words.bytes());
  }

  @Override
  public void add(
      Page page, MemorySegment bytes, int there, int places, MemorySegment validity, long from) {
    if (there > 0) {
      decoder(page, bytes).read(there, target);
    }
    if (there < places) {
      target.spread(there, places, validity, from);
    }
  }

  private BytesDecoder decoder(Page page, MemorySegment bytes) {
    Place place = page.place();
    int encoding = page.header().encoding();
    if (Encodings.isDictionary(encoding)) {
      if (dictionary == null) {
        throw place.malformed("indices of a dictionary", "a dictionary before them");
      }
      return dictionary.decoder(bytes, place);
    }
    int most = page.header().values();
    return switch (encoding) {
      case Encodings.PLAIN -> new PlainBytes(bytes, place);
      case Encodings.DELTA_LENGTH_BYTE_ARRAY -> new DeltaLengthBytes(bytes, most, place);
      case Encodings.DELTA_BYTE_ARRAY -> new DeltaBytes(bytes, most, place);
      default -> throw place.unsupported(Encodings.name(encoding) + " for this type");
    };
  }

  @Override
  public List<MemorySegment> buffers() {
    return List.of(target.offsets, target.bytes());
  }
}
