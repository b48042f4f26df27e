package io.zenith.parquet;

import io.zenith.arrow.schema.Place;
import java.lang.foreign.MemorySegment;

/// Values with their lengths before them: encoding PLAIN.
final class PlainBytes implements BytesDecoder {
  private final MemorySegment values;
  private final Place place;
  private long at;

  PlainBytes(MemorySegment values, Place place) {
    this.values = values;
    this.place = place;
  }

  @Override
  public void read(int count, BytesTarget target) {
    for (int i = 0; i < count; i++) {
      long left = values.byteSize() - at - Integer.BYTES;
      if (left < 0) {
        throw place.malformed("the end", count - i + " more values");
      }
      int length = values.get(Numbers.INT, at);
      if (length < 0 || length > left) {
        throw place.malformed("a value of " + length + " bytes", "at most " + left);
      }
      target.add(values, at + Integer.BYTES, length);
      at += Integer.BYTES + length;
    }
  }
}
