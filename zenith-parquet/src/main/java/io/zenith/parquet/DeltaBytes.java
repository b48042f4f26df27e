package io.zenith.parquet;

import io.zenith.arrow.schema.Place;
import java.lang.foreign.MemorySegment;

/// Values of which those bytes are left out that the value before begins with: encoding
/// DELTA_BYTE_ARRAY.
final class DeltaBytes implements BytesDecoder {
  private final MemorySegment values;
  private final PrefixReader reader;

  /// Where the value before lies in the target, and how long it is.
  private int last;

  private int length;

  DeltaBytes(MemorySegment values, Place place) {
    this.values = values;
    this.reader = new PrefixReader(values, place);
  }

  @Override
  public void read(int count, BytesTarget target) {
    for (int i = 0; i < count; i++) {
      next(target);
      target.end();
    }
  }

  @Override
  public void skip(int count, BytesTarget target) {
    for (int i = 0; i < count; i++) {
      next(target);
      target.drop(length);
    }
  }

  /// Appends a value, which is not ended.
  private void next(BytesTarget target) {
    reader.next(length);
    int start = target.size();
    if (reader.prefix() > 0) {
      target.repeat(last, reader.prefix());
    }
    target.append(values, reader.from(), reader.suffix());
    last = start;
    length = target.size() - start;
  }
}
