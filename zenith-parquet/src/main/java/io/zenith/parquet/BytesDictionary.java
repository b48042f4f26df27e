package io.zenith.parquet;

import java.lang.foreign.MemorySegment;

/// A dictionary of values of any length.
///
/// @param size how many
/// @param offsets where each begins, and the last one ends
/// @param bytes of all
record BytesDictionary(int size, MemorySegment offsets, MemorySegment bytes) {

  /// Reads the values that indices mean.
  BytesDecoder decoder(MemorySegment indices, Place place) {
    IndexReader reader = new IndexReader(indices, size, place);
    return (count, target) -> {
      int done = 0;
      while (done < count) {
        int batch = Math.min(IndexReader.BATCH, count - done);
        reader.read(batch);
        for (int i = 0; i < batch; i++) {
          long at = (long) reader.indices[i] * Integer.BYTES;
          int from = offsets.get(Numbers.INT, at);
          target.add(bytes, from, offsets.get(Numbers.INT, at + Integer.BYTES) - from);
        }
        done += batch;
      }
    };
  }
}
