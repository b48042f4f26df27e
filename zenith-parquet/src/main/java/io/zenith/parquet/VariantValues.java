package io.zenith.parquet;

import io.zenith.arrow.schema.Place;
import java.lang.foreign.MemorySegment;
import java.util.function.Supplier;

/// Values of variants in their binary encoding, which are checked as far as is needed to find where
/// they end: arrays and objects have what lies in them, once each and nothing besides, so that no
/// few bytes stand for much work.
///
/// The source: Apache Parquet, `VariantEncoding.md`.
final class VariantValues {
  /// As deep as schemas of Arrow may be.
  static final int MOST_DEPTH = 64;

  static final int MOST_SCALE = 38;

  static final int OBJECT = 2;
  static final int ARRAY = 3;
  private static final int SHORT_TEXT = 1;

  private static final int FIRST_DECIMAL = 8;
  private static final int LAST_DECIMAL = 10;
  private static final int BINARY = 15;
  private static final int TEXT = 16;

  /// Bytes behind the header, by the number of the type; of binary values and text, of the length.
  private static final int[] WIDTHS = {
    0, 0, 0, 1, 2, 4, 8, 8, 5, 9, 17, 4, 8, 8, 4, 4, 4, 8, 8, 8, 16
  };

  private final MemorySegment bytes;
  private final VariantNames names;
  private final Supplier<Place> place;

  /// Which object a name was seen in last, by its rank.
  private int[] seen = {};

  private int objects;

  /// @param bytes of all values of a column
  /// @param names of the value that is read
  /// @param place of the value that is read
  VariantValues(MemorySegment bytes, VariantNames names, Supplier<Place> place) {
    this.bytes = bytes;
    this.names = names;
    this.place = place;
  }

  /// An unsigned number of 1 to 4 bytes.
  static long number(MemorySegment bytes, long at, int width) {
    long number = 0;
    for (int i = width - 1; i >= 0; i--) {
      number = (number << Byte.SIZE) | (bytes.get(Numbers.BYTE, at + i) & 0xFF);
    }
    return number;
  }

  /// What kind of value begins here.
  int kind(long at) {
    return bytes.get(Numbers.BYTE, at) & 3;
  }

  /// Checks a value.
  ///
  /// @param from its first byte
  /// @param end where it ends
  /// @param depth how many arrays and objects it is in, and itself
  void check(long from, long end, int depth) {
    long size = size(from, end, depth);
    if (size != end - from) {
      throw place.get().malformed("a variant of " + (end - from) + " bytes", size + ", as it says");
    }
  }

  /// Bytes of a value.
  ///
  /// @param end behind which it does not lie
  long size(long from, long end, int depth) {
    if (from >= end) {
      throw place.get().malformed("a variant of no bytes", "one that has some");
    }
    int header = bytes.get(Numbers.BYTE, from) & 0xFF;
    int type = header >>> 2;
    long size =
        switch (header & 3) {
          case SHORT_TEXT -> 1 + type;
          case OBJECT, ARRAY -> container(new Container(from, end), depth);
          default -> primitive(type, from, end);
        };
    if (size > end - from) {
      throw ends(size, from, end);
    }
    return size;
  }

  private RuntimeException ends(long size, long from, long end) {
    return place.get().malformed("a variant of " + size + " bytes", "at most " + (end - from));
  }

  private long primitive(int type, long from, long end) {
    if (type >= WIDTHS.length) {
      throw place.get().unsupported("a variant of type " + type);
    }
    long size = 1L + WIDTHS[type];
    if (size > end - from) {
      throw ends(size, from, end);
    }
    if (type >= FIRST_DECIMAL && type <= LAST_DECIMAL) {
      long scale = number(bytes, from + 1, 1);
      if (scale > MOST_SCALE) {
        throw place.get().malformed("a decimal of scale " + scale, "at most " + MOST_SCALE);
      }
    }
    return type == BINARY || type == TEXT ? size + number(bytes, from + 1, Integer.BYTES) : size;
  }

  private long container(Container container, int depth) {
    if (depth > MOST_DEPTH) {
      throw place.get().unsupported("a variant nested more than " + MOST_DEPTH + " deep");
    }
    if (container.idWidth > 0) {
      requireOnce(container);
    }
    long total = container.offset(container.count);
    if (total > container.end - container.first) {
      throw place
          .get()
          .malformed(
              "a variant with " + total + " bytes inside",
              "at most " + (container.end - container.first));
    }
    long sum = 0;
    for (long i = 0; i < container.count; i++) {
      long offset = container.offset(i);
      if (offset > total) {
        throw place.get().malformed("a variant at byte " + offset, "one before " + total);
      }
      sum += size(container.first + offset, container.first + total, depth + 1);
      if (sum > total) {
        break;
      }
    }
    if (sum != total) {
      throw place
          .get()
          .malformed("a variant with " + total + " bytes inside", sum + ", as its parts have");
    }
    return container.first - container.from + total;
  }

  /// Fields of an object have names, and each another one. Their order is not looked at: some
  /// writers compare text in other units.
  private void requireOnce(Container object) {
    long names = this.names.count();
    int number = next();
    for (long i = 0; i < object.count; i++) {
      long id = object.id(i);
      if (id >= names) {
        throw place.get().malformed("a field of the name " + id, "one of " + names + " names");
      }
      if (object.count > 1 && !isFirst(this.names.rankOf((int) id), number)) {
        throw place.get().malformed("an object with two fields of one name", "one");
      }
    }
  }

  /// The number of another object.
  int next() {
    if (seen.length < names.count()) {
      seen = new int[names.count()];
      objects = 0;
    }
    return ++objects;
  }

  /// Whether a name was not seen before in an object.
  boolean isFirst(int rank, int object) {
    boolean isFirst = seen[rank] != object;
    seen[rank] = object;
    return isFirst;
  }

  /// An object that was checked.
  Container object(long from, long end) {
    return new Container(from, end);
  }

  /// The places of what is in an array or object.
  final class Container {
    private final long from;
    private final long end;
    private final int idWidth;
    private final int width;
    private final long ids;

    /// How many parts there are.
    final long count;

    /// Where offsets are counted from.
    final long first;

    private Container(long from, long end) {
      int header = bytes.get(Numbers.BYTE, from) & 0xFF;
      boolean isObject = (header & 3) == OBJECT;
      boolean isLarge = (header & (isObject ? 0x40 : 0x10)) != 0;
      int countWidth = isLarge ? Integer.BYTES : 1;
      this.from = from;
      this.end = end;
      this.width = ((header >>> 2) & 3) + 1;
      this.idWidth = isObject ? ((header >>> 4) & 3) + 1 : 0;
      this.ids = from + 1 + countWidth;
      if (ids > end) {
        throw ends(1L + countWidth, from, end);
      }
      this.count = number(bytes, from + 1, countWidth);
      this.first = ids + count * idWidth + (count + 1) * width;
      if (first > end) {
        throw ends(first - from, from, end);
      }
    }

    /// Which name a field has.
    long id(long field) {
      return number(bytes, ids + field * idWidth, idWidth);
    }

    /// Behind what its parts cannot lie.
    long end() {
      return first + offset(count);
    }

    /// Where a part begins, or the last one ends.
    long offset(long part) {
      return number(bytes, ids + count * idWidth + part * width, width);
    }
  }
}
