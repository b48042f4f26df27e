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
    if (!source.isMapped()) {
      decompress(source, target, ZstdNative::decompress);
    } else if (!succeedsInPieces(source, target)) {
      try (Arena scratch = Arena.ofConfined()) {
        decompress(unmapped(source, scratch), target, ZstdNative::decompress);
      }
    }
  }

  /// The pieces do not tell what is wrong.
  private static boolean succeedsInPieces(MemorySegment source, MemorySegment target) {
    if (ZstdPieces.POOL.isEmpty()) {
      return false;
    }
    ZstdPieces pieces = ZstdPieces.POOL.get().take();
    try {
      decompress(source, target, pieces::decompress);
      return true;
    } catch (CorruptDataException _) {
      return false;
    } finally {
      ZstdPieces.POOL.get().giveBack(pieces);
    }
  }

  /// A way to decompress one frame.
  private interface FrameDecoder {
    /// @param offset where the frame begins, for errors
    /// @return the bytes written to the beginning of the target
    long decompress(MemorySegment frame, MemorySegment target, long offset)
        throws CorruptDataException;
  }

  /// Native code that meets the end of a truncated mapping would take the JVM with it.
  private static MemorySegment unmapped(MemorySegment source, Arena scratch) {
    return source.isMapped() ? scratch.allocate(source.byteSize()).copyFrom(source) : source;
  }

  private static void decompress(MemorySegment source, MemorySegment target, FrameDecoder decoder)
      throws CorruptDataException {
    Cursor cursor = new Cursor(source);
    long produced = 0;
    do {
      if (!cursor.skippedFrame()) {
        long start = cursor.offset();
        MemorySegment room = target.asSlice(produced);
        ZstdFrame frame = ZstdFrame.read(cursor, room.byteSize());
        MemorySegment bytes = source.asSlice(start, frame.byteSize());
        produced +=
            frame.storedBytes() >= 0
                ? frame.copyStored(bytes, room)
                : decoder.decompress(bytes, room, start);
      }
    } while (cursor.left() > 0);
    Memory.requireFull(target, produced, cursor.offset());
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
