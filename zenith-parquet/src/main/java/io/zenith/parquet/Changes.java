package io.zenith.parquet;

import io.zenith.arrow.schema.Place;
import io.zenith.parquet.LeafType.Change;
import io.zenith.parquet.LeafType.Stored;
import io.zenith.schema.DataType;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.util.List;

/// Makes of values as they are stored those of their type.
///
/// @param type what they are, and become
/// @param place the column, for errors
record Changes(LeafType type, Place place) {
  private static final long DAY_MICROS = 86_400_000_000L;
  private static final long DAY_NANOS = 1_000 * DAY_MICROS;

  /// The Julian day of 1970-01-01.
  private static final long EPOCH_DAY = 2_440_588;

  /// Changes values.
  ///
  /// @param stored the buffers as they were read
  /// @param count how many values, nulls among them
  /// @param validity which of them are there; empty if all are
  /// @return the buffers of the type
  List<MemorySegment> apply(
      List<MemorySegment> stored, int count, MemorySegment validity, SegmentAllocator memory) {
    Change change = type.change();
    return switch (change) {
      case NONE -> stored;
      case NULLS -> List.of();
      case NARROW -> List.of(narrow(stored.getFirst(), count, memory));
      case LARGE -> List.of(Offsets.widen(stored.getFirst(), count + 1L, memory), stored.getLast());
      case VIEWS ->
          List.of(Views.of(stored.getFirst(), stored.getLast(), count, memory), stored.getLast());
      case INT96_MICROS -> List.of(micros(stored.getFirst(), count, memory));
      case INT96_NANOS -> List.of(nanos(stored.getFirst(), count, validity, memory));
      case WIDEN, BIG_ENDIAN -> List.of(decimals(stored, count, memory));
    };
  }

  private MemorySegment narrow(MemorySegment stored, int count, SegmentAllocator memory) {
    return narrow(stored, count, ((DataType.Int) type.type()).bits() / 8, memory);
  }

  /// The low 1 or 2 bytes of whole numbers.
  static MemorySegment narrow(MemorySegment stored, int count, int bytes, SegmentAllocator memory) {
    MemorySegment target = memory.allocate((long) count * bytes, Long.BYTES);
    for (long i = 0; i < count; i++) {
      int value = stored.get(Numbers.INT, i << 2);
      if (bytes == 1) {
        target.set(Numbers.BYTE, i, (byte) value);
      } else {
        target.set(Numbers.SHORT, i << 1, (short) value);
      }
    }
    return target;
  }

  private MemorySegment micros(MemorySegment stored, int count, SegmentAllocator memory) {
    MemorySegment target = memory.allocate((long) count * Long.BYTES, Long.BYTES);
    for (long i = 0; i < count; i++) {
      long nanos = stored.get(Numbers.LONG, i * type.width());
      long day = stored.get(Numbers.INT, i * type.width() + Long.BYTES);
      long micros = (day - EPOCH_DAY) * DAY_MICROS + Math.floorDiv(nanos, 1000L);
      // Places of nulls hold zeros, which are a day long ago.
      target.set(Numbers.LONG, i << 3, micros);
    }
    return target;
  }

  private MemorySegment nanos(
      MemorySegment stored, int count, MemorySegment validity, SegmentAllocator memory) {
    MemorySegment target = memory.allocate((long) count * Long.BYTES, Long.BYTES);
    for (long i = 0; i < count; i++) {
      boolean isThere = validity.byteSize() == 0 || Bitmaps.get(validity, i);
      target.set(Numbers.LONG, i << 3, isThere ? nanos(stored, i) : 0);
    }
    return target;
  }

  private long nanos(MemorySegment stored, long value) {
    long nanos = stored.get(Numbers.LONG, value * type.width());
    long day = stored.get(Numbers.INT, value * type.width() + Long.BYTES);
    // Before 1970 both may be too large, while their sum is not.
    long days = day - EPOCH_DAY;
    long carried = days < 0 ? 1 : 0;
    try {
      return Math.addExact(
          Math.multiplyExact(days + carried, DAY_NANOS),
          Math.subtractExact(nanos, carried * DAY_NANOS));
    } catch (ArithmeticException _) {
      throw place.malformed(
          "day " + day + " and " + nanos + " ns in value " + value,
          "a time that fits 64 bits of nanoseconds; others can be read in microseconds");
    }
  }

  private MemorySegment decimals(List<MemorySegment> stored, int count, SegmentAllocator memory) {
    int width = ((DataType.Decimal) type.type()).bits() / 8;
    MemorySegment target = memory.allocate((long) count * width, Long.BYTES);
    if (type.stored() == Stored.BYTES) {
      MemorySegment offsets = stored.getFirst();
      MemorySegment bytes = stored.getLast();
      for (long i = 0; i < count; i++) {
        int from = offsets.get(Numbers.INT, i << 2);
        int end = offsets.get(Numbers.INT, (i + 1) << 2);
        widen(bytes, from, end - from, target, i * width, width);
      }
    } else {
      for (long i = 0; i < count; i++) {
        widen(stored.getFirst(), i * type.width(), type.width(), target, i * width, width);
      }
    }
    return target;
  }

  /// Writes a whole number with a sign, little-endian.
  private void widen(
      MemorySegment source, long from, int length, MemorySegment target, long to, int width) {
    boolean isTurned = type.change() == Change.BIG_ENDIAN;
    int sign = 0;
    if (length > 0) {
      long high = isTurned ? from : from + length - 1;
      sign = source.get(Numbers.BYTE, high) >> 7;
    }
    for (int i = 0; i < Math.max(length, width); i++) {
      int eight = sign;
      if (i < length) {
        eight = source.get(Numbers.BYTE, isTurned ? from + length - 1 - i : from + i);
      }
      if (i < width) {
        target.set(Numbers.BYTE, to + i, (byte) eight);
      } else if ((byte) eight != (byte) sign) {
        throw place.malformed("a decimal of " + length + " bytes", "at most " + width);
      }
    }
  }
}
