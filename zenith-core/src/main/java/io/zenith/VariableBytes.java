package io.zenith;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Values that lie one after the other, with offsets: how text and binary columns are read.
final class VariableBytes {
  private VariableBytes() {}

  /// The bytes of `count` values from `place` on.
  static MemorySegment slice(Node node, long place, int count) {
    int from = node.offset(place);
    return node.values.asSlice(from, node.offset(place + count) - from);
  }

  static byte[] copy(Node node, long place) {
    try {
      return slice(node, place, 1).toArray(ValueLayout.JAVA_BYTE);
    } catch (InternalError e) {
      throw node.fault(e);
    }
  }
}
