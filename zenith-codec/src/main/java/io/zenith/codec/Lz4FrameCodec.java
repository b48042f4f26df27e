package io.zenith.codec;

import java.lang.foreign.MemorySegment;
import java.util.Optional;

/// [Codec#lz4Frame].
final class Lz4FrameCodec implements Codec {
  static final Lz4FrameCodec INSTANCE = new Lz4FrameCodec(Lz4Native.find());

  private final Decoders decoders;
  private final Pool<Lz4FrameEncoder> encoders = new Pool<>(Lz4FrameEncoder::new, _ -> {});

  /// A codec.
  ///
  /// @param code decompresses, if it is there
  Lz4FrameCodec(Optional<Lz4Native> code) {
    decoders = Decoders.ofLz4(code, Lz4FrameDecoder::new);
  }

  @Override
  public String name() {
    return "LZ4_FRAME";
  }

  @Override
  public void decompress(MemorySegment source, MemorySegment target) throws CorruptDataException {
    decoders.decompress(source, target);
  }

  @Override
  public long maxDecompressedBytes(long bytes) {
    return Memory.times(bytes, Lz4Blocks.MOST_PER_BYTE);
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
