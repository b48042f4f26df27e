package io.zenith.codec;

import java.lang.foreign.MemorySegment;

/// What codecs ask of the segments they are given.
final class Memory {
  private Memory() {}

  /// Refuses a pair of segments that a codec cannot work on.
  static void check(MemorySegment source, MemorySegment target) {
    requireOpen(source, "source");
    requireOpen(target, "target");
    if (target.isMapped() || target.isReadOnly()) {
      throw new IllegalArgumentException(
          "the target must be native memory that can be written, not " + target);
    }
    if (source.asOverlappingSlice(target).isPresent()) {
      throw new IllegalArgumentException("source and target overlap");
    }
  }

  /// What native code would not notice.
  private static void requireOpen(MemorySegment segment, String what) {
    if (!segment.isNative()) {
      throw new IllegalArgumentException(
          "the " + what + " must be native or mapped memory, not " + segment);
    }
    if (!segment.scope().isAlive()) {
      throw new IllegalStateException("the " + what + " is closed");
    }
    if (!segment.isAccessibleBy(Thread.currentThread())) {
      throw new WrongThreadException("the " + what + " belongs to another thread");
    }
  }

  /// Refuses a target that may turn out too small.
  static void requireRoom(MemorySegment target, long bytes) {
    if (target.byteSize() < bytes) {
      throw new IllegalArgumentException(
          "a target of " + target.byteSize() + " bytes; " + bytes + " may be needed");
    }
  }

  /// Refuses compressed data that ends before the target is full.
  ///
  /// @param offset where it ends
  static void requireFull(MemorySegment target, long produced, long offset)
      throws CorruptDataException {
    if (produced < target.byteSize()) {
      throw new CorruptDataException(
          offset, "the end after " + produced + " bytes", target.byteSize() + " bytes");
    }
  }

  /// The product, or the largest number if it is more.
  static long times(long bytes, long factor) {
    return bytes > Long.MAX_VALUE / factor ? Long.MAX_VALUE : bytes * factor;
  }
}
