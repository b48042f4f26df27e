package io.zenith.codec;

import java.lang.foreign.MemorySegment;
import java.util.Optional;

/// Decompresses what writers of Parquet have called LZ4; can be used again and again, by one thread
/// at a time.
///
/// That is what Hadoop's streams write: chunks of bytes, each the size of what comes out, and then
/// blocks, each with its size, until that is reached; all numbers have four bytes, the greatest
/// first. Other writers have left a single block without any size: what does not decompress as the
/// former is tried as the latter, as Arrow C++ does.
final class Lz4HadoopDecoder implements Decoder {
  /// [Decompressor#lz4].
  static final Decompressor INSTANCE = decompressor(Lz4Native.find());

  private final Lz4Blocks blocks;
  private final Lz4RawDecoder bare;

  private Lz4HadoopDecoder(Lz4Blocks blocks) {
    this.blocks = blocks;
    this.bare = new Lz4RawDecoder(blocks);
  }

  /// A decompressor.
  ///
  /// @param code decompresses, if it is there
  static Decompressor decompressor(Optional<Lz4Native> code) {
    return new PooledDecompressor(
        "LZ4", Lz4Blocks.MOST_PER_BYTE, Decoders.ofLz4(code, Lz4HadoopDecoder::new));
  }

  @Override
  public void decode(MemorySegment source, MemorySegment target) throws CorruptDataException {
    try {
      chunks(source, target);
    } catch (CorruptDataException e) {
      try {
        bare.decode(source, target);
      } catch (CorruptDataException alsoBare) {
        e.addSuppressed(alsoBare);
        throw e;
      }
    }
  }

  private void chunks(MemorySegment source, MemorySegment target) throws CorruptDataException {
    blocks.open(source, target);
    try {
      Cursor cursor = new Cursor(source);
      do {
        chunk(cursor, target.byteSize() - blocks.produced());
      } while (cursor.left() > 0);
      blocks.flush();
      Memory.requireFull(target, blocks.produced(), cursor.offset());
    } finally {
      blocks.close();
    }
  }

  private void chunk(Cursor cursor, long most) throws CorruptDataException {
    long size = size(cursor);
    if (size > most) {
      throw cursor.corrupt("a chunk of " + size + " bytes", "at most " + most);
    }
    long end = blocks.produced() + size;
    if (size == 0 && cursor.offset() == Integer.BYTES && cursor.left() == 0) {
      return; // nothing at all, as Hadoop writes it
    }
    do {
      long length = size(cursor);
      long from = cursor.offset();
      cursor.skip(length, "a block");
      blocks.forget();
      blocks.decode(from, from + length, end - blocks.produced());
    } while (blocks.produced() < end);
  }

  private static long size(Cursor cursor) throws CorruptDataException {
    return Integer.toUnsignedLong(Integer.reverseBytes(cursor.int32()));
  }
}
