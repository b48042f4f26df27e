package io.zenith.codec;

import java.lang.foreign.MemorySegment;

/// [Codec#lz4Frame].
final class Lz4FrameCodec implements Codec {
  static final Lz4FrameCodec INSTANCE = new Lz4FrameCodec();

  private final Pool<Lz4FrameDecoder> decoders = new Pool<>(Lz4FrameDecoder::new, _ -> {});
  private final Pool<Lz4FrameEncoder> encoders = new Pool<>(Lz4FrameEncoder::new, _ -> {});

  private Lz4FrameCodec() {}

  @Override
  public String name() {
    return "LZ4_FRAME";
  }

  @Override
  public void decompress(MemorySegment source, MemorySegment target) throws CorruptDataException {
    Memory.check(source, target);
    Lz4FrameDecoder decoder = decoders.take();
    try {
      decoder.decode(source, target);
    } finally {
      decoders.giveBack(decoder);
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
