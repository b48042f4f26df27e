package io.zenith.parquet;

import io.zenith.arrow.schema.Place;
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
    BytesTarget words = BytesDictionary.read(page, bytes, memory);
    dictionary = new BytesDictionary(words.count(), words.offsets, words.bytes());
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
    if (!Encodings.isDictionary(page.header().encoding())) {
      return BytesDecoder.of(page, bytes);
    }
    if (dictionary == null) {
      throw page.place().malformed("indices of a dictionary", "a dictionary before them");
    }
    return dictionary.decoder(bytes, page.place());
  }

  @Override
  public List<MemorySegment> buffers(int places) {
    MemorySegment offsets = target.offsets.asSlice(0, (places + 1L) * Integer.BYTES);
    return List.of(offsets, target.bytes());
  }
}
