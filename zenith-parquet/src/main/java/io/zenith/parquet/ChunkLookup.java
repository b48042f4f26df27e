package io.zenith.parquet;

import io.zenith.arrow.schema.Place;
import io.zenith.parquet.ChunkSummary.Coverage;
import io.zenith.parquet.LeafType.Stored;
import io.zenith.parquet.PageHeader.Kind;
import io.zenith.spi.ArrayData;
import io.zenith.spi.InputFile;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.util.BitSet;
import java.util.Optional;

/// Looks for values in a column chunk without reading its own: in its Bloom filter, and then in its
/// dictionary.
///
/// A dictionary is asked if all pages use it, and it is small beside the chunk. Where the footer
/// does not say what pages use, as that of Polars does not, their headers do, if the file is
/// mapped: to fetch them would be to fetch the chunk.
///
/// @param file the chunk is in
/// @param chunk what the footer says
/// @param type of its values, which [StoredValues] knows
/// @param memory for what is read
/// @param place the column chunk
record ChunkLookup(
    InputFile file, ColumnChunk chunk, LeafType type, SegmentAllocator memory, Place place) {

  /// Which values may be there.
  BitSet find(ArrayData values) throws IOException {
    StoredValues stored = new StoredValues(type, values, memory, place);
    BitSet found = new BitSet();
    found.set(0, stored.words().count());
    if (chunk.summary().bloomFilter().isPresent()) {
      askBloomFilter(stored.words(), found);
    }
    if (!found.isEmpty() && hasWholeDictionary()) {
      askDictionary(stored.words(), found);
    }
    BitSet held = (BitSet) stored.unknown().clone();
    found.stream().forEach(word -> held.set(stored.owner(word)));
    return held;
  }

  /// @param found words of which those are cleared that are not there
  private void askBloomFilter(BytesTarget words, BitSet found) throws IOException {
    Place here = place.in("Bloom filter");
    Optional<BloomFilter> filter =
        BloomFilter.open(file, chunk.summary().bloomFilter().getAsLong(), here);
    if (filter.isPresent()) {
      filter.get().ask(words, found, memory);
    }
  }

  private boolean hasWholeDictionary() {
    ChunkSummary.DictionaryPart part = chunk.summary().dictionary();
    if (part.bytes() == 0 || part.coverage() == Coverage.SOME) {
      return false;
    }
    if (part.coverage() == Coverage.ALL) {
      return true;
    }
    if (file.mapping().isEmpty()) {
      return false;
    }
    MemorySegment bytes = file.mapping().get().asSlice(chunk.start(), chunk.size());
    ChunkPages pages = ChunkPages.all(chunk, bytes, place);
    for (var page = pages.next(); page.isPresent(); page = pages.next()) {
      PageHeader header = page.get().header();
      if (header.kind() != Kind.DICTIONARY && !Encodings.isDictionary(header.encoding())) {
        return false;
      }
    }
    return true;
  }

  /// The dictionary's values are compared as they are stored.
  ///
  /// @param found words of which those are cleared that are not there
  private void askDictionary(BytesTarget words, BitSet found) throws IOException {
    long size = Math.min(chunk.summary().dictionary().bytes(), chunk.size());
    MemorySegment bytes = memory.allocate(size, Long.BYTES);
    file.read(chunk.start(), bytes);
    ChunkPages pages = ChunkPages.all(chunk, bytes, place);
    Optional<Page> first = pages.next().filter(ChunkLookup::isPlainDictionary);
    if (first.isEmpty()) {
      return;
    }
    Page page = first.get();
    PageHeader header = page.header();
    PageMemory.Sizes sizes = new PageMemory.Sizes(0, header.uncompressed(), 0);
    MemorySegment plain = new PageMemory(sizes, true, memory).load(page, chunk.codec());
    DictionaryScan scan = new DictionaryScan(words, memory);
    if (type.stored() == Stored.BYTES) {
      BytesTarget texts = BytesDictionary.read(page, plain, memory);
      for (int i = 0; i < texts.count(); i++) {
        int from = texts.offsets.get(Numbers.INT, (long) i << 2);
        scan.see(texts.bytes(), from, Offsets.size(texts.offsets, i));
      }
    } else {
      int width = type.width();
      new PlainFixed(plain, width, page.place()).require(header.values());
      for (long i = 0; i < header.values(); i++) {
        scan.see(plain, i * width, width);
      }
    }
    scan.keepSeen(found);
  }

  private static boolean isPlainDictionary(Page page) {
    int encoding = page.header().encoding();
    return page.header().kind() == Kind.DICTIONARY
        && (encoding == Encodings.PLAIN || encoding == Encodings.PLAIN_DICTIONARY);
  }

  /// Notes which of some words there are among others.
  private static final class DictionaryScan {
    private final BytesTarget words;
    private final WordIndex index;
    private final int count;

    /// For each word, the first one of the same bytes.
    private final int[] first;

    private final BitSet seen = new BitSet();

    private DictionaryScan(BytesTarget words, SegmentAllocator memory) {
      this.words = words;
      this.index = new WordIndex(words, memory);
      this.count = words.count();
      this.first = new int[count];
      for (int word = 0; word < count; word++) {
        first[word] = index.add(word);
      }
    }

    private void see(MemorySegment bytes, long from, int length) {
      words.add(bytes, from, length);
      int word = index.find(count);
      if (word >= 0) {
        seen.set(word);
      }
      words.truncate(count);
    }

    private void keepSeen(BitSet found) {
      for (int word = 0; word < count; word++) {
        if (!seen.get(first[word])) {
          found.clear(word);
        }
      }
    }
  }
}
