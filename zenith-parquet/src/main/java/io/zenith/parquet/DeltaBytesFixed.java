package io.zenith.parquet;

import io.zenith.arrow.schema.Place;
import java.lang.foreign.MemorySegment;

/// Values of one width of encoding DELTA_BYTE_ARRAY.
final class DeltaBytesFixed implements FixedDecoder {
  private final MemorySegment values;
  private final PrefixReader reader;
  private final int width;
  private final Place place;
  private boolean isFirst = true;

  DeltaBytesFixed(MemorySegment values, int width, Place place) {
    this.values = values;
    this.reader = new PrefixReader(values, place);
    this.width = width;
    this.place = place;
  }

  @Override
  public void read(int count, MemorySegment target, long offset) {
    long at = offset;
    for (int i = 0; i < count; i++) {
      reader.next(isFirst ? 0 : width);
      isFirst = false;
      int prefix = reader.prefix();
      if ((long) prefix + reader.suffix() != width) {
        throw place.malformed(
            "a value of " + ((long) prefix + reader.suffix()) + " bytes", Integer.toString(width));
      }
      if (prefix > 0) {
        MemorySegment.copy(target, at - width, target, at, prefix);
      }
      MemorySegment.copy(values, reader.from(), target, at + prefix, reader.suffix());
      at += width;
    }
  }
}
