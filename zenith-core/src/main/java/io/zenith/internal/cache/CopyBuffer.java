package io.zenith.internal.cache;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/// Memory through which entries go on their way to and from files, with the checksum of what has
/// gone through. A checksum of a mapping would bring down the JVM if its file is cut meanwhile, so
/// that what is mapped is copied first.
final class CopyBuffer implements AutoCloseable {
  /// Fits into the second cache of a core, and is large beside a system call.
  static final int SIZE = 256 << 10;

  private final Arena arena = Arena.ofConfined();
  private final CRC32C crc = new CRC32C();
  private final MemorySegment memory;
  private final ByteBuffer bytes;

  /// @param most how many bytes go through it in all: no more memory is taken
  CopyBuffer(long most) {
    this.memory = arena.allocate(Math.min(SIZE, most));
    this.bytes = memory.asByteBuffer();
  }

  /// Takes bytes, and adds them to the checksum.
  ///
  /// @return them, to be written
  ByteBuffer take(MemorySegment from, long at, int count) {
    MemorySegment.copy(from, at, memory, 0, count);
    return added(count);
  }

  /// Adds bytes that need no copy to the checksum.
  ///
  /// @return them, to be written
  ByteBuffer take(byte[] from, int count) {
    crc.update(from, 0, count);
    return ByteBuffer.wrap(from, 0, count);
  }

  /// What is read goes here.
  ByteBuffer toFill(long count) {
    return bytes.clear().limit((int) Math.min(memory.byteSize(), count));
  }

  /// Adds the first bytes to the checksum.
  ByteBuffer added(int count) {
    crc.update(bytes.clear().limit(count));
    return bytes.flip();
  }

  /// The checksum of all that was added.
  int crc() {
    return (int) crc.getValue();
  }

  @Override
  public void close() {
    arena.close();
  }
}
