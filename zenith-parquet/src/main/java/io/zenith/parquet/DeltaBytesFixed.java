package io.zenith.parquet;

import io.zenith.arrow.schema.Place;
import java.lang.foreign.MemorySegment;

/// Values of one width of encoding DELTA_BYTE_ARRAY.
final class DeltaBytesFixed implements FixedDecoder {
  private final MemorySegment values;
  private final PrefixReader reader;
  private final int width;
  private final Place place;

  /// The value before, which may be needed where it was put no longer; empty before the first one.
  private byte[] last = new byte[0];

  DeltaBytesFixed(MemorySegment values, int width, Place place) {
    this.values = values;
    this.reader = new PrefixReader(values, place);
    this.width = width;
    this.place = place;
  }

  @Override
  public void read(int count, MemorySegment target, long offset) {
    for (int i = 0; i < count; i++) {
      next();
      MemorySegment.copy(last, 0, target, Numbers.BYTE, offset + (long) i * width, width);
    }
  }

  @Override
  public void skip(int count) {
    for (int i = 0; i < count; i++) {
      next();
    }
  }

  private void next() {
    reader.next(last.length);
    int prefix = reader.prefix();
    if ((long) prefix + reader.suffix() != width) {
      throw place.malformed(
          "a value of " + ((long) prefix + reader.suffix()) + " bytes", Integer.toString(width));
    }
    if (last.length == 0) {
      last = new byte[width];
    }
    MemorySegment.copy(values, Numbers.BYTE, reader.from(), last, prefix, reader.suffix());
  }
}
