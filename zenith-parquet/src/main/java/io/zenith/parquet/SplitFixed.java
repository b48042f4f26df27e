package io.zenith.parquet;

import io.zenith.arrow.schema.Place;
import java.lang.foreign.MemorySegment;

/// Values whose first bytes stand together, then their second bytes, and so on: encoding
/// BYTE_STREAM_SPLIT.
final class SplitFixed implements FixedDecoder {
  private final MemorySegment values;
  private final int width;

  /// How many values there are.
  private final long size;

  private final Place place;
  private long at;

  SplitFixed(MemorySegment values, int width, Place place) {
    if (width == 0 || values.byteSize() % width != 0) {
      throw place.malformed(values.byteSize() + " bytes", "a multiple of " + width);
    }
    this.values = values;
    this.width = width;
    this.size = values.byteSize() / width;
    this.place = place;
  }

  @Override
  public void read(int count, MemorySegment target, long offset) {
    require(count);
    for (int stream = 0; stream < width; stream++) {
      long from = stream * size + at;
      long to = offset + stream;
      for (int i = 0; i < count; i++) {
        target.set(Numbers.BYTE, to + (long) i * width, values.get(Numbers.BYTE, from + i));
      }
    }
    at += count;
  }

  @Override
  public void skip(int count) {
    require(count);
    at += count;
  }

  private void require(int count) {
    if (count > size - at) {
      throw place.malformed(size - at + " values", Integer.toString(count));
    }
  }
}
