package io.zenith.parquet;

import io.zenith.arrow.schema.Place;
import java.lang.foreign.MemorySegment;

/// Lengths of values, in encoding DELTA_BINARY_PACKED, a batch at a time: a page may say that it
/// has any number of them.
final class DeltaLengths {
  private static final int BATCH = 1024;

  private final DeltaReader reader;
  private final Place place;
  private final long[] batch = new long[BATCH];
  private int next;
  private int size;

  /// How many were not given yet.
  private int left;

  DeltaLengths(MemorySegment bytes, Place place) {
    this.reader = new DeltaReader(bytes, place);
    this.place = place;
    this.left = reader.total();
  }

  int left() {
    return left;
  }

  /// The next length.
  int next() {
    if (next == size) {
      size = Math.min(BATCH, left);
      reader.read(batch, Math.max(size, 1));
      next = 0;
    }
    long length = batch[next++];
    if (length < 0 || length > Integer.MAX_VALUE) {
      throw place.malformed("a length of " + length, "0 to 2^31 - 1");
    }
    left--;
    return (int) length;
  }
}
