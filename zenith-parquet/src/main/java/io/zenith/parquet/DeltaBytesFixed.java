package io.zenith.parquet;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/// Values of one width of encoding DELTA_BYTE_ARRAY.
final class DeltaBytesFixed implements FixedDecoder {
  private final DeltaBytes values;
  private final int width;
  private final Place place;

  DeltaBytesFixed(MemorySegment bytes, int most, int width, Place place) {
    this.values = new DeltaBytes(bytes, most, place);
    this.width = width;
    this.place = place;
  }

  @Override
  public void read(int count, MemorySegment target, long offset) {
    try (Arena arena = Arena.ofConfined()) {
      BytesTarget found = new BytesTarget(count, (long) count * width, arena, place);
      values.read(count, found);
      for (int i = 0; i <= count; i++) {
        int end = found.offsets.get(Numbers.INT, (long) i * Integer.BYTES);
        if (end != (long) i * width) {
          throw place.malformed("values that are not " + width + " bytes long", "that length");
        }
      }
      MemorySegment.copy(found.bytes(), 0, target, offset, (long) count * width);
    }
  }
}
