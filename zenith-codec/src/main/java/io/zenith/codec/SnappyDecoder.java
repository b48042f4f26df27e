package io.zenith.codec;

import java.lang.foreign.MemorySegment;

/// Decompresses Snappy's raw format, in Java; can be used again and again, by one thread at a time.
///
/// The data is the length of what comes out, and elements: literals, and matches (how far back, how
/// many bytes). [SnappyElements] does most of them; what it stops at is done here: long literals,
/// far matches, those near the end of something, and broken ones.
final class SnappyDecoder implements Decoder {
  /// [Decompressor#snappy]: a match of three bytes may repeat 64.
  static final Decompressor INSTANCE =
      new PooledDecompressor("SNAPPY", 22, Decoders.of(SnappyDecoder::new));

  /// The length has 32 bits, of which each byte brings seven.
  private static final int LENGTH_BITS = 32;

  private final HeapInput input = new HeapInput("an element");
  private final HeapWindow window = new HeapWindow();

  @Override
  public void decode(MemorySegment source, MemorySegment target) throws CorruptDataException {
    Cursor cursor = new Cursor(source);
    long length = length(cursor);
    if (length != target.byteSize()) {
      throw new CorruptDataException(
          0, "data of " + length + " bytes", target.byteSize() + " bytes");
    }
    input.open(source);
    window.open(target);
    try {
      input.begin(cursor.offset(), source.byteSize());
      while (input.left() > 0) {
        elements(length);
        if (input.left() > 0) {
          element(length);
        }
      }
      window.flush();
      Memory.requireFull(target, window.produced(), input.offset());
    } finally {
      input.close();
      window.close();
    }
  }

  private static long length(Cursor cursor) throws CorruptDataException {
    long length = 0;
    for (int shift = 0; shift < LENGTH_BITS; shift += 7) {
      long bits = cursor.int8();
      length |= (bits & 0x7F) << shift;
      if (bits < 0x80 && length >>> LENGTH_BITS == 0) {
        return length;
      }
    }
    throw cursor.corrupt("a length of more than 32 bits", "at most 32 bits");
  }

  private void elements(long end) {
    if (input.limit - input.at < SnappyElements.SOURCE_MARGIN && input.hasMore()) {
      input.refill();
    }
    if (window.room() < SnappyElements.TARGET_MARGIN) {
      window.slide();
    }
    int room = (int) Math.min(window.room(), end - window.produced());
    long indices =
        SnappyElements.run(
            input.bytes,
            window.bytes,
            (long) input.at << 32 | window.at,
            input.limit - SnappyElements.SOURCE_MARGIN,
            window.at + room - SnappyElements.TARGET_MARGIN);
    input.at = (int) (indices >>> 32);
    window.at = (int) indices;
  }

  /// Does one element of any kind.
  ///
  /// @param end how many bytes there are in all
  private void element(long end) throws CorruptDataException {
    int tag = input.next();
    switch (tag & SnappyElements.KIND) {
      case SnappyElements.LITERAL -> literal(tag, end);
      case SnappyElements.NEAR_MATCH -> {
        long distance = SnappyElements.nearHigh(tag) | input.next();
        match(distance, SnappyElements.nearLength(tag), end);
      }
      case SnappyElements.MATCH -> match(number(2), SnappyElements.length(tag), end);
      default -> match(number(4), SnappyElements.length(tag), end);
    }
  }

  /// A number of some bytes, the least first.
  private long number(int bytes) throws CorruptDataException {
    long number = 0;
    for (int i = 0; i < bytes; i++) {
      number |= (long) input.next() << (8 * i);
    }
    return number;
  }

  private void literal(int tag, long end) throws CorruptDataException {
    long count = SnappyElements.length(tag);
    if (count > SnappyElements.MOST_IN_TAG) {
      count = number((int) count - SnappyElements.MOST_IN_TAG) + 1;
    }
    if (count > input.left()) {
      throw new CorruptDataException(
          input.offset(), count + " literals", "at most the " + input.left() + " bytes left");
    }
    requireRoom(count, end);
    input.moveTo(window, count);
  }

  private void match(long distance, int count, long end) throws CorruptDataException {
    if (distance == 0 || distance > window.reach()) {
      throw new CorruptDataException(
          input.offset(), "a match " + distance + " bytes back", "1 to " + window.reach());
    }
    requireRoom(count, end);
    window.repeat(distance, count);
  }

  private void requireRoom(long count, long end) throws CorruptDataException {
    long left = end - window.produced();
    if (count > left) {
      throw new CorruptDataException(
          input.offset(), count + " bytes more", "at most " + left + " more");
    }
  }
}
