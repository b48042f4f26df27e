package io.zenith.parquet;

import io.zenith.arrow.schema.Place;
import java.lang.foreign.MemorySegment;

/// Decodes values of any length.
interface BytesDecoder {

  /// Decodes the next values.
  void read(int count, BytesTarget target);

  /// Passes over the next values.
  ///
  /// @param target where others are decoded; its values stay as they are
  void skip(int count, BytesTarget target);

  /// A decoder of the values of a page that has no indices of a dictionary.
  static BytesDecoder of(Page page, MemorySegment bytes) {
    Place place = page.place();
    int encoding = page.header().encoding();
    return switch (encoding) {
      case Encodings.PLAIN -> new PlainBytes(bytes, place);
      case Encodings.DELTA_LENGTH_BYTE_ARRAY -> new DeltaLengthBytes(bytes, place);
      case Encodings.DELTA_BYTE_ARRAY -> new DeltaBytes(bytes, place);
      default -> throw place.unsupported(Encodings.name(encoding) + " for this type");
    };
  }
}
