package io.zenith.parquet;

import io.zenith.arrow.schema.Place;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;

/// A dictionary of values of any length.
///
/// @param size how many
/// @param offsets where each begins, and the last one ends
/// @param bytes of all
record BytesDictionary(int size, MemorySegment offsets, MemorySegment bytes) {

  /// Reads the values of a dictionary's page.
  static BytesTarget read(Page page, MemorySegment bytes, SegmentAllocator memory) {
    int size = page.header().values();
    if (size > bytes.byteSize() / Integer.BYTES) {
      throw page.place()
          .malformed(size + " values in " + bytes.byteSize() + " bytes", "4 bytes or more each");
    }
    BytesTarget words =
        new BytesTarget(size, bytes.byteSize() - (long) size * Integer.BYTES, memory, page.place());
    new PlainBytes(bytes, page.place()).read(size, words);
    return words;
  }

  /// Reads the values that indices mean.
  BytesDecoder decoder(MemorySegment indices, Place place) {
    IndexReader reader = new IndexReader(indices, size, place);
    return new BytesDecoder() {
      @Override
      public void read(int count, BytesTarget target) {
        int done = 0;
        while (done < count) {
          int batch = Math.min(IndexReader.BATCH, count - done);
          reader.read(batch);
          addWords(reader.indices, batch, target);
          done += batch;
        }
      }

      @Override
      public void skip(int count, BytesTarget target) {
        reader.skip(count);
      }
    };
  }

  private void addWords(int[] indices, int count, BytesTarget target) {
    for (int i = 0; i < count; i++) {
      long at = (long) indices[i] * Integer.BYTES;
      int from = offsets.get(Numbers.INT, at);
      target.add(bytes, from, offsets.get(Numbers.INT, at + Integer.BYTES) - from);
    }
  }
}
