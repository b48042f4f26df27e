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
      int length = length(count - i);
      target.add(values, at + Integer.BYTES, length);
      at += Integer.BYTES + length;
    }
  }

  @Override
  public void skip(int count, BytesTarget target) {
    for (int i = 0; i < count; i++) {
      at += Integer.BYTES + length(count - i);
    }
  }

  /// How long the next value is.
  ///
  /// @param more how many values have to come
  private int length(int more) {
    // So text never takes more than the page has besides all lengths.
    long left = values.byteSize() - at - (long) more * Integer.BYTES;
    if (left < 0) {
      throw place.malformed("the end", more + " more values");
    }
    int length = values.get(Numbers.INT, at);
    if (length < 0 || length > left) {
      throw place.malformed("a value of " + length + " bytes", "at most " + left);
    }
    return length;
  }
}
