package io.zenith.parquet;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Values of any length that stay in their dictionary: each is the index of a word.
///
/// Where a writer gave its dictionary up in the middle of the chunk, the words of the pages from
/// there on are looked up, and added if they are new.
final class DictionaryValues implements LeafValues {
  private final int most;
  private final SegmentAllocator memory;
  private final Place place;
  private final MemorySegment indices;
  private BytesTarget words;

  /// Where each word is; null until one has to be looked up.
  private @Nullable WordIndex index;

  /// @param most how many values there may be
  DictionaryValues(int most, SegmentAllocator memory, Place place) {
    this.most = most;
    this.memory = memory;
    this.place = place;
    this.indices = memory.allocate((long) most * Integer.BYTES, Long.BYTES);
    this.words = new BytesTarget(0, 0, memory, place);
  }

  @Override
  public void dictionary(Page page, MemorySegment bytes) {
    words = BytesDictionary.read(page, bytes, memory);
  }

  @Override
  public void add(
      Page page, MemorySegment bytes, int there, int places, MemorySegment validity, long from) {
    if (there > 0) {
      if (Encodings.isDictionary(page.header().encoding())) {
        read(page, bytes, there, from);
      } else {
        lookUp(page, bytes, there, from);
      }
    }
    if (there < places) {
      Spread.apart(indices, Integer.BYTES, from, there, places, validity);
    }
  }

  private void read(Page page, MemorySegment bytes, int there, long from) {
    IndexReader reader = new IndexReader(bytes, words.count(), page.place());
    for (int done = 0; done < there; done += IndexReader.BATCH) {
      int batch = Math.min(IndexReader.BATCH, there - done);
      reader.read(batch);
      MemorySegment.copy(
          reader.indices, 0, indices, Numbers.INT, (from + done) * Integer.BYTES, batch);
    }
  }

  /// Decodes words behind the others, and moves the new ones among them together.
  private void lookUp(Page page, MemorySegment bytes, int there, long from) {
    if (index == null) {
      BytesTarget known = words;
      long text = known.bytes().byteSize() + bytes.byteSize();
      words = new BytesTarget((long) known.count() + most, text, memory, place);
      index = new WordIndex(words, memory);
      for (int i = 0; i < known.count(); i++) {
        int start = known.offsets.get(Numbers.INT, (long) i * Integer.BYTES);
        words.add(known.bytes(), start, Offsets.size(known.offsets, i));
        index.add(i);
      }
    }
    int known = words.count();
    BytesDecoder.of(page, bytes).read(there, words);
    MemorySegment text = words.bytes();
    words.truncate(known);
    int start = words.offsets.get(Numbers.INT, (long) known * Integer.BYTES);
    for (int i = 0; i < there; i++) {
      int end = words.offsets.get(Numbers.INT, (known + i + 1L) * Integer.BYTES);
      words.add(text, start, end - start);
      int word = index.add(words.count() - 1);
      if (word < words.count() - 1) {
        words.truncate(words.count() - 1);
      }
      indices.set(Numbers.INT, (from + i) * Integer.BYTES, word);
      start = end;
    }
  }

  @Override
  public List<MemorySegment> buffers() {
    MemorySegment offsets = words.offsets.asSlice(0, (words.count() + 1L) * Integer.BYTES);
    return List.of(indices, offsets, words.bytes());
  }
}
