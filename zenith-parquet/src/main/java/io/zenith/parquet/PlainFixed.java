package io.zenith.parquet;

import io.zenith.arrow.schema.Place;
import java.lang.foreign.MemorySegment;

/// Values of one width as they are: encoding PLAIN.
final class PlainFixed implements FixedDecoder {
  private final MemorySegment values;
  private final int width;
  private final Place place;
  private long at;

  PlainFixed(MemorySegment values, int width, Place place) {
    this.values = values;
    this.width = width;
    this.place = place;
  }

  /// Refuses to go on if so many values cannot follow.
  void require(int count) {
    long size = (long) count * width;
    if (size > values.byteSize() - at) {
      throw place.malformed(
          values.byteSize() - at + " bytes", size + " for " + count + " values of " + width);
    }
  }

  @Override
  public void read(int count, MemorySegment target, long offset) {
    require(count);
    long size = (long) count * width;
    MemorySegment.copy(values, at, target, offset, size);
    at += size;
  }

  @Override
  public void skip(int count) {
    require(count);
    at += (long) count * width;
  }
}
