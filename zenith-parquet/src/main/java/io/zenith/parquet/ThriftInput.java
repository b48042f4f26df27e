package io.zenith.parquet;

import io.zenith.arrow.schema.Place;
import java.lang.foreign.MemorySegment;

/// Reads bytes of Thrift's compact protocol, none of which is trusted: everything lies within the
/// segment, no list is longer than its bytes, and nothing nests too deep.
///
/// The source: Apache Thrift, `doc/specs/thrift-compact-protocol.md`.
final class ThriftInput {
  static final int STOP = 0;
  static final int TRUE = 1;
  static final int FALSE = 2;
  static final int BYTE = 3;
  static final int I16 = 4;
  static final int I32 = 5;
  static final int I64 = 6;
  static final int DOUBLE = 7;
  static final int BINARY = 8;
  static final int LIST = 9;
  static final int SET = 10;
  static final int MAP = 11;
  static final int STRUCT = 12;

  /// Parquet's own structures nest less than half as deep.
  private static final int MOST_DEPTH = 32;

  private static final int VARINT_BYTES = 10;

  private static final int WINDOW_BYTES = 256;

  private final MemorySegment bytes;
  private final long first;
  private final Place place;

  /// A copy of some bytes: what is parsed must not change meanwhile, as that of a mapping may.
  private final byte[] window = new byte[WINDOW_BYTES];

  private long windowStart;
  private long windowEnd;
  private long at;
  private int depth;

  /// The number of the field that was read last in the current structure.
  private int field;

  /// @param bytes in any kind of memory; each is read once
  /// @param first the place of the first byte in the file, for errors
  ThriftInput(MemorySegment bytes, long first, Place place) {
    this.bytes = bytes;
    this.first = first;
    this.place = place;
  }

  /// How many bytes were read.
  long position() {
    return at;
  }

  /// Begins a structure.
  ///
  /// @return what its end has to be given
  int begin() {
    if (++depth > MOST_DEPTH) {
      throw here().malformed("structures nested more than " + MOST_DEPTH + " deep", "fewer");
    }
    int outer = field;
    field = 0;
    return outer;
  }

  /// Ends a structure, after its last field.
  ///
  /// @param outer what the beginning gave
  void end(int outer) {
    depth--;
    field = outer;
  }

  /// The type of the next field of the current structure, or [#STOP].
  int nextField() {
    int head = unsigned();
    int type = head & 0xF;
    if (type == STOP) {
      return STOP;
    }
    int delta = head >>> 4;
    field = delta == 0 ? (short) zigzag() : field + delta;
    if (type > STRUCT) {
      throw here().malformed("type " + type + " of field " + field, "1 to " + STRUCT);
    }
    return type;
  }

  /// The number of the current field.
  int field() {
    return field;
  }

  /// A number of type [#I16], [#I32] or [#I64].
  long zigzag() {
    long value = varint();
    return (value >>> 1) ^ -(value & 1);
  }

  /// A number of 32 bits.
  int int32() {
    long value = zigzag();
    if (value != (int) value) {
      throw here().malformed(value + " in field " + field, "a number of 32 bits");
    }
    return (int) value;
  }

  private long varint() {
    long value = 0;
    for (int i = 0; i < VARINT_BYTES; i++) {
      long next = unsigned();
      value |= (next & 0x7F) << (7 * i);
      if (next < 0x80) {
        return value;
      }
    }
    throw here().malformed("a number of more than " + VARINT_BYTES + " bytes", "fewer");
  }

  private int unsigned() {
    if (at >= windowEnd) {
      refill();
    }
    return window[(int) (at++ - windowStart)] & 0xFF;
  }

  private void refill() {
    int size = (int) Math.min(WINDOW_BYTES, bytes.byteSize() - at);
    if (size == 0) {
      throw here().malformed("the end", "more of field " + field);
    }
    MemorySegment.copy(bytes, Numbers.BYTE, at, window, 0, size);
    windowStart = at;
    windowEnd = at + size;
  }

  /// Skips a value.
  ///
  /// @param type of the current field
  void skip(int type) {
    switch (type) {
      case TRUE, FALSE -> {}
      case BYTE -> advance(1);
      case I16, I32, I64 -> varint();
      case DOUBLE -> advance(Double.BYTES);
      case BINARY -> advance(size(varint()));
      case LIST, SET -> skipList();
      case MAP -> skipMap();
      default -> skipStruct();
    }
  }

  private void skipStruct() {
    int outer = begin();
    for (int type = nextField(); type != STOP; type = nextField()) {
      skip(type);
    }
    end(outer);
  }

  /// What stands before the elements of a list.
  ///
  /// @param type of the elements
  /// @param size how many there are, of a byte or more each
  record ListHead(int type, long size) {}

  /// Reads the head of a list.
  ListHead list() {
    int head = unsigned();
    long size = head >>> 4 == 0xF ? varint() : head >>> 4;
    return new ListHead(head & 0xF, size(size));
  }

  private void skipList() {
    ListHead head = list();
    int outer = begin();
    for (long i = head.size(); i > 0; i--) {
      skipElement(head.type());
    }
    end(outer);
  }

  private void skipMap() {
    long size = size(varint());
    if (size == 0) {
      return;
    }
    int types = unsigned();
    int outer = begin();
    for (long i = size; i > 0; i--) {
      skipElement(types >>> 4);
      skipElement(types & 0xF);
    }
    end(outer);
  }

  /// Skips an element of a list, where a truth value is a byte of its own.
  void skipElement(int type) {
    if (type == STOP || type > STRUCT) {
      throw here().malformed("elements of type " + type, "1 to " + STRUCT);
    }
    if (type <= FALSE) {
      advance(1);
    } else {
      skip(type);
    }
  }

  /// A number of bytes, or of elements, each of which takes one at least.
  private long size(long size) {
    long left = bytes.byteSize() - at;
    if (size < 0 || size > left) {
      throw here().malformed("a size of " + Long.toUnsignedString(size), "at most " + left);
    }
    return size;
  }

  /// The bytes of a value of type [#BINARY]: a part of the segment, which nobody must change.
  MemorySegment binary() {
    long length = size(varint());
    MemorySegment value = bytes.asSlice(at, length);
    at += length;
    return value;
  }

  /// A truth value in a list, where it is a byte of its own.
  boolean truth() {
    int value = unsigned();
    if (value > FALSE) {
      throw here().malformed("byte " + value, "a truth value");
    }
    return value == TRUE;
  }

  private void advance(long count) {
    at += size(count);
  }

  private Place here() {
    return place.in("byte " + (first + at));
  }
}
