package io.zenith.parquet;

import io.zenith.arrow.schema.Place;
import io.zenith.parquet.VariantType.Scalar;
import java.lang.foreign.MemorySegment;
import java.util.function.Supplier;

/// Writes values of variants one behind the other, in their binary encoding. What is in an array or
/// object is written first, and moved once it is known how many bytes its head takes.
///
/// Numbers are as narrow as they can be, and short text is in its header: as parquet-java and Arrow
/// write them.
///
/// The source: Apache Parquet, `VariantEncoding.md`.
final class VariantWriter {
  private static final int MOST_SHORT = 63;
  private static final int MOST_SMALL = 255;
  private static final int SHORT_TEXT = 1;
  private static final int LARGE_OBJECT = 0x40;
  private static final int LARGE_ARRAY = 0x10;
  private static final int FALSE = 2;

  private final MemorySegment target;
  private final Supplier<Place> place;

  /// The parts of arrays and objects that are not ended: name, and where each begins.
  private final LongStack parts = new LongStack();

  private long at;

  /// @param target memory that is large enough
  /// @param place of the value that is written
  VariantWriter(MemorySegment target, Supplier<Place> place) {
    this.target = target;
    this.place = place;
  }

  /// How many bytes were written.
  long position() {
    return at;
  }

  private void header(int id) {
    target.set(Numbers.BYTE, at++, (byte) (id << 2));
  }

  /// A null.
  void missing() {
    header(0);
  }

  /// A value that is encoded.
  void copy(MemorySegment source, long from, long size) {
    MemorySegment.copy(source, from, target, at, size);
    at += size;
  }

  void truth(Scalar type, boolean value) {
    header(value ? type.id() : FALSE);
  }

  void fixed(Scalar type, MemorySegment source, long from) {
    header(type.id());
    copy(source, from, type.width());
  }

  void decimal(Scalar type, MemorySegment source, long from) {
    header(type.id());
    target.set(Numbers.BYTE, at++, (byte) type.scale());
    copy(source, from, type.width());
  }

  void text(Scalar type, MemorySegment source, long from, int size) {
    if (size <= MOST_SHORT) {
      target.set(Numbers.BYTE, at++, (byte) ((size << 2) | SHORT_TEXT));
      copy(source, from, size);
    } else {
      bytes(type, source, from, size);
    }
  }

  void bytes(Scalar type, MemorySegment source, long from, int size) {
    header(type.id());
    target.set(Numbers.INT, at, size);
    at += Integer.BYTES;
    copy(source, from, size);
  }

  /// Begins an array or object.
  ///
  /// @return what it is called until it ends
  int begin() {
    parts.push(at);
    return parts.size();
  }

  /// Begins a part of an array or object, the ones inside of which have ended.
  ///
  /// @param name the number of a field's name; of an array any
  void part(int container, int name) {
    parts.push(((long) name << Integer.SIZE) | (at - start(container)));
  }

  private long start(int container) {
    return parts.get(container - 1);
  }

  /// Ends an array.
  void endArray(int container) {
    int width = move(container, 0);
    int large = isLarge(container) ? LARGE_ARRAY : 0;
    write(container, ((width - 1) << 2) | large | VariantValues.ARRAY, 0, width);
  }

  /// Ends an object, whose parts are in the order of their names.
  void endObject(int container) {
    long last = 0;
    for (int part = container; part < parts.size(); part++) {
      last = Math.max(last, parts.get(part) >>> Integer.SIZE);
    }
    int idWidth = width(last);
    int width = move(container, idWidth);
    int large = isLarge(container) ? LARGE_OBJECT : 0;
    write(
        container,
        ((idWidth - 1) << 4) | ((width - 1) << 2) | large | VariantValues.OBJECT,
        idWidth,
        width);
  }

  private int count(int container) {
    return parts.size() - container;
  }

  private boolean isLarge(int container) {
    return count(container) > MOST_SMALL;
  }

  private static int width(long number) {
    return Math.max(1, Math.ceilDiv(Long.SIZE - Long.numberOfLeadingZeros(number), Byte.SIZE));
  }

  /// Makes room for the head.
  ///
  /// @return bytes of an offset
  private int move(int container, int idWidth) {
    long start = start(container);
    long size = at - start;
    if (size > Integer.MAX_VALUE) {
      throw place.get().unsupported("a variant of more than 2 GiB");
    }
    int width = width(size);
    long count = count(container);
    long head =
        1 + (isLarge(container) ? Integer.BYTES : 1) + count * idWidth + (count + 1) * width;
    MemorySegment.copy(target, start, target, start + head, size);
    parts.push(size);
    at += head;
    return width;
  }

  private void write(int container, int header, int idWidth, int width) {
    int end = parts.size() - 1;
    int count = end - container;
    long to = start(container);
    target.set(Numbers.BYTE, to++, (byte) header);
    to = number(to, count, count > MOST_SMALL ? Integer.BYTES : 1);
    for (int part = container; part < end && idWidth > 0; part++) {
      to = number(to, parts.get(part) >>> Integer.SIZE, idWidth);
    }
    for (int part = container; part <= end; part++) {
      to = number(to, parts.get(part), width);
    }
    parts.cut(container - 1);
  }

  /// Writes the low bytes of a number.
  private long number(long to, long number, int width) {
    for (int i = 0; i < width; i++) {
      target.set(Numbers.BYTE, to + i, (byte) (number >>> (i * Byte.SIZE)));
    }
    return to + width;
  }
}
