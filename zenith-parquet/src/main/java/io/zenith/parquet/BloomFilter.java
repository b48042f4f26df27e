package io.zenith.parquet;

import io.zenith.arrow.schema.Place;
import io.zenith.spi.InputFile;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import net.jpountz.xxhash.XXHash64;
import net.jpountz.xxhash.XXHashFactory;

/// A split block Bloom filter: values that are not in it are surely not in the column chunk.
///
/// The source: Apache Parquet, `BloomFilter.md`.
final class BloomFilter {
  private static final XXHash64 HASH = XXHashFactory.safeInstance().hash64();

  private static final int[] SALT = {
    0x47b6137b, 0x44974d91, 0x8824ad5b, 0xa2b7289d, 0x705495c7, 0x2df1424b, 0x9efc4947, 0x5c6bfb31
  };

  private static final int BLOCK_BYTES = SALT.length * Integer.BYTES;

  /// Headers take some 15 bytes.
  private static final int MOST_HEADER_BYTES = 256;

  /// Reading so many bytes takes about as long as asking for them, where a file is far away.
  private static final int REQUEST_BYTES = 1 << 16;

  private final InputFile file;

  /// Where these begin.
  private final long blocks;

  private final int size;

  private BloomFilter(InputFile file, long blocks, int size) {
    this.file = file;
    this.blocks = blocks;
    this.size = size;
  }

  /// Reads and checks the header of a filter.
  ///
  /// @param offset where it begins, as the footer says
  /// @return nothing if it is of a kind that is not known
  static Optional<BloomFilter> open(InputFile file, long offset, Place place) throws IOException {
    long end = file.file().size();
    if (offset < 0 || offset >= end) {
      throw place.malformed("a Bloom filter at byte " + offset, "0 to " + (end - 1));
    }
    byte[] head = new byte[(int) Math.min(MOST_HEADER_BYTES, end - offset)];
    file.read(offset, MemorySegment.ofArray(head));
    ThriftInput input = new ThriftInput(MemorySegment.ofArray(head), offset, place);
    int size = -1;
    int known = 0;
    int outer = input.begin();
    for (int type = input.nextField(); type != ThriftInput.STOP; type = input.nextField()) {
      int field = input.field();
      if (field == 1 && type == ThriftInput.I32) {
        size = input.int32();
      } else if (field <= 4 && type == ThriftInput.STRUCT) {
        // Algorithm, hash and compression, of each of which there is only the first one.
        known += isFirst(input) ? 1 : 0;
      } else {
        input.skip(type);
      }
    }
    input.end(outer);
    if (known != 3) {
      return Optional.empty();
    }
    long start = offset + input.position();
    if (size <= 0 || size % BLOCK_BYTES != 0 || size > end - start) {
      throw place.malformed(
          "a Bloom filter of " + size + " bytes",
          "a multiple of " + BLOCK_BYTES + ", at most " + (end - start));
    }
    return Optional.of(new BloomFilter(file, start, size));
  }

  private static boolean isFirst(ThriftInput input) {
    boolean isFirst = false;
    int outer = input.begin();
    for (int type = input.nextField(); type != ThriftInput.STOP; type = input.nextField()) {
      isFirst |= input.field() == 1 && type == ThriftInput.STRUCT;
      input.skip(type);
    }
    input.end(outer);
    return isFirst;
  }

  /// A value that is looked for.
  ///
  /// @param word its number
  /// @param block of the filter, which tells whether it may be there
  /// @param key what the block is asked
  private record Sought(int word, long block, int key) {}

  /// Looks for values. What is read of the filter is a piece at a time, for it may be larger than
  /// the column chunk.
  ///
  /// @param words values as they are stored, in PLAIN without lengths
  /// @param found their numbers, of which those are cleared that are surely not there
  void ask(BytesTarget words, BitSet found, SegmentAllocator memory) throws IOException {
    List<Sought> sought = new ArrayList<>(words.count());
    for (int word = 0; word < words.count(); word++) {
      sought.add(sought(words, word));
    }
    sought.sort(Comparator.comparingLong(Sought::block));
    MemorySegment piece = memory.allocate(Math.min(size, REQUEST_BYTES), Long.BYTES);
    long start = 0;
    long end = 0;
    for (int i = 0; i < sought.size(); i++) {
      Sought value = sought.get(i);
      long at = value.block * BLOCK_BYTES;
      if (at >= end) {
        start = at;
        end = end(sought, i);
        file.read(blocks + start, piece.asSlice(0, end - start));
      }
      found.set(value.word, isSet(piece, at - start, value.key));
    }
  }

  private Sought sought(BytesTarget words, int word) {
    int from = words.offsets.get(Numbers.INT, (long) word << 2);
    int length = Offsets.size(words.offsets, word);
    byte[] value = words.bytes().asSlice(from, length).toArray(ValueLayout.JAVA_BYTE);
    long hash = HASH.hash(value, 0, length, 0);
    return new Sought(word, ((hash >>> 32) * (size / BLOCK_BYTES)) >>> 32, (int) hash);
  }

  /// Where the last block ends that is read together with that of a value.
  private static long end(List<Sought> sought, int first) {
    long most = sought.get(first).block * BLOCK_BYTES + REQUEST_BYTES;
    long end = 0;
    for (int i = first; i < sought.size(); i++) {
      long after = (sought.get(i).block + 1) * BLOCK_BYTES;
      if (after > most) {
        break;
      }
      end = after;
    }
    return end;
  }

  private static boolean isSet(MemorySegment bits, long block, int key) {
    for (int i = 0; i < SALT.length; i++) {
      int bit = 1 << ((key * SALT[i]) >>> 27);
      if ((bits.get(Numbers.INT, block + (long) i * Integer.BYTES) & bit) == 0) {
        return false;
      }
    }
    return true;
  }
}
