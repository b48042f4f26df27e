package io.zenith.codec;

import java.lang.foreign.MemorySegment;

/// A decompressor of which the decoders are all there is.
///
/// @param mostPerByte how many bytes one of the source can stand for
record PooledDecompressor(String name, long mostPerByte, Decoders decoders)
    implements Decompressor {

  @Override
  public void decompress(MemorySegment source, MemorySegment target) throws CorruptDataException {
    decoders.decompress(source, target);
  }

  @Override
  public long maxDecompressedBytes(long bytes) {
    return Memory.times(bytes, mostPerByte);
  }

  @Override
  public String toString() {
    return name;
  }
}
