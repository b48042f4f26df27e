package io.zenith.internal.layout;

import java.lang.foreign.MemorySegment;

/// Memory of a caller that values are copied into.
public final class NativeTarget {
  private NativeTarget() {}

  /// Throws if memory is on the heap, where one more kind of segment makes the loops of all others
  /// slow, or has not so many bytes.
  public static void require(MemorySegment target, long bytes) {
    if (!target.isNative() || target.byteSize() < bytes) {
      throw new IllegalArgumentException(
          "this needs native memory of "
              + bytes
              + " bytes; there are "
              + target.byteSize()
              + (target.isNative() ? "" : " on the heap"));
    }
  }
}
