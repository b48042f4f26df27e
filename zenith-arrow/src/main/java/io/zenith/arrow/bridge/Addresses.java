package io.zenith.arrow.bridge;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/// Segments at the addresses of arrow-java's buffers. The one place that is trusted with addresses:
/// the JVM prints a warning when it is first used, unless native access is enabled.
final class Addresses {
  private Addresses() {}

  /// Memory that lives at least as long as the segment is used.
  @SuppressWarnings("restricted")
  static MemorySegment segment(long address, long bytes) {
    return MemorySegment.ofAddress(address).reinterpret(bytes);
  }

  /// Memory that is given up when the arena is closed.
  @SuppressWarnings("restricted")
  static MemorySegment segment(long address, long bytes, Arena arena, Runnable cleanup) {
    return MemorySegment.ofAddress(address).reinterpret(bytes, arena, _ -> cleanup.run());
  }
}
