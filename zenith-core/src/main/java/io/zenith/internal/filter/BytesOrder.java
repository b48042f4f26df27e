package io.zenith.internal.filter;

import io.zenith.internal.layout.Kind;
import io.zenith.internal.layout.Layouts;
import io.zenith.internal.layout.Node;
import io.zenith.internal.layout.Views;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// Compares text and bytes of a column, as unsigned bytes from the first on, with bytes on the
/// heap.
///
/// By loops of its own, since [MemorySegment#mismatch] would hand addresses inside a mapping to
/// hand-written machine code, which does not survive a file that is cut short.
final class BytesOrder {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private BytesOrder() {}

  /// Below, equal to or above 0, as the value is below, equal to or above the other.
  static int compare(Node node, long place, byte[] other) {
    long length = length(node, place);
    int common = (int) Math.min(length, other.length);
    int order = compare(bytes(node, place, length), start(node, place, length), other, common);
    return order != 0 ? order : Long.compare(length, other.length);
  }

  /// Whether the value is the other.
  static boolean equal(Node node, long place, byte[] other) {
    return length(node, place) == other.length && startsWith(node, place, other);
  }

  /// Whether the value begins with the other.
  static boolean startsWith(Node node, long place, byte[] prefix) {
    long length = length(node, place);
    return length >= prefix.length
        && compare(bytes(node, place, length), start(node, place, length), prefix, prefix.length)
            == 0;
  }

  private static long length(Node node, long place) {
    if (node.kind == Kind.FIXED_SIZE_BINARY) {
      return node.width;
    }
    return node.scattered
        ? node.int32(node.values, place * Views.BYTES)
        : node.offset(place + 1) - node.offset(place);
  }

  private static MemorySegment bytes(Node node, long place, long length) {
    return node.scattered && length > Views.MOST_INLINE
        ? node.data.get(Views.buffer(node, place))
        : node.values;
  }

  private static long start(Node node, long place, long length) {
    if (node.kind == Kind.FIXED_SIZE_BINARY) {
      return place * node.width;
    }
    if (!node.scattered) {
      return node.offset(place);
    }
    return length > Views.MOST_INLINE
        ? Views.offset(node, place)
        : place * Views.BYTES + Views.PREFIX;
  }

  private static int compare(MemorySegment bytes, long at, byte[] other, int count) {
    int i = 0;
    for (; i + Long.BYTES <= count; i += Long.BYTES) {
      long left = bytes.get(Layouts.LONG, at + i);
      long right = (long) LONGS.get(other, i);
      if (left != right) {
        return Long.compareUnsigned(Long.reverseBytes(left), Long.reverseBytes(right));
      }
    }
    for (; i < count; i++) {
      int order = Byte.compareUnsigned(bytes.get(Layouts.BYTE, at + i), other[i]);
      if (order != 0) {
        return order;
      }
    }
    return 0;
  }
}
