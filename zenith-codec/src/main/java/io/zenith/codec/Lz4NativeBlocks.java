package io.zenith.codec;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/// Decompresses blocks by native code, right into the target, where matches find what they repeat.
///
/// Native code must not touch a mapping, so a block of one is copied first, to memory that is kept:
/// 64 KB, or as much as the largest block took. Blocks of more than 4 MB, which frames do not have,
/// are refused then, and left to Java.
final class Lz4NativeBlocks implements Lz4Blocks {
  /// How far back a match may reach, and one more.
  private static final int HISTORY = 1 << 16;

  /// The largest block of a mapping: as large as those of frames may be.
  private static final int MOST_COPIED = 4 << 20;

  private final Lz4Native code;

  /// Freed with this object.
  private MemorySegment copy = Arena.ofAuto().allocate(HISTORY);

  private MemorySegment source = MemorySegment.NULL;
  private MemorySegment target = MemorySegment.NULL;
  private long at;

  /// First byte in the target that matches may refer to.
  private long floor;

  Lz4NativeBlocks(Lz4Native code) {
    this.code = code;
  }

  @Override
  public void open(MemorySegment compressed, MemorySegment result) {
    source = compressed;
    target = result;
    at = 0;
    floor = 0;
  }

  @Override
  public void close() {
    source = MemorySegment.NULL;
    target = MemorySegment.NULL;
  }

  @Override
  public long produced() {
    return at;
  }

  @Override
  public void flush() {}

  @Override
  public void forget() {
    floor = at;
  }

  @Override
  public void decode(long from, long to, long most) throws CorruptDataException {
    requireSize(from, to - from, source.isMapped() ? MOST_COPIED : Integer.MAX_VALUE);
    requireSize(from, most, Integer.MAX_VALUE);
    int history = (int) Math.min(HISTORY, at - floor);
    int count = code.decompress(unmapped(from, to - from), target, at, (int) most, history);
    if (count < 0) {
      throw new CorruptDataException(from, "a damaged block", "an LZ4 block");
    }
    at += count;
  }

  private static void requireSize(long from, long size, int most) throws CorruptDataException {
    if (size > most) {
      throw new CorruptDataException(from, size + " bytes", "at most " + most + " in native code");
    }
  }

  private MemorySegment unmapped(long from, long size) {
    MemorySegment block = source.asSlice(from, size);
    if (!source.isMapped()) {
      return block;
    }
    if (size > copy.byteSize()) {
      copy = Arena.ofAuto().allocate(size);
    }
    return copy.asSlice(0, size).copyFrom(block);
  }

  @Override
  public void append(long from, long count) {
    MemorySegment.copy(source, from, target, at, count);
    at += count;
  }
}
