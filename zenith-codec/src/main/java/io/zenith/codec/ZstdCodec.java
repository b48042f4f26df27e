package io.zenith.codec;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/// [Codec#zstd].
final class ZstdCodec implements Codec {
  static final ZstdCodec INSTANCE = new ZstdCodec();

  private ZstdCodec() {}

  @Override
  public String name() {
    return "ZSTD";
  }

  @Override
  public void decompress(MemorySegment source, MemorySegment target) throws CorruptDataException {
    Memory.check(source, target);
    try (Arena scratch = Arena.ofConfined()) {
      decompressNative(unmapped(source, scratch), target);
    }
  }

  /// Native code that meets the end of a truncated mapping would take the JVM with it.
  private static MemorySegment unmapped(MemorySegment source, Arena scratch) {
    return source.isMapped() ? scratch.allocate(source.byteSize()).copyFrom(source) : source;
  }

  private static void decompressNative(MemorySegment source, MemorySegment target)
      throws CorruptDataException {
    Cursor cursor = new Cursor(source);
    long produced = 0;
    do {
      if (!cursor.skippedFrame()) {
        produced += frame(cursor, source, target.asSlice(produced));
      }
    } while (cursor.left() > 0);
    if (produced < target.byteSize()) {
      throw cursor.corrupt("the end after " + produced + " bytes", target.byteSize() + " bytes");
    }
  }

  private static long frame(Cursor cursor, MemorySegment source, MemorySegment room)
      throws CorruptDataException {
    long start = cursor.offset();
    ZstdFrame frame = ZstdFrame.read(cursor, room.byteSize());
    return ZstdNative.decompress(source.asSlice(start, frame.byteSize()), room, start);
  }

  /// A block of 128 KB may be a header of three bytes, and one that repeats.
  @Override
  public long maxDecompressedBytes(long bytes) {
    return Memory.times(bytes, 32 << 10);
  }

  /// As the reference implementation reckons, which need not be loaded for it.
  @Override
  public long maxCompressedBytes(long bytes) {
    long small = 128 << 10;
    return Math.addExact(bytes, (bytes >>> 8) + (bytes < small ? (small - bytes) >>> 11 : 0));
  }

  @Override
  public long compress(MemorySegment source, MemorySegment target) {
    Memory.check(source, target);
    Memory.requireRoom(target, maxCompressedBytes(source.byteSize()));
    try (Arena scratch = Arena.ofConfined()) {
      return ZstdNative.compress(unmapped(source, scratch), target);
    }
  }

  @Override
  public String toString() {
    return name();
  }
}
