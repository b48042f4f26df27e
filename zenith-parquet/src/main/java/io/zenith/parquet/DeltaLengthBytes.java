package io.zenith.parquet;

import java.lang.foreign.MemorySegment;

/// Values behind all their lengths: encoding DELTA_LENGTH_BYTE_ARRAY.
final class DeltaLengthBytes implements BytesDecoder {
  private final MemorySegment values;
  private final Place place;
  private final int[] lengths;
  private int next;
  private long at;

  DeltaLengthBytes(MemorySegment values, int most, Place place) {
    this.values = values;
    this.place = place;
    DeltaReader reader = new DeltaReader(values, place);
    this.lengths = DeltaBytes.lengths(reader, most, place);
    this.at = reader.end();
  }

  @Override
  public void read(int count, BytesTarget target) {
    if (count > lengths.length - next) {
      throw place.malformed(lengths.length - next + " values", Integer.toString(count));
    }
    for (int i = 0; i < count; i++) {
      int length = lengths[next++];
      if (length > values.byteSize() - at) {
        throw place.malformed(
            "a value of " + length + " bytes", "at most " + (values.byteSize() - at));
      }
      target.add(values, at, length);
      at += length;
    }
  }
}
