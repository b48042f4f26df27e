package io.zenith.codec;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/// Decompresses members of gzip; can be used again and again, by one thread at a time.
///
/// The JDK inflates by native code, which must not touch a mapping: so all of the source is copied
/// out piece by piece, which takes a hundredth of the time.
final class GzipDecoder implements Decoder {
  /// [Decompressor#gzip]: a match of two bits may repeat 258 bytes.
  static final Decompressor INSTANCE =
      new PooledDecompressor("GZIP", 1032, Decoders.of(GzipDecoder::new));

  private static final int PIECE = 64 << 10;

  /// So little at a time that the checksum finds it in the processor's cache.
  private static final int ROOM = 128 << 10;

  private final Inflater inflater = new Inflater(true);
  private final CRC32 checksum = new CRC32();

  /// Freed with this object.
  private final MemorySegment piece = Arena.ofAuto().allocate(PIECE);

  /// Shows whether there is more than there is room for.
  private final ByteBuffer oneMore = ByteBuffer.allocateDirect(1);

  @Override
  public void decode(MemorySegment source, MemorySegment target) throws CorruptDataException {
    Cursor cursor = new Cursor(source);
    long produced = 0;
    do {
      GzipHeader.skip(cursor, source);
      long content = inflate(cursor, source, target.asSlice(produced));
      cursor.requireInt32((int) checksum.getValue(), "checksum of the content");
      cursor.requireInt32((int) content, "size of the content");
      produced += content;
    } while (cursor.left() > 0);
    Memory.requireFull(target, produced, cursor.offset());
  }

  /// Inflates one member to the beginning of the target, and sums it up.
  ///
  /// @return how many bytes it has
  private long inflate(Cursor cursor, MemorySegment source, MemorySegment target)
      throws CorruptDataException {
    inflater.reset();
    checksum.reset();
    long start = cursor.offset();
    while (!inflater.finished()) {
      long at = start + inflater.getBytesRead();
      if (inflater.needsInput()) {
        feed(source, at);
      }
      long produced = inflater.getBytesWritten();
      long left = target.byteSize() - produced;
      ByteBuffer room =
          left == 0
              ? oneMore.clear()
              : target.asSlice(produced, Math.min(ROOM, left)).asByteBuffer();
      int count = inflate(room, at);
      if (left == 0 && count > 0) {
        throw new CorruptDataException(
            at, "a member of more bytes", "at most " + target.byteSize());
      }
      checksum.update(room.flip());
    }
    cursor.skip(inflater.getBytesRead(), "deflated data");
    return inflater.getBytesWritten();
  }

  private void feed(MemorySegment source, long at) throws CorruptDataException {
    long size = Math.min(PIECE, source.byteSize() - at);
    if (size == 0) {
      throw new CorruptDataException(at, "the end inside deflated data", "the rest of it");
    }
    inflater.setInput(piece.asSlice(0, size).copyFrom(source.asSlice(at, size)).asByteBuffer());
  }

  /// @param at where what is inflated begins, for errors
  private int inflate(ByteBuffer room, long at) throws CorruptDataException {
    try {
      return inflater.inflate(room);
    } catch (DataFormatException e) {
      throw new CorruptDataException(at, "damaged data: " + e.getMessage(), "deflated data");
    }
  }

  @Override
  public void close() {
    inflater.end();
  }
}
