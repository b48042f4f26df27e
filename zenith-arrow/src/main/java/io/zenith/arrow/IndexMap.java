package io.zenith.arrow;

import java.lang.foreign.MemorySegment;

/// Gives dictionary indices in terms of another dictionary.
final class IndexMap {
  private IndexMap() {}

  /// Translates indices, 0 where they are null.
  ///
  /// @param places where the other dictionary has each value of the first; empty if at its place
  /// @param valid which indices count; all if empty
  /// @return new indices of the same width
  static MemorySegment apply(
      int[] places,
      MemorySegment indices,
      int width,
      MemorySegment valid,
      long count,
      WriterMemory memory) {
    MemorySegment old = memory.local(indices);
    MemorySegment result = memory.allocate(indices.byteSize());
    for (long i = 0; i < count; i++) {
      boolean isNull = valid.byteSize() > 0 && !Bits.get(valid, i);
      long place = isNull ? 0 : Numbers.get(old, width, i);
      boolean translated = places.length > 0 && !isNull;
      Numbers.set(result, width, i, translated ? places[Math.toIntExact(place)] : place);
    }
    return result;
  }
}
