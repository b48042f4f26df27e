package io.zenith.codec;

import java.lang.foreign.MemorySegment;
import java.util.Optional;

/// Decompresses a single block of LZ4; can be used again and again, by one thread at a time.
final class Lz4RawDecoder implements Decoder {
  /// [Decompressor#lz4Raw].
  static final Decompressor INSTANCE = decompressor(Lz4Native.find());

  private final Lz4Blocks blocks;

  Lz4RawDecoder(Lz4Blocks blocks) {
    this.blocks = blocks;
  }

  /// A decompressor.
  ///
  /// @param code decompresses, if it is there
  static Decompressor decompressor(Optional<Lz4Native> code) {
    return new PooledDecompressor(
        "LZ4_RAW", Lz4Blocks.MOST_PER_BYTE, Decoders.ofLz4(code, Lz4RawDecoder::new));
  }

  @Override
  public void decode(MemorySegment source, MemorySegment target) throws CorruptDataException {
    blocks.open(source, target);
    try {
      blocks.decode(0, source.byteSize(), target.byteSize());
      blocks.flush();
      Memory.requireFull(target, blocks.produced(), source.byteSize());
    } finally {
      blocks.close();
    }
  }
}
