package io.zenith.parquet;

import io.zenith.arrow.schema.Place;
import java.lang.foreign.MemorySegment;

/// A dictionary of values of one width.
///
/// @param size how many
/// @param values one behind the other
/// @param width bytes of a value
record FixedDictionary(int size, MemorySegment values, int width) {

  /// Reads the values that indices mean.
  FixedDecoder decoder(MemorySegment indices, Place place) {
    IndexReader reader = new IndexReader(indices, size, place);
    return new FixedDecoder() {
      @Override
      public void read(int count, MemorySegment target, long offset) {
        int done = 0;
        while (done < count) {
          int batch = Math.min(IndexReader.BATCH, count - done);
          reader.read(batch);
          gather(reader.indices, batch, target, offset + (long) done * width);
          done += batch;
        }
      }

      @Override
      public void skip(int count) {
        reader.skip(count);
      }
    };
  }

  private void gather(int[] indices, int count, MemorySegment target, long offset) {
    switch (width) {
      case Integer.BYTES -> {
        for (int i = 0; i < count; i++) {
          int value = values.get(Numbers.INT, (long) indices[i] << 2);
          target.set(Numbers.INT, offset + ((long) i << 2), value);
        }
      }
      case Long.BYTES -> {
        for (int i = 0; i < count; i++) {
          long value = values.get(Numbers.LONG, (long) indices[i] << 3);
          target.set(Numbers.LONG, offset + ((long) i << 3), value);
        }
      }
      default -> {
        for (int i = 0; i < count; i++) {
          MemorySegment.copy(
              values, (long) indices[i] * width, target, offset + (long) i * width, width);
        }
      }
    }
  }
}
