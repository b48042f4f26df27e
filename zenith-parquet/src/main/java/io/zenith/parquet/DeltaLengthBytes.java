package io.zenith.parquet;

import io.zenith.arrow.schema.Place;
import java.lang.foreign.MemorySegment;

/// Values behind all their lengths: encoding DELTA_LENGTH_BYTE_ARRAY.
final class DeltaLengthBytes implements BytesDecoder {
  private final MemorySegment values;
  private final Place place;
  private final DeltaLengths lengths;
  private long at;

  DeltaLengthBytes(MemorySegment values, Place place) {
    this.values = values;
    this.place = place;
    this.lengths = new DeltaLengths(values, place);
    this.at = DeltaReader.end(values, place);
  }

  @Override
  public void read(int count, BytesTarget target) {
    for (int i = 0; i < count; i++) {
      int length = length();
      target.add(values, at, length);
      at += length;
    }
  }

  @Override
  public void skip(int count, BytesTarget target) {
    for (int i = 0; i < count; i++) {
      at += length();
    }
  }

  /// How long the next value is.
  private int length() {
    int length = lengths.next();
    if (length > values.byteSize() - at) {
      throw place.malformed(
          "a value of " + length + " bytes", "at most " + (values.byteSize() - at));
    }
    return length;
  }
}
