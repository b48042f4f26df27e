package io.zenith;

import java.lang.foreign.MemorySegment;

/// Text and binary views: 16 bytes a value, which hold its length and either the value itself, if
/// it has at most 12 bytes, or its first 4 bytes, a buffer and a place in it.
///
/// From: Arrow columnar format, Variable-size Binary View Layout.
final class Views {
  /// Bytes a view.
  static final int BYTES = 16;

  /// The longest value that lies in its view.
  static final int MOST_INLINE = 12;

  private static final int PREFIX = 4;
  private static final int BUFFER = 8;
  private static final int OFFSET = 12;

  /// Views may share bytes. If thousands shared one large buffer, checking them would take
  /// thousands of times its length.
  private static final long MAX_SHARING = 16;

  private Views() {}

  /// The bytes of a checked value: none where it is null, since its view may be garbage.
  static MemorySegment slice(Node node, long place) {
    long view = place * BYTES;
    int length = length(node, place);
    if (length <= MOST_INLINE) {
      return node.values.asSlice(view + PREFIX, length);
    }
    return node.data
        .get(node.int32(node.values, view + BUFFER))
        .asSlice(node.int32(node.values, view + OFFSET), length);
  }

  /// How many bytes a checked value has: 0 where it is null.
  static int length(Node node, long place) {
    return node.isNull(place) ? 0 : node.int32(node.values, place * BYTES);
  }

  /// Writes the view of a value.
  ///
  /// @param buffer where a value that is longer than its view lies
  /// @param offset where in it
  static void write(MemorySegment views, long place, MemorySegment value, int buffer, int offset) {
    long view = place * BYTES;
    long length = value.byteSize();
    views.asSlice(view, BYTES).fill((byte) 0);
    views.set(Layouts.INT, view, (int) length);
    if (length <= MOST_INLINE) {
      MemorySegment.copy(value, 0, views, view + PREFIX, length);
    } else {
      MemorySegment.copy(value, 0, views, view + PREFIX, PREFIX);
      views.set(Layouts.INT, view + BUFFER, buffer);
      views.set(Layouts.INT, view + OFFSET, offset);
    }
  }

  /// Checks that every value that is not null lies inside its buffer, and that text is UTF-8.
  static void check(Node node) {
    long most = MAX_SHARING * node.data.stream().mapToLong(MemorySegment::byteSize).sum();
    long bytes = 0;
    for (long i = 0; i < node.length; i++) {
      if (node.isNull(i)) {
        continue;
      }
      place(node, i);
      MemorySegment value = slice(node, i);
      if (value.byteSize() > MOST_INLINE) {
        prefix(node, i, value);
        bytes += value.byteSize();
      }
      if (node.kind == Kind.UTF8) {
        if (bytes > most) {
          throw node.malformed(
              i,
              "text that shares its bytes more than " + MAX_SHARING + " times",
              "text that mostly lies beside each other");
        }
        text(node, i, value);
      }
    }
  }

  private static void place(Node node, long row) {
    long view = row * BYTES;
    int length = node.int32(node.values, view);
    if (length < 0) {
      throw node.malformed(row, "length " + length, "0 or more");
    }
    if (length <= MOST_INLINE) {
      return;
    }
    int buffer = node.int32(node.values, view + BUFFER);
    if (buffer < 0 || buffer >= node.data.size()) {
      throw node.malformed(row, "data buffer " + buffer, "one below " + node.data.size());
    }
    int offset = node.int32(node.values, view + OFFSET);
    long size = node.data.get(buffer).byteSize();
    if (offset < 0 || length > size - offset) {
      throw node.malformed(
          row,
          length + " bytes from " + offset + " on of data buffer " + buffer,
          "bytes inside its " + size);
    }
  }

  private static void prefix(Node node, long row, MemorySegment value) {
    int expected = value.get(Layouts.INT, 0);
    int found = node.int32(node.values, row * BYTES + PREFIX);
    if (found != expected) {
      throw node.malformed(
          row,
          String.format("prefix 0x%08x", Integer.reverseBytes(found)),
          String.format("0x%08x, as the value begins", Integer.reverseBytes(expected)));
    }
  }

  private static void text(Node node, long row, MemorySegment value) {
    long bad = Utf8.firstInvalid(value, 0, value.byteSize());
    if (bad >= 0) {
      throw node.malformed(
          row,
          String.format("byte 0x%02x at offset %d of the value", value.get(Layouts.BYTE, bad), bad),
          "UTF-8");
    }
  }
}
