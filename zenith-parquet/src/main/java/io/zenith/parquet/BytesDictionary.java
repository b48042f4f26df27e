package io.zenith.parquet;

import io.zenith.arrow.schema.Place;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;

/// A dictionary of values of any length.
final class BytesDictionary {
  private final BytesTarget words;
  private final int longest;

  /// @param words its values, as [#read] has them
  BytesDictionary(BytesTarget words) {
    this.words = words;
    this.longest = words.longest();
  }

  /// Reads the values of a dictionary's page.
  static BytesTarget read(Page page, MemorySegment bytes, SegmentAllocator memory) {
    int size = page.header().values();
    if (size > bytes.byteSize() / Integer.BYTES) {
      throw page.place()
          .malformed(size + " values in " + bytes.byteSize() + " bytes", "4 bytes or more each");
    }
    long text = bytes.byteSize() - (long) size * Integer.BYTES;
    BytesTarget words = new BytesTarget(size, text + BytesTarget.SLACK, memory, page.place());
    new PlainBytes(bytes, page.place()).read(size, words);
    return words;
  }

  /// Reads the values that indices mean.
  BytesDecoder decoder(MemorySegment indices, Place place) {
    IndexReader reader = new IndexReader(indices, words.count(), place);
    return new BytesDecoder() {
      @Override
      public void read(int count, BytesTarget target) {
        int done = 0;
        while (done < count) {
          int batch = Math.min(IndexReader.BATCH, count - done);
          reader.read(batch);
          target.addWords(words, longest, reader.indices, batch);
          done += batch;
        }
      }

      @Override
      public void skip(int count, BytesTarget target) {
        reader.skip(count);
      }
    };
  }
}
