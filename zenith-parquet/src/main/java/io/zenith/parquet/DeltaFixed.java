package io.zenith.parquet;

import io.zenith.arrow.schema.Place;
import java.lang.foreign.MemorySegment;

/// Whole numbers of encoding DELTA_BINARY_PACKED.
final class DeltaFixed implements FixedDecoder {
  private static final int BATCH = 1024;

  private final DeltaReader reader;
  private final int width;
  private final long[] batch = new long[BATCH];

  /// @param width 4 or 8
  DeltaFixed(MemorySegment values, int width, Place place) {
    this.reader = new DeltaReader(values, place);
    this.width = width;
  }

  @Override
  public void read(int count, MemorySegment target, long offset) {
    for (int done = 0; done < count; ) {
      int size = Math.min(BATCH, count - done);
      reader.read(batch, size);
      for (int i = 0; i < size; i++) {
        if (width == Integer.BYTES) {
          target.set(Numbers.INT, offset + (done + i) * 4L, (int) batch[i]);
        } else {
          target.set(Numbers.LONG, offset + (done + i) * 8L, batch[i]);
        }
      }
      done += size;
    }
  }

  @Override
  public void skip(int count) {
    for (int done = 0; done < count; done += BATCH) {
      reader.read(batch, Math.min(BATCH, count - done));
    }
  }
}
