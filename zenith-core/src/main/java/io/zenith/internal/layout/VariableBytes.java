package io.zenith.internal.layout;

import io.zenith.internal.ErrorText;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// How text and binary columns are read, whether their values lie one after the other or anywhere.
public final class VariableBytes {
  private VariableBytes() {}

  /// The bytes of one value.
  public static MemorySegment slice(Node node, long place) {
    return node.scattered ? Views.slice(node, place) : slice(node, place, 1);
  }

  /// How many bytes a value has.
  ///
  /// @throws ArithmeticException if they are 2^31 or more
  public static int length(Node node, long place) {
    return node.scattered
        ? Views.length(node, place)
        : Math.toIntExact(node.offset(place + 1) - node.offset(place));
  }

  /// The bytes of `count` values from `place` on, which lie one after the other.
  ///
  /// @throws IllegalStateException if they may lie anywhere
  public static MemorySegment slice(Node node, long place, int count) {
    if (node.scattered) {
      throw new IllegalStateException(
          ErrorText.printable(
              "the values of '"
                  + node.field.name()
                  + "' "
                  + node.field.type()
                  + " do not lie one after the other: read them one by one"));
    }
    long from = node.offset(place);
    return node.values.asSlice(from, node.offset(place + count) - from);
  }

  public static byte[] copy(Node node, long place) {
    try {
      return slice(node, place).toArray(ValueLayout.JAVA_BYTE);
    } catch (InternalError e) {
      throw node.fault(e);
    }
  }
}
