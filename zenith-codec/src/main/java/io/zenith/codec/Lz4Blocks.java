package io.zenith.codec;

import java.lang.foreign.MemorySegment;

/// Decompresses blocks of LZ4 one behind the other; can be used again and again, by one thread at a
/// time.
sealed interface Lz4Blocks permits Lz4JavaBlocks, Lz4NativeBlocks {
  /// The most that a byte of a block can stand for: a length in a sequence grows by 255 with each
  /// of its bytes.
  long MOST_PER_BYTE = 256;

  /// Begins.
  ///
  /// @param source what blocks are parts of
  /// @param target where their bytes go to
  void open(MemorySegment source, MemorySegment target);

  /// Ends, and lets go of the segments.
  void close();

  /// How many bytes came out since [#open].
  long produced();

  /// Brings all of them to the target.
  void flush();

  /// From here on matches refer to what comes now only.
  void forget();

  /// Decompresses a block of the source.
  ///
  /// @param most how many bytes it may give, no more than the target has left
  void decode(long from, long to, long most) throws CorruptDataException;

  /// Takes bytes of the source as they are.
  ///
  /// @param count how many, no more than the target has left
  void append(long from, long count);
}
