package io.zenith.internal.pipeline;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/// Native memory that serves one block after the other: its first touch costs many times a later
/// one.
final class Slab {
  private final Arena arena = Arena.ofShared();
  final MemorySegment memory;

  Slab(long bytes) {
    memory = arena.allocate(bytes, 64);
    assert Ledger.opened(this, "block of " + bytes + " bytes");
  }

  long size() {
    return memory.byteSize();
  }

  void free() {
    arena.close();
    assert Ledger.closed(this);
  }
}
