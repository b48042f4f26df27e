package io.zenith.parquet;

import io.zenith.arrow.schema.Place;
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

  /// The values of the page that is looked up.
  private BytesTarget found;

  /// @param most how many values there may be
  DictionaryValues(int most, SegmentAllocator memory, Place place) {
    this.most = most;
    this.memory = memory;
    this.place = place;
    this.indices = memory.allocate((long) most * Integer.BYTES, Long.BYTES);
    this.words = new BytesTarget(0, 0, memory, place);
    this.found = words;
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

  private void lookUp(Page page, MemorySegment bytes, int there, long from) {
    if (index == null) {
      BytesTarget known = words;
      words = new BytesTarget((long) known.count() + most, known.bytes().byteSize(), memory, place);
      index = new WordIndex(words, memory);
      for (int i = 0; i < known.count(); i++) {
        words.add(known.bytes(), start(known, i), Offsets.size(known.offsets, i));
        index.add(i);
      }
      found = new BytesTarget(most, bytes.byteSize(), memory, place);
    }
    found.truncate(0);
    BytesDecoder.of(page, bytes).read(there, found);
    MemorySegment text = found.bytes();
    for (int i = 0; i < there; i++) {
      int added = words.count();
      words.add(text, start(found, i), Offsets.size(found.offsets, i));
      int word = index.add(added);
      if (word != added) {
        words.truncate(added);
      }
      indices.set(Numbers.INT, (from + i) * Integer.BYTES, word);
    }
  }

  private static int start(BytesTarget values, int value) {
    return values.offsets.get(Numbers.INT, (long) value * Integer.BYTES);
  }

  @Override
  public List<MemorySegment> buffers(int places) {
    MemorySegment offsets = words.offsets.asSlice(0, (words.count() + 1L) * Integer.BYTES);
    return List.of(indices.asSlice(0, (long) places * Integer.BYTES), offsets, words.bytes());
  }
}
