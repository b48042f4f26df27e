package io.zenith.parquet;

import io.zenith.arrow.schema.Place;
import java.lang.foreign.MemorySegment;

/// Values of which those bytes are left out that the value before begins with: encoding
/// DELTA_BYTE_ARRAY.
final class DeltaBytes implements BytesDecoder {
  private final MemorySegment values;
  private final PrefixReader reader;
  private boolean isFirst = true;

  DeltaBytes(MemorySegment values, Place place) {
    this.values = values;
    this.reader = new PrefixReader(values, place);
  }

  @Override
  public void read(int count, BytesTarget target) {
    for (int i = 0; i < count; i++) {
      reader.next(isFirst ? 0 : target.lastLength());
      isFirst = false;
      if (reader.prefix() > 0) {
        target.appendPrefix(reader.prefix());
      }
      target.append(values, reader.from(), reader.suffix());
      target.end();
    }
  }
}
