package io.zenith.internal.rows;

import java.util.Arrays;

/// The places of dictionary values by dictionary and index: a hash table that is filled again for
/// each column, since maps of objects take ten times as long.
final class DictionaryPlaces {
  private static final int SMALLEST = 512;

  private long[] indices = new long[SMALLEST];
  private int[] dictionaries = new int[SMALLEST];

  /// From 1; 0 where nothing is.
  private int[] places = new int[SMALLEST];

  private int mask = SMALLEST - 1;

  /// Empties it, for at most so many values.
  void begin(int most) {
    int needed = Math.max(SMALLEST, Integer.highestOneBit(Math.max(1, most)) << 2);
    if (needed > places.length) {
      indices = new long[needed];
      dictionaries = new int[needed];
      places = new int[needed];
    } else {
      Arrays.fill(places, 0, needed, 0);
    }
    mask = needed - 1;
  }

  /// The place of a value, or -1 if it has none yet.
  int find(int dictionary, long index) {
    return places[slot(dictionary, index)] - 1;
  }

  void put(int dictionary, long index, int place) {
    int slot = slot(dictionary, index);
    dictionaries[slot] = dictionary;
    indices[slot] = index;
    places[slot] = place + 1;
  }

  /// Where a value is, or where it would go.
  private int slot(int dictionary, long index) {
    long hash = (index * 0x9E3779B97F4A7C15L + dictionary) * 0xD1B54A32D192ED03L;
    int slot = (int) (hash >>> 32) & mask;
    while (places[slot] != 0 && (indices[slot] != index || dictionaries[slot] != dictionary)) {
      slot = slot + 1 & mask;
    }
    return slot;
  }
}
