package io.zenith.csv;

import io.zenith.error.UnsupportedDataException;
import io.zenith.schema.DataType;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;

/// A column of text or bytes: offsets, and what lies between them.
final class TextBuilder extends ColumnBuilder {
  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  /// What an array can have.
  private static final long MOST = Integer.MAX_VALUE - 8;

  private final boolean isText;
  private final boolean isLarge;
  private final long quotes;
  private final String place;
  private int[] offsets = {0};
  private byte[] bytes = new byte[1 << 12];
  private int used;

  /// All words of quoted text together: whether it is ASCII.
  private long unescaped;

  /// @param isText whether it has to be UTF-8
  /// @param isLarge whether offsets have 64 bits
  /// @param place the file and the column, for errors
  TextBuilder(DataType type, boolean isText, boolean isLarge, Dialect dialect, String place) {
    super(type);
    this.isText = isText;
    this.isLarge = isLarge;
    this.quotes = Words.repeat((byte) dialect.quote());
    this.place = place;
  }

  @Override
  void beginValues(int rows, SegmentAllocator buffers) {
    if (offsets.length <= rows) {
      offsets = new int[rows + 1];
    }
    used = 0;
  }

  @Override
  int addValues(FieldRanges fields, int row) {
    reserve(fields);
    unescaped = 0;
    byte[] text = fields.text();
    int[] places = fields.places();
    int step = fields.step();
    int next = fields.at(0);
    byte[] target = bytes;
    int at = used;
    long all = 0;
    for (int i = 0; i < fields.count(); i++, next += step) {
      int from = places[next] + 1;
      int length = places[next + 1] - from;
      if (fields.isQuoted(i)) {
        at = unescape(text, from, from + length, at);
      } else {
        int done = 0;
        do {
          // The first word also where there is no byte: most text is that short, and has some.
          long word = Words.at(text, from + done);
          all |= word;
          Words.put(target, at + done, word);
          done += Long.BYTES;
        } while (done < length);
        at += length;
      }
      offsets[row + i + 1] = at;
    }
    all |= unescaped;
    used = at;
    return isText && (all & Words.NOT_ASCII) != 0 ? firstBad(fields) : fields.count();
  }

  private void reserve(FieldRanges fields) {
    long needed = (long) used + Long.BYTES;
    for (int i = 0; i < fields.count(); i++) {
      needed += fields.to(i) - fields.from(i);
    }
    if (needed > MOST) {
      throw new UnsupportedDataException(
          place, "more than 2 GiB of text in " + offsets.length + " rows is not supported");
    }
    if (needed > bytes.length) {
      bytes = Arrays.copyOf(bytes, (int) Math.min(MOST, Math.max(needed, 2L * bytes.length)));
    }
  }

  /// Copies text, and of two quotes one. Where quotes are is hard to foretell: nothing branches on
  /// it, but where a word has more than two.
  ///
  /// @param to the place of the quote behind the text
  /// @return the place behind its copy
  private int unescape(byte[] text, int from, int to, int target) {
    int put = target;
    int at = from;
    long open = 0; // 1 behind the first of two quotes
    long second = 0;
    while (at < to) {
      long word = Words.at(text, at);
      unescaped |= word;
      long found = Words.ones(Words.equal(word, quotes));
      long counts = Words.sums(found + open);
      open = counts >>> (Long.SIZE - Byte.SIZE) & 1;
      second = found & ~counts;
      Words.put(bytes, put, without(second, word));
      put += Long.BYTES - Long.bitCount(second);
      at += Long.BYTES;
    }
    // What lies behind the text was copied with it.
    int over = (at - to) * Byte.SIZE;
    return put - (at - to) + Long.bitCount(second & ~(-1L >>> over));
  }

  /// Moves the bytes behind marked ones into their places.
  private static long without(long marks, long word) {
    long left = marks;
    long kept = word;
    do {
      long before = ~left & (left - 1);
      kept = (kept & before) | ((kept >>> Byte.SIZE) & ~before);
      left = (left & (left - 1)) >>> Byte.SIZE;
    } while (left != 0);
    return kept;
  }

  private static int firstBad(FieldRanges fields) {
    for (int i = 0; i < fields.count(); i++) {
      if (!fields.isNull(i)
          && Utf8Check.firstBad(fields.text(), fields.from(i), fields.to(i)) >= 0) {
        return i;
      }
    }
    return fields.count();
  }

  /// The bytes of all values.
  byte[] bytes() {
    return bytes;
  }

  /// Where each value begins, and where the last one ends.
  int[] offsets() {
    return offsets;
  }

  /// Keeps the first values only.
  void truncate(int rows) {
    used = offsets[rows];
  }

  @Override
  List<MemorySegment> values(int rows, SegmentAllocator buffers) {
    MemorySegment places;
    if (isLarge) {
      places = buffers.allocate((rows + 1L) * Long.BYTES, Long.BYTES);
      for (int i = 0; i <= rows; i++) {
        places.set(LONG, (long) i * Long.BYTES, offsets[i]);
      }
    } else {
      places = buffers.allocate((rows + 1L) * Integer.BYTES, Long.BYTES);
      MemorySegment.copy(offsets, 0, places, INT, 0, rows + 1);
    }
    return List.of(places, copy(bytes, used, buffers));
  }
}
