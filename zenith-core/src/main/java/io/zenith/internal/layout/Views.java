package io.zenith.internal.layout;

import java.lang.foreign.MemorySegment;

/// Text and binary views: 16 bytes a value, which hold its length and either the value itself, if
/// it has at most 12 bytes, or its first 4 bytes, a buffer and a place in it.
///
/// From: Arrow columnar format, Variable-size Binary View Layout.
public final class Views {
  /// Bytes a view.
  public static final int BYTES = 16;

  /// The longest value that lies in its view.
  public static final int MOST_INLINE = 12;

  /// Where in its view a short value begins, and the first bytes of a long one are.
  public static final int PREFIX = 4;

  private static final int BUFFER = 8;
  private static final int OFFSET = 12;

  private Views() {}

  /// The bytes of a checked value: none where it is null, since its view may be garbage.
  static MemorySegment slice(Node node, long place) {
    long view = place * BYTES;
    int length = length(node, place);
    if (length <= MOST_INLINE) {
      return node.values.asSlice(view + PREFIX, length);
    }
    return node.data.get(buffer(node, place)).asSlice(offset(node, place), length);
  }

  /// The buffer that holds a long value.
  public static int buffer(Node node, long place) {
    return node.int32(node.values, place * BYTES + BUFFER);
  }

  /// Where in its buffer a long value begins.
  public static int offset(Node node, long place) {
    return node.int32(node.values, place * BYTES + OFFSET);
  }

  /// How many bytes a checked value has: 0 where it is null.
  static int length(Node node, long place) {
    return node.isNull(place) ? 0 : node.int32(node.values, place * BYTES);
  }

  /// Writes the view of a value.
  ///
  /// @param buffer where a value that is longer than its view lies
  /// @param offset where in it
  public static void write(
      MemorySegment views, long place, MemorySegment value, int buffer, int offset) {
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
  ///
  /// Writers that have gathered values from a dictionary let thousands of views share its bytes.
  /// Once as many bytes were checked as the buffers have, each buffer is checked as a whole.
  static void check(Node node) {
    long left = node.data.stream().mapToLong(MemorySegment::byteSize).sum();
    TextRanges[] ranges = new TextRanges[node.data.size()];
    for (long i = 0; i < node.length; i++) {
      if (node.isNull(i)) {
        continue;
      }
      place(node, i);
      MemorySegment value = slice(node, i);
      boolean inline = value.byteSize() <= MOST_INLINE;
      if (!inline) {
        prefix(node, i, value);
      }
      if (node.kind == Kind.UTF8) {
        left -= inline ? 0 : value.byteSize();
        if (inline || left >= 0 || !isText(node, i, ranges)) {
          text(node, i, value);
        }
      }
    }
  }

  /// Whether a long value is known to be text, by one pass over its buffer.
  private static boolean isText(Node node, long row, TextRanges[] ranges) {
    int buffer = buffer(node, row);
    if (ranges[buffer] == null) {
      ranges[buffer] = new TextRanges(node.data.get(buffer));
    }
    long from = offset(node, row);
    return ranges[buffer].isText(from, from + length(node, row));
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
    int buffer = buffer(node, row);
    if (buffer < 0 || buffer >= node.data.size()) {
      throw node.malformed(row, "data buffer " + buffer, "one below " + node.data.size());
    }
    int offset = offset(node, row);
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
          String.format("byte 0x%02x at offset %d of the value", node.int8(value, bad) & 0xff, bad),
          "UTF-8");
    }
  }
}
