package io.zenith.parquet;

import java.lang.foreign.MemorySegment;

/// Decodes values of one width.
interface FixedDecoder {

  /// Decodes the next values.
  ///
  /// @param target where they go, one behind the other
  /// @param offset of the first byte
  void read(int count, MemorySegment target, long offset);

  /// Passes over the next values.
  void skip(int count);
}
