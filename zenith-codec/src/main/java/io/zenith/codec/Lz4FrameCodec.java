package io.zenith.codec;

import java.lang.foreign.MemorySegment;
import java.util.Optional;
import java.util.function.Supplier;

/// [Codec#lz4Frame].
final class Lz4FrameCodec implements Codec {
  static final Lz4FrameCodec INSTANCE = new Lz4FrameCodec(Lz4Native.find());

  /// By native code, where there is some.
  private final Optional<Pool<Lz4FrameDecoder>> fast;

  private final Pool<Lz4FrameDecoder> decoders = pool(Lz4JavaBlocks::new);
  private final Pool<Lz4FrameEncoder> encoders = new Pool<>(Lz4FrameEncoder::new, _ -> {});

  /// A codec.
  ///
  /// @param code decompresses, if it is there
  Lz4FrameCodec(Optional<Lz4Native> code) {
    fast = code.map(found -> pool(() -> new Lz4NativeBlocks(found)));
  }

  private static Pool<Lz4FrameDecoder> pool(Supplier<Lz4Blocks> blocks) {
    return new Pool<>(() -> new Lz4FrameDecoder(blocks.get()), _ -> {});
  }

  @Override
  public String name() {
    return "LZ4_FRAME";
  }

  @Override
  public void decompress(MemorySegment source, MemorySegment target) throws CorruptDataException {
    Memory.check(source, target);
    if (fast.isEmpty() || !succeeds(fast.get(), source, target)) {
      decompress(decoders, source, target);
    }
  }

  /// Native code does not tell where it failed, and refuses some data that is sound, though no
  /// compressor makes it.
  private static boolean succeeds(
      Pool<Lz4FrameDecoder> pool, MemorySegment source, MemorySegment target) {
    try {
      decompress(pool, source, target);
      return true;
    } catch (CorruptDataException _) {
      return false;
    }
  }

  private static void decompress(
      Pool<Lz4FrameDecoder> pool, MemorySegment source, MemorySegment target)
      throws CorruptDataException {
    Lz4FrameDecoder decoder = pool.take();
    try {
      decoder.decode(source, target);
    } finally {
      pool.giveBack(decoder);
    }
  }

  /// A length in a sequence grows by 255 with each of its bytes.
  @Override
  public long maxDecompressedBytes(long bytes) {
    return Memory.times(bytes, 256);
  }

  @Override
  public long maxCompressedBytes(long bytes) {
    return Lz4FrameEncoder.maxBytes(bytes);
  }

  @Override
  public long compress(MemorySegment source, MemorySegment target) {
    Memory.check(source, target);
    Memory.requireRoom(target, maxCompressedBytes(source.byteSize()));
    Lz4FrameEncoder encoder = encoders.take();
    try {
      return encoder.encode(source, target);
    } finally {
      encoders.giveBack(encoder);
    }
  }

  @Override
  public String toString() {
    return name();
  }
}
