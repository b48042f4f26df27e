package io.zenith.parquet;

import java.lang.foreign.MemorySegment;

/// The levels of all values of a leaf, a byte each.
///
/// @param count how many
/// @param repetition empty where nothing is repeated
/// @param definition empty where everything is there
record LeafLevels(int count, MemorySegment repetition, MemorySegment definition) {

  int repetition(long at) {
    return repetition.byteSize() == 0 ? 0 : repetition.get(Numbers.BYTE, at) & 0xFF;
  }

  int definition(long at) {
    return definition.byteSize() == 0 ? 0 : definition.get(Numbers.BYTE, at) & 0xFF;
  }
}
