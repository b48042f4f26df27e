package io.zenith.parquet;

import io.zenith.arrow.schema.Place;
import io.zenith.parquet.LeafType.Change;
import io.zenith.parquet.LeafType.Stored;
import io.zenith.schema.DataType;
import io.zenith.spi.ArrayData;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.lang.foreign.ValueLayout;
import java.util.BitSet;

/// Values as a column chunk stores them, in PLAIN without lengths, to be looked for in it: what
/// [Changes] does the other way round.
final class StoredValues {
  private static final int WIDEST = 32;

  private final LeafType type;
  private final ArrayData values;
  private final BitSet unknown = new BitSet();
  private final BytesTarget words;

  /// Which value each word stands for.
  private final int[] owners;

  private final MemorySegment scratch;

  /// @param type of the column
  /// @param values of the column's type, or of that of its dictionary; none is null
  StoredValues(LeafType type, ArrayData values, SegmentAllocator memory, Place place) {
    int count = Math.toIntExact(values.length());
    this.type = type;
    this.values = values;
    // Zeros have two words.
    this.owners = new int[2 * count];
    this.words = new BytesTarget(2L * count + 1, 0, memory, place);
    this.scratch = memory.allocate(WIDEST, Long.BYTES);
    for (int i = 0; i < count; i++) {
      add(i);
    }
  }

  /// Whether values of a type are stored in one way only, but for zeros of floating point.
  static boolean areKnown(LeafType type) {
    boolean hasWidth = type.stored() == Stored.FIXED && type.width() > 0;
    return switch (type.change()) {
      case NONE -> hasWidth || type.stored() == Stored.BYTES;
      case NARROW, WIDEN, BIG_ENDIAN -> hasWidth;
      case LARGE, VIEWS -> true;
      case INT96_MICROS, INT96_NANOS, NULLS -> false;
    };
  }

  /// The words, to which more may be added.
  BytesTarget words() {
    return words;
  }

  /// The value that a word stands for.
  int owner(int word) {
    return owners[word];
  }

  /// Values of which nobody knows how they are stored, such as `NaN`.
  BitSet unknown() {
    return unknown;
  }

  private void add(int i) {
    if (type.stored() == Stored.BYTES) {
      addText(i);
    } else if (type.change() == Change.NONE) {
      int width = type.width();
      add(i, values.buffers().get(1), (long) i * width, width);
    } else {
      addNumber(i);
    }
  }

  private void add(int i, MemorySegment source, long from, int length) {
    if (type.type() instanceof DataType.FloatingPoint) {
      double number = ValueOrder.floating(source.asSlice(from, length));
      if (Double.isNaN(number)) {
        unknown.set(i);
        return;
      }
      if (number == 0) {
        scratch.fill((byte) 0);
        addWord(i, scratch, 0, length);
        scratch.set(Numbers.BYTE, length - 1L, (byte) 0x80);
        addWord(i, scratch, 0, length);
        return;
      }
    }
    addWord(i, source, from, length);
  }

  private void addWord(int i, MemorySegment source, long from, int length) {
    owners[words.count()] = i;
    words.add(source, from, length);
  }

  /// Whole numbers of another width or byte order. What does not fit is not stored.
  private void addNumber(int i) {
    int from = Widths.of(values.type());
    byte[] bytes =
        values.buffers().get(1).asSlice((long) i * from, from).toArray(ValueLayout.JAVA_BYTE);
    boolean isSigned = !(values.type() instanceof DataType.Int(_, boolean signed)) || signed;
    byte sign = (byte) (isSigned ? bytes[from - 1] >> 7 : 0);
    int width = type.width();
    for (int at = width; at < from; at++) {
      if (bytes[at] != sign) {
        return;
      }
    }
    if (width < from && isSigned && (bytes[width - 1] >> 7) != sign) {
      return;
    }
    for (int at = 0; at < width; at++) {
      byte eight = at < from ? bytes[at] : sign;
      scratch.set(Numbers.BYTE, type.change() == Change.BIG_ENDIAN ? width - 1 - at : at, eight);
    }
    addWord(i, scratch, 0, width);
  }

  private void addText(int i) {
    MemorySegment first = values.buffers().get(1);
    switch (values.type()) {
      case DataType.LargeUtf8 _, DataType.LargeBinary _ -> {
        long from = first.get(Numbers.LONG, (long) i << 3);
        long end = first.get(Numbers.LONG, (i + 1L) << 3);
        addWord(i, values.buffers().get(2), from, Math.toIntExact(end - from));
      }
      case DataType.Utf8View _, DataType.BinaryView _ -> addView(i, first);
      default -> {
        int from = first.get(Numbers.INT, (long) i << 2);
        addWord(i, values.buffers().get(2), from, Offsets.size(first, i));
      }
    }
  }

  private void addView(int i, MemorySegment views) {
    long view = (long) i * Views.BYTES;
    int length = views.get(Numbers.INT, view);
    if (length <= Views.MOST_INLINE) {
      addWord(i, views, view + Integer.BYTES, length);
    } else {
      int buffer = views.get(Numbers.INT, view + 8);
      int from = views.get(Numbers.INT, view + 12);
      addWord(i, values.buffers().get(2 + buffer), from, length);
    }
  }
}
