package io.zenith.csv;

import java.util.Arrays;
import java.util.concurrent.ThreadLocalRandom;

/// Finds words by their bytes, and moves each new one behind those that it has: a hash table of
/// their numbers.
///
/// Hashes are keyed by a random number, so that nobody can write a file whose words collide. What
/// is found does not depend on it.
final class WordTable {
  private static final int SMALLEST = 256;
  private static final long FACTOR = 0x9E3779B97F4A7C15L;

  private final long key = ThreadLocalRandom.current().nextLong();

  /// Numbers of words, from 1; 0 where nothing is. At least half of it is empty.
  private int[] slots = new int[SMALLEST];

  private byte[] bytes = {};
  private int[] offsets = {0};
  private int count;

  /// Begins without words.
  ///
  /// @param bytes in which words will be, and are kept
  /// @param offsets where each word is put, the first of them 0; for as many as will be added
  void begin(byte[] bytes, int[] offsets) {
    this.bytes = bytes;
    this.offsets = offsets;
    count = 0;
    Arrays.fill(slots, 0);
  }

  /// How many different words were added.
  int count() {
    return count;
  }

  /// The number of a word, which is new or not.
  ///
  /// @param from where it is, behind the words that were added before
  int add(int from, int to) {
    int slot = slot(from, to);
    if (slots[slot] != 0) {
      return slots[slot] - 1;
    }
    int at = offsets[count];
    System.arraycopy(bytes, from, bytes, at, to - from);
    offsets[count + 1] = at + to - from;
    slots[slot] = ++count;
    if (2 * count == slots.length) {
      grow();
    }
    return count - 1;
  }

  private void grow() {
    slots = new int[2 * slots.length];
    for (int word = 0; word < count; word++) {
      slots[slot(offsets[word], offsets[word + 1])] = word + 1;
    }
  }

  /// Where a word is, or where it would go.
  private int slot(int from, int to) {
    int mask = slots.length - 1;
    int slot = (int) hash(from, to) & mask;
    while (slots[slot] != 0 && !isSame(slots[slot] - 1, from, to)) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  private boolean isSame(int word, int from, int to) {
    return Arrays.equals(bytes, offsets[word], offsets[word + 1], bytes, from, to);
  }

  private long hash(int from, int to) {
    long hash = mix(key, to - from);
    int at = from;
    for (; at <= to - Long.BYTES; at += Long.BYTES) {
      hash = mix(hash, Words.at(bytes, at));
    }
    long rest = 0;
    for (; at < to; at++) {
      rest = (rest << Byte.SIZE) | (bytes[at] & 0xff);
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
