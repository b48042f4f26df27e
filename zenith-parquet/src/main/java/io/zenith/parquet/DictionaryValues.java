package io.zenith.parquet;

import io.zenith.arrow.schema.Place;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Values of any length that stay in their dictionary: each is the index of a word.
///
/// Where a writer gave its dictionary up in the middle of the chunk, the words of the pages from
/// there on are looked up, and added if they are new. To look a word up takes many times as long as
/// to copy it: where most of them are new, those of later pages are added as they are, as if all
/// were different.
final class DictionaryValues implements LeafValues {
  private final ChunkShare share;
  private final SegmentAllocator memory;
  private MemorySegment indices;
  private BytesTarget words;

  /// How many words the dictionary has. Those that were added come behind them, and no page means
  /// them by its indices.
  private int size;

  /// Where each word is; null until one has to be looked up.
  private @Nullable WordIndex index;

  /// The values that are looked up.
  private final BytesTarget found;

  /// Whether indices are as large as numbers of values can be. Narrow ones have room for words that
  /// differ, and no more.
  private final boolean isWide;

  /// How many values were looked up, and how many of them were new.
  private int lookedUp;

  private int added;

  /// @param share how many values there may be, as far as known
  /// @param isWide whether an index has 32 bits or more when it is delivered
  DictionaryValues(ChunkShare share, boolean isWide, SegmentAllocator memory, Place place) {
    this.isWide = isWide;
    this.share = share;
    this.memory = memory;
    this.indices = memory.allocate(share.values() * Integer.BYTES, Long.BYTES);
    this.words = new BytesTarget(0, 0, memory, place);
    this.found = new BytesTarget(IndexReader.BATCH, 0, memory, place);
  }

  @Override
  public void dictionary(Page page, MemorySegment bytes, SegmentAllocator kept) {
    words = BytesDictionary.read(page, bytes, kept);
    size = words.count();
  }

  @Override
  public OfPage begin(Page page, MemorySegment bytes) {
    if (Encodings.isDictionary(page.header().encoding())) {
      return indices(new IndexReader(bytes, size, page.place()));
    }
    BytesDecoder decoder = BytesDecoder.of(page, bytes);
    return isWide && added > lookedUp / 2 ? copied(decoder) : lookedUp(decoder);
  }

  private OfPage indices(IndexReader reader) {
    return new OfPage() {
      @Override
      public void skip(int there) {
        reader.skip(there);
      }

      @Override
      public void add(int there, long from) {
        for (int done = 0; done < there; done += IndexReader.BATCH) {
          int batch = Math.min(IndexReader.BATCH, there - done);
          reader.read(batch);
          MemorySegment.copy(
              reader.indices, 0, indices, Numbers.INT, (from + done) * Integer.BYTES, batch);
        }
      }
    };
  }

  private OfPage copied(BytesDecoder decoder) {
    return new OfPage() {
      @Override
      public void skip(int there) {
        decoder.skip(there, words);
      }

      @Override
      public void add(int there, long from) {
        int first = words.count();
        words.reserve((long) first + there);
        decoder.read(there, words);
        for (int i = 0; i < there; i++) {
          indices.set(Numbers.INT, (from + i) << 2, first + i);
        }
      }
    };
  }

  private OfPage lookedUp(BytesDecoder decoder) {
    return new OfPage() {
      @Override
      public void skip(int there) {
        decoder.skip(there, found);
      }

      @Override
      public void add(int there, long from) {
        WordIndex known = index();
        for (int done = 0; done < there; done += IndexReader.BATCH) {
          lookUp(decoder, Math.min(IndexReader.BATCH, there - done), from + done, known);
        }
      }
    };
  }

  private WordIndex index() {
    WordIndex known = index;
    if (known == null) {
      // At once: to grow would take as much again, and more than was promised.
      words.reserve(words.count() + share.values(), share.words(words.size()));
      known = new WordIndex(words, memory);
      for (int i = 0; i < words.count(); i++) {
        known.add(i);
      }
      index = known;
    }
    return known;
  }

  private void lookUp(BytesDecoder decoder, int there, long from, WordIndex known) {
    found.truncate(0);
    decoder.read(there, found);
    lookedUp += there;
    words.reserve((long) words.count() + there);
    MemorySegment text = found.bytes();
    for (int i = 0; i < there; i++) {
      int last = words.count();
      words.add(text, start(found, i), Offsets.size(found.offsets, i));
      int word = known.add(last);
      if (word == last) {
        added++;
      } else {
        words.truncate(last);
      }
      indices.set(Numbers.INT, (from + i) * Integer.BYTES, word);
    }
  }

  private static int start(BytesTarget values, int value) {
    return values.offsets.get(Numbers.INT, (long) value * Integer.BYTES);
  }

  @Override
  public void reserve(int places) {
    indices = Growth.to((long) places * Integer.BYTES, indices, indices.byteSize(), memory);
  }

  @Override
  public void spread(int there, int places, MemorySegment validity, long from) {
    Spread.apart(indices, Integer.BYTES, from, there, places, validity);
  }

  @Override
  public List<MemorySegment> buffers(int places) {
    MemorySegment offsets = words.offsets.asSlice(0, (words.count() + 1L) * Integer.BYTES);
    return List.of(indices.asSlice(0, (long) places * Integer.BYTES), offsets, words.bytes());
  }
}
