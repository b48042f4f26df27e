package io.zenith.codec;

import static io.zenith.codec.HeapWindow.LONG;

/// The hot loops of LZ4: sequences of a few bytes, far from any end.
///
/// The compiler keeps up with half the C library's pace if each loop is small and has nothing but
/// arrays and indices; so both indices travel in one `long`, the one in the source above the one in
/// the target. Sequences are short as a rule, and [#shortOnes] spends no instruction on others: it
/// stops there. [#mediumOne] does one that is a little longer or repeats less than a word. Each
/// checks no more than it needs so that what is read was written before, and leaves everything
/// else, errors too, to [Lz4JavaBlocks].
final class Lz4Sequences {
  /// The most that one reads: token, 14 literals, distance, one byte of length.
  static final int SOURCE_MARGIN = 18;

  /// The most that one writes beyond the last index that it may begin at: 14 literals, a match of
  /// up to 18 bytes in whole words, or of more where it ends in time.
  static final int TARGET_MARGIN = 14 + 24;

  /// The shortest match.
  static final int MIN_MATCH = 4;

  /// A length in a token that says that more bytes of length follow.
  static final int LONGER = 15;

  /// Literals that fit a word together with the token and the distance.
  private static final int FEW_LITERALS = 5;

  private Lz4Sequences() {}

  /// Does sequences as long as it can.
  ///
  /// @param indices where to begin
  /// @param lastRead the last index in the source to begin a sequence at
  /// @param lastWrite the last index in the target to begin a sequence at
  /// @param first the least index in the target that a match may refer to
  /// @return where it ended
  static long run(
      byte[] source, byte[] target, long indices, int lastRead, int lastWrite, int first) {
    long from = indices;
    while (true) {
      long before = shortOnes(source, target, from, lastRead, lastWrite, first);
      from = mediumOne(source, target, before, lastRead, lastWrite, first);
      if (from == before) {
        return from;
      }
    }
  }

  private static long shortOnes(
      byte[] source, byte[] target, long indices, int lastRead, int lastWrite, int first) {
    int s = (int) (indices >>> 32);
    int d = (int) indices;
    while (s <= lastRead && d <= lastWrite) {
      long word = (long) LONG.get(source, s);
      int token = (int) word;
      int literals = token >>> 4 & 15;
      if (literals > FEW_LITERALS) {
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
      if (length + MIN_MATCH > 16) {
        LONG.set(target, start + 16, (long) LONG.get(target, match + 16));
      }
      s += 3 + literals;
      d = start + length + MIN_MATCH;
    }
    return (long) s << 32 | d;
  }

  private static long mediumOne(
      byte[] source, byte[] target, long indices, int lastRead, int lastWrite, int first) {
    int s = (int) (indices >>> 32);
    int d = (int) indices;
    if (s > lastRead || d > lastWrite) {
      return indices;
    }
    int token = source[s];
    int literals = token >>> 4 & 15;
    if (literals == LONGER) {
      return indices;
    }
    LONG.set(target, d, (long) LONG.get(source, s + 1));
    LONG.set(target, d + 8, (long) LONG.get(source, s + 9));
    s += 1 + literals;
    d += literals;
    int distance = (source[s] & 0xFF) | (source[s + 1] & 0xFF) << 8;
    s += 2;
    int length = token & 15;
    if (length == LONGER) {
      int more = source[s++] & 0xFF;
      if (more == 255) {
        return indices;
      }
      length += more;
    }
    int end = d + length + MIN_MATCH;
    if (distance == 0 || d - distance < first || end - LONGER - MIN_MATCH > lastWrite) {
      return indices;
    }
    repeat(target, d, end, distance);
    return (long) s << 32 | end;
  }

  /// Writes up to seven bytes too many.
  private static void repeat(byte[] target, int from, int end, int distance) {
    int d = from;
    int match = from - distance;
    if (distance < Long.BYTES) {
      long pattern = ShortPeriod.word(target, match, distance);
      int step = ShortPeriod.step(distance);
      do {
        LONG.set(target, d, pattern);
        d += step;
      } while (d < end);
    } else {
      do {
        LONG.set(target, d, (long) LONG.get(target, match));
        d += Long.BYTES;
        match += Long.BYTES;
      } while (d < end);
    }
  }
}
