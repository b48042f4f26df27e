package io.zenith.codec;

import static io.zenith.codec.Lz4Window.LONG;

/// Decompresses LZ4 blocks from an input to a window.
///
/// A block is a run of sequences: a token, literals, and a match (how far back, how many bytes).
/// Most sequences are short and are done in [#shortSequences], which the compiler turns into a loop
/// with everything in registers; to that end it is static, calls nothing, and knows indices only.
/// It stops at the first sequence that is not short or near an end, and [#sequence] does that one.
final class Lz4BlockDecoder {
  /// The shortest match.
  private static final int MIN_MATCH = 4;

  /// A length in a token that says that more bytes of length follow.
  private static final int LONGER = 15;

  /// Literals that fit a word behind the token and before the distance.
  private static final int MOST_LITERALS = 5;

  /// The most that a short sequence reads.
  private static final int SOURCE_MARGIN = 8;

  /// The most that a short sequence writes: literals, and a match in whole words.
  private static final int TARGET_MARGIN = MOST_LITERALS + 24;

  private final Lz4Input input;
  private final Lz4Window window;

  Lz4BlockDecoder(Lz4Input input, Lz4Window window) {
    this.input = input;
    this.window = window;
  }

  /// Decompresses a block of the input's source.
  ///
  /// @param most how many bytes it may give
  void decode(long from, long to, long most) throws CorruptDataException {
    input.begin(from, to);
    long end = window.produced() + most;
    do {
      if (input.limit - input.at < SOURCE_MARGIN && input.hasMore()) {
        input.refill();
      }
      if (window.room() < TARGET_MARGIN) {
        window.slide();
      }
      int lastRead = input.limit - SOURCE_MARGIN;
      long room = Math.min(window.room(), end - window.produced());
      int lastWrite = (int) (window.at + room - TARGET_MARGIN);
      long indices =
          shortSequences(
              input.bytes,
              window.bytes,
              input.at,
              window.at,
              lastRead,
              lastWrite,
              window.firstIndex());
      input.at = (int) (indices >>> 32);
      window.at = (int) indices;
    } while (sequence(end));
  }

  /// Does short sequences, as long as there is room to read and write without care.
  ///
  /// @return the index in the source, and in the lower half the one in the target
  private static long shortSequences(
      byte[] source, byte[] target, int from, int to, int lastRead, int lastWrite, int first) {
    int s = from;
    int d = to;
    while (s <= lastRead && d <= lastWrite) {
      long word = (long) LONG.get(source, s);
      int token = (int) word;
      int literals = token >>> 4 & 15;
      if (literals > MOST_LITERALS) {
        break;
      }
      LONG.set(target, d, word >>> 8);
      int distance = (int) (word >>> 8 >>> (literals << 3)) & 0xFFFF;
      int length = token & 15;
      if (length == LONGER || distance < Long.BYTES) {
        break;
      }
      int start = d + literals;
      int match = start - distance;
      if (match < first) {
        break;
      }
      LONG.set(target, start, (long) LONG.get(target, match));
      LONG.set(target, start + 8, (long) LONG.get(target, match + 8));
      if (length > 16 - MIN_MATCH) {
        LONG.set(target, start + 16, (long) LONG.get(target, match + 16));
      }
      s += 3 + literals;
      d = start + length + MIN_MATCH;
    }
    return (long) s << 32 | d;
  }

  /// Does one sequence of any kind.
  ///
  /// @param end how many bytes there may be in all
  /// @return whether there is another
  private boolean sequence(long end) throws CorruptDataException {
    int token = input.next();
    literals(length(token >>> 4), end);
    if (input.left() == 0) {
      return false;
    }
    long offset = input.offset();
    int distance = input.next() | input.next() << 8;
    if (distance == 0 || distance > window.reach()) {
      throw new CorruptDataException(
          offset, "a match " + distance + " bytes back", "1 to " + window.reach());
    }
    long length = length(token & 15) + MIN_MATCH;
    requireRoom(length, end);
    window.repeat(distance, length);
    return true;
  }

  private long length(int inToken) throws CorruptDataException {
    long length = inToken;
    if (inToken == LONGER) {
      int more;
      do {
        more = input.next();
        length += more;
      } while (more == 255);
    }
    return length;
  }

  private void literals(long count, long end) throws CorruptDataException {
    if (count > input.left()) {
      throw new CorruptDataException(
          input.offset(), count + " literals", "at most the " + input.left() + " of the block");
    }
    requireRoom(count, end);
    if (count <= input.limit - input.at && count <= window.room()) {
      System.arraycopy(input.bytes, input.at, window.bytes, window.at, (int) count);
      window.at += (int) count;
    } else {
      window.append(input.source(), input.offset(), count);
    }
    input.skip(count);
  }

  private void requireRoom(long count, long end) throws CorruptDataException {
    long left = end - window.produced();
    if (count > left) {
      throw new CorruptDataException(
          input.offset(), count + " bytes more", "at most " + left + " more in this block");
    }
  }
}
