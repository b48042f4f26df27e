package io.zenith.parquet;

import io.zenith.arrow.schema.Place;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;

/// The names of fields that the metadata of a variant has, and their order: `header, count (n), n +
/// 1 offsets, text`. Those of one value are mostly those of the one before, and then stay known.
///
/// The source: Apache Parquet, `VariantEncoding.md`.
final class VariantNames {
  private static final int VERSION = 1;
  private static final int SORTED = 0x10;

  /// Of a name that was not looked for.
  private static final int UNKNOWN = -2;

  /// What [#rank] gives of a name that is not there.
  static final int MISSING = -1;

  private final MemorySegment bytes;
  private final List<byte[]> wanted;
  private final Supplier<Place> place;
  private long from;
  private long size = -1;
  private int count;

  /// Where each name begins, and the last one ends.
  private int[] starts = new int[1];

  /// Where offsets are counted from.
  private long text;

  /// Whether ids are ranks already.
  private boolean isSorted;

  /// The ids in the order of their names, of each name the first one; empty where nobody asked.
  private int[] ids = {};

  /// The ranks of all ids.
  private int[] ranks = {};

  /// The ranks of the names that are wanted.
  private final int[] found;

  /// @param bytes of the metadata of all values
  /// @param wanted names of fields that have columns
  /// @param place of the value that is read
  VariantNames(MemorySegment bytes, List<byte[]> wanted, Supplier<Place> place) {
    this.bytes = bytes;
    this.wanted = wanted;
    this.place = place;
    this.found = new int[wanted.size()];
  }

  /// Reads the names of a value.
  ///
  /// @param first byte of its metadata
  /// @param length of its metadata
  void read(long first, long length) {
    boolean isSame =
        length == size
            && MemorySegment.mismatch(bytes, first, first + length, bytes, from, from + size) < 0;
    from = first;
    if (!isSame) {
      size = -1; // until they are sound
      parse(first, length);
      size = length;
    } else {
      text = first + length - starts[count];
    }
  }

  private void parse(long first, long length) {
    if (length == 0) {
      throw place.get().malformed("no metadata of a variant", "3 bytes or more");
    }
    int header = bytes.get(Numbers.BYTE, first);
    if ((header & 0xF) != VERSION) {
      throw place.get().unsupported("version " + (header & 0xF) + " of the metadata of variants");
    }
    int width = ((header >>> 6) & 3) + 1;
    long names = length > width ? VariantValues.number(bytes, first + 1, width) : Long.MAX_VALUE;
    long head = 1 + width * (Math.min(names, length) + 2);
    if (head > length) {
      throw place.get().malformed("metadata of " + length + " bytes", "some for each of its names");
    }
    count = (int) names;
    text = first + head;
    if (starts.length <= count) {
      starts = new int[Math.max(count + 1, 2 * starts.length)];
    }
    long before = 0;
    for (int name = 0; name <= count; name++) {
      long start = VariantValues.number(bytes, first + 1 + (long) width * (1 + name), width);
      if (start < before || start > length - head || (name == 0 && start > 0)) {
        throw place.get().malformed("a name at byte " + start, before + " to " + (length - head));
      }
      starts[name] = (int) start;
      before = start;
    }
    if (before != length - head) {
      throw place.get().malformed(length - head + " bytes of names", before + ", as the last ends");
    }
    ids = new int[0];
    isSorted = (header & SORTED) != 0;
    if (isSorted) {
      requireSorted();
    }
    Arrays.fill(found, UNKNOWN);
  }

  private void requireSorted() {
    for (int name = 1; name < count; name++) {
      if (compare(name - 1, name) >= 0) {
        throw place.get().malformed("names that are not sorted", "sorted ones, as the header says");
      }
    }
  }

  private int compare(int one, int other) {
    return compare(bytes, text + starts[one], text + starts[one + 1], other);
  }

  /// Compares bytes, without a sign, to a name.
  private int compare(MemorySegment name, long start, long end, int other) {
    long otherStart = text + starts[other];
    long otherEnd = text + starts[other + 1];
    long at = MemorySegment.mismatch(name, start, end, bytes, otherStart, otherEnd);
    if (at < 0 || at == end - start || at == otherEnd - otherStart) {
      return Long.compare(end - start, otherEnd - otherStart);
    }
    return Byte.compareUnsigned(
        name.get(Numbers.BYTE, start + at), bytes.get(Numbers.BYTE, otherStart + at));
  }

  /// How many names there are, of which some may be equal.
  int count() {
    return count;
  }

  /// Where a name stands in the order of all; equal names stand at one place.
  int rankOf(int id) {
    if (isSorted || count < 2) {
      return id;
    }
    sort();
    return ranks[id];
  }

  /// The first of the ids whose name stands there.
  int id(int rank) {
    if (isSorted || count < 2) {
      return rank;
    }
    sort();
    return ids[rank];
  }

  private void sort() {
    if (ids.length > 0) {
      return;
    }
    Integer[] sorted = new Integer[count];
    Arrays.setAll(sorted, id -> id);
    Arrays.sort(sorted, this::compare);
    ids = new int[count];
    if (ranks.length < count) {
      ranks = new int[starts.length];
    }
    for (int place = 0; place < count; place++) {
      int id = sorted[place];
      boolean isEqual = place > 0 && compare(sorted[place - 1], id) == 0;
      int rank = isEqual ? ranks[sorted[place - 1]] : place;
      ranks[id] = rank;
      ids[place] = isEqual ? ids[rank] : id;
    }
  }

  /// Where a name that is wanted stands, or [#MISSING].
  int rank(int wantedName) {
    if (found[wantedName] == UNKNOWN) {
      found[wantedName] = find(MemorySegment.ofArray(wanted.get(wantedName)));
    }
    return found[wantedName];
  }

  private int find(MemorySegment name) {
    int low = 0;
    int high = count - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      int id = id(middle);
      int order = compare(name, 0, name.byteSize(), id);
      if (order == 0) {
        return rankOf(id);
      }
      if (order < 0) {
        high = middle - 1;
      } else {
        low = middle + 1;
      }
    }
    return MISSING;
  }

  /// A name that is wanted, for errors.
  String text(int wantedName) {
    return new String(wanted.get(wantedName), StandardCharsets.UTF_8);
  }
}
