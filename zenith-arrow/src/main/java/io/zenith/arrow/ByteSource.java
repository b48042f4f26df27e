package io.zenith.arrow;

import java.io.IOException;
import java.lang.foreign.MemorySegment;

/// Bytes that can be copied by their place.
interface ByteSource {

  /// Copies exactly as many bytes as `target` has.
  void read(long offset, MemorySegment target) throws IOException;
}
