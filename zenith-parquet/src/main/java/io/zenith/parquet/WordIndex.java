package io.zenith.parquet;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.util.concurrent.ThreadLocalRandom;

/// Finds words by their bytes: a hash table of their numbers, in memory of the budget.
///
/// Hashes are keyed by a random number, so that nobody can write a file whose words collide. What
/// is found does not depend on it.
final class WordIndex {
  private static final int SMALLEST = 256;
  private static final long FACTOR = 0x9E3779B97F4A7C15L;

  private final BytesTarget words;
  private final SegmentAllocator memory;
  private final long key = ThreadLocalRandom.current().nextLong();

  /// Numbers of words, from 1; 0 where nothing is. At least half of it is empty.
  private MemorySegment slots;

  private long mask;
  private long count;

  /// @param words the words that will be added
  WordIndex(BytesTarget words, SegmentAllocator memory) {
    this.words = words;
    this.memory = memory;
    this.slots = slots(SMALLEST);
    this.mask = SMALLEST - 1;
  }

  private MemorySegment slots(long size) {
    return memory.allocate(size * Integer.BYTES, Long.BYTES).fill((byte) 0);
  }

  /// Adds a word, unless there is one of the same bytes.
  ///
  /// @return the number of the word that is in the table now
  int add(int word) {
    long slot = slot(word);
    int found = slots.get(Numbers.INT, slot * Integer.BYTES);
    if (found != 0) {
      return found - 1;
    }
    slots.set(Numbers.INT, slot * Integer.BYTES, word + 1);
    count++;
    if (2 * count > mask) {
      grow();
    }
    return word;
  }

  /// The word in the table that has the same bytes, or -1.
  int find(int word) {
    return slots.get(Numbers.INT, slot(word) * Integer.BYTES) - 1;
  }

  private void grow() {
    MemorySegment old = slots;
    long size = mask + 1;
    slots = slots(2 * size);
    mask = 2 * size - 1;
    for (long i = 0; i < size; i++) {
      int found = old.get(Numbers.INT, i * Integer.BYTES);
      if (found != 0) {
        slots.set(Numbers.INT, slot(found - 1) * Integer.BYTES, found);
      }
    }
  }

  /// Where a word is, or where it would go.
  private long slot(int word) {
    int from = words.offsets.get(Numbers.INT, (long) word * Integer.BYTES);
    int length = Offsets.size(words.offsets, word);
    MemorySegment bytes = words.bytes();
    long slot = hash(bytes, from, length) & mask;
    for (; ; slot = (slot + 1) & mask) {
      int found = slots.get(Numbers.INT, slot * Integer.BYTES);
      if (found == 0 || isSame(found - 1, bytes, from, length)) {
        return slot;
      }
    }
  }

  private boolean isSame(int word, MemorySegment bytes, int from, int length) {
    if (Offsets.size(words.offsets, word) != length) {
      return false;
    }
    int other = words.offsets.get(Numbers.INT, (long) word * Integer.BYTES);
    return MemorySegment.mismatch(
            bytes, from, from + (long) length, bytes, other, other + (long) length)
        < 0;
  }

  private long hash(MemorySegment bytes, int from, int length) {
    long hash = mix(key, length);
    int at = 0;
    for (; at <= length - Long.BYTES; at += Long.BYTES) {
      hash = mix(hash, bytes.get(Numbers.LONG, from + (long) at));
    }
    long rest = 0;
    for (; at < length; at++) {
      rest = (rest << 8) | (bytes.get(Numbers.BYTE, from + (long) at) & 0xFF);
    }
    return mix(hash, rest);
  }

  /// The two halves of a product of 128 bits, folded.
  private long mix(long hash, long eight) {
    long left = eight ^ key;
    long right = hash ^ FACTOR;
    return (left * right) ^ Math.multiplyHigh(left, right);
  }
}
