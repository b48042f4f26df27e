package io.zenith.parquet;

import io.zenith.arrow.schema.Place;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;

/// Values of any length, one behind the other, with their offsets.
final class BytesTarget {
  private static final int MOST_WORDS = 4;

  /// Room behind bytes, so that values can be copied as whole words.
  static final int SLACK = MOST_WORDS * Long.BYTES;

  private final SegmentAllocator memory;
  private final Place place;

  /// Where each value begins, and the last one ends.
  MemorySegment offsets;

  private MemorySegment bytes;
  private int size;
  private int count;

  /// @param values how many values there will be at most
  /// @param bytes how many bytes they will take, as far as known
  BytesTarget(long values, long bytes, SegmentAllocator memory, Place place) {
    this.memory = memory;
    this.place = place;
    this.offsets = memory.allocate(Math.multiplyExact(values + 1, Integer.BYTES), Long.BYTES);
    this.bytes = memory.allocate(Math.min(bytes, Integer.MAX_VALUE), 1);
    offsets.set(Numbers.INT, 0, 0);
  }

  /// How many values there are.
  int count() {
    return count;
  }

  /// How many bytes there are, those of the value that is not ended among them.
  int size() {
    return size;
  }

  /// Makes room for more values than were to come.
  void reserve(long values) {
    long used = (count + 1L) * Integer.BYTES;
    offsets = Growth.to((values + 1) * Integer.BYTES, offsets, used, memory);
  }

  /// Makes room for more values, and for so many bytes of all together.
  void reserve(long values, long most) {
    reserve(values);
    if (most > bytes.byteSize()) {
      enlarge(Math.min(most, Integer.MAX_VALUE));
    }
  }

  /// All bytes.
  MemorySegment bytes() {
    return bytes.asSlice(0, size);
  }

  /// Adds a value.
  void add(MemorySegment source, long from, int length) {
    append(source, from, length);
    end();
  }

  /// Adds some of other values.
  ///
  /// @param longest how long the longest of these is
  /// @param numbers which are added; all are there
  void addWords(BytesTarget values, int longest, int[] numbers, int added) {
    if (longest <= SLACK
        && values.bytes.byteSize() - values.size >= SLACK
        && bytes.byteSize() - size >= (long) added * longest + SLACK) {
      copyShort(values, longest, numbers, added);
      return;
    }
    for (int i = 0; i < added; i++) {
      long at = (long) numbers[i] * Integer.BYTES;
      int from = values.offsets.get(Numbers.INT, at);
      add(values.bytes, from, values.offsets.get(Numbers.INT, at + Integer.BYTES) - from);
    }
  }

  /// Copies as many words of each value as the longest has: a branch on the length would be
  /// mispredicted.
  private void copyShort(BytesTarget values, int longest, int[] numbers, int added) {
    MemorySegment starts = values.offsets;
    MemorySegment source = values.bytes;
    int to = size;
    for (int i = 0; i < added; i++) {
      long at = (long) numbers[i] << 2;
      int from = starts.get(Numbers.INT, at);
      bytes.set(Numbers.LONG, to, source.get(Numbers.LONG, from));
      if (longest > Long.BYTES) {
        bytes.set(Numbers.LONG, to + 8L, source.get(Numbers.LONG, from + 8L));
      }
      if (longest > 2 * Long.BYTES) {
        bytes.set(Numbers.LONG, to + 16L, source.get(Numbers.LONG, from + 16L));
        bytes.set(Numbers.LONG, to + 24L, source.get(Numbers.LONG, from + 24L));
      }
      to += starts.get(Numbers.INT, at + Integer.BYTES) - from;
      offsets.set(Numbers.INT, (count + 1L + i) << 2, to);
    }
    size = to;
    count += added;
  }

  /// How long the longest value is.
  int longest() {
    int longest = 0;
    for (int i = 0; i < count; i++) {
      longest = Math.max(longest, Offsets.size(offsets, i));
    }
    return longest;
  }

  /// Adds to the value that is not ended.
  void append(MemorySegment source, long from, int length) {
    if (length > bytes.byteSize() - size) {
      grow(length);
    }
    // A call that copies takes as long as eight words.
    if (length <= SLACK && source.byteSize() - from >= SLACK && bytes.byteSize() - size >= SLACK) {
      copyWords(source, from, length);
    } else {
      MemorySegment.copy(source, from, bytes, size, length);
    }
    size += length;
  }

  /// Whole words, so that a few bytes more are copied, which the next value overwrites.
  private void copyWords(MemorySegment source, long from, int length) {
    for (int at = 0; at < length; at += Long.BYTES) {
      bytes.set(Numbers.LONG, (long) size + at, source.get(Numbers.LONG, from + at));
    }
  }

  /// Adds bytes to the value that is not ended, which were added before, and may be dropped since.
  ///
  /// @param from the first one
  void repeat(int from, int length) {
    append(bytes, from, length);
  }

  /// Forgets the last bytes, of a value that is not ended.
  void drop(int length) {
    size -= length;
  }

  /// Ends a value.
  void end() {
    count++;
    offsets.set(Numbers.INT, (long) count * Integer.BYTES, size);
  }

  private void grow(int length) {
    long needed = (long) size + length;
    if (needed > Integer.MAX_VALUE) {
      throw place.unsupported("text of more than 2 GiB in one row group");
    }
    enlarge(Math.min(Integer.MAX_VALUE, Math.max(needed, 2 * bytes.byteSize())));
  }

  private void enlarge(long more) {
    MemorySegment larger = Growth.allocate(more, memory, place);
    MemorySegment.copy(bytes, 0, larger, 0, size);
    bytes = larger;
  }

  /// Forgets the values from one on.
  void truncate(int values) {
    count = values;
    size = offsets.get(Numbers.INT, (long) values * Integer.BYTES);
  }

  /// Moves the last values apart, so that there is room for nulls, which are empty.
  ///
  /// @param values how many
  /// @param validity of the places that they get, from one of them on
  void spread(int values, int places, MemorySegment validity, long from) {
    long first = (long) count - values;
    long source = count;
    for (long place = first + places; place > first; place--) {
      int end = offsets.get(Numbers.INT, source * Integer.BYTES);
      offsets.set(Numbers.INT, place * Integer.BYTES, end);
      if (Bitmaps.get(validity, from + place - 1 - first)) {
        source--;
      }
    }
    count += places - values;
  }
}
