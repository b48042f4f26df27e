package io.zenith.codec;

import java.lang.foreign.MemorySegment;

/// Decompresses, with working memory of its own; can be used again and again, by one thread at a
/// time.
interface Decoder {
  /// Decompresses all of the source, which must fill the target.
  void decode(MemorySegment source, MemorySegment target) throws CorruptDataException;

  /// Frees what the garbage collector would not.
  default void close() {}
}
