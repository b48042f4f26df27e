package io.zenith.codec;

import static io.zenith.codec.HeapWindow.LONG;

/// The hot loop of Snappy: elements of up to 64 bytes, far from any end.
///
/// It does a literal, if there is one, and the match behind it, so that the processor has one
/// branch less to foresee. What is copied is written in whole words without a loop: the compiler
/// makes too much of loops that are that short. Both indices travel in one `long`, the one in the
/// source above the one in the target. No more is checked than what makes sure that all that is
/// read was written before; everything else, errors too, is left to [SnappyDecoder].
final class SnappyElements {
  /// The most that one turn reads: a tag, and a literal in words, which is more than a literal and
  /// the word behind it.
  static final int SOURCE_MARGIN = 1 + 16 + 56;

  /// The most that one turn writes beyond the index that it begins at: a literal, and a match in
  /// words.
  static final int TARGET_MARGIN = 60 + 16 + 56;

  /// In the low bits of a tag.
  static final int KIND = 3;

  static final int LITERAL = 0;
  static final int NEAR_MATCH = 1;
  static final int MATCH = 2;

  /// The longest literal whose length is in its tag.
  static final int MOST_IN_TAG = 60;

  /// A word and another.
  private static final int FIRST = 16;

  /// By a tag, for matches of the two usual kinds: the length, the high bits of the distance as
  /// they stand in a distance, and from bit 16 how many low bits of it follow. Zero for other tags.
  private static final int[] MATCHES = matches();

  private static final int LENGTH = 0xFF;
  private static final int HIGH = 0x700;

  private SnappyElements() {}

  private static int[] matches() {
    int[] matches = new int[1 << Byte.SIZE];
    for (int tag = 0; tag < matches.length; tag++) {
      matches[tag] =
          switch (tag & KIND) {
            case NEAR_MATCH -> nearLength(tag) | nearHigh(tag) | 8 << 16;
            case MATCH -> length(tag) | 16 << 16;
            default -> 0;
          };
    }
    return matches;
  }

  /// The length of a literal whose tag has it, or of a match that is not near.
  static int length(int tag) {
    return (tag >>> 2) + 1;
  }

  /// The length of a near match.
  static int nearLength(int tag) {
    return (tag >>> 2 & 7) + 4;
  }

  /// The high bits of the distance of a near match.
  static int nearHigh(int tag) {
    return tag >>> 5 << 8;
  }

  /// Does elements as long as it can.
  ///
  /// @param indices where to begin
  /// @param lastRead the last index in the source to begin a turn at
  /// @param lastWrite the last index in the target to begin a turn at
  /// @return where it ended
  static long run(byte[] source, byte[] target, long indices, int lastRead, int lastWrite) {
    int s = (int) (indices >>> 32);
    int d = (int) indices;
    while (s <= lastRead && d <= lastWrite) {
      int word = (int) (long) LONG.get(source, s);
      if ((word & KIND) == LITERAL) {
        int length = length(word & 0xFF);
        if (length > MOST_IN_TAG) {
          break;
        }
        LONG.set(target, d, (long) LONG.get(source, s + 1));
        LONG.set(target, d + 8, (long) LONG.get(source, s + 9));
        if (length > FIRST) {
          copyMore(source, s + 1 + FIRST, target, d + FIRST, length - FIRST);
        }
        s += 1 + length;
        d += length;
        word = (int) (long) LONG.get(source, s);
      }
      int match = MATCHES[word & 0xFF];
      int distance = (word >>> 8 & (1 << (match >>> 16)) - 1) + (match & HIGH);
      int from = d - distance;
      if (distance == 0 || from < 0) {
        break;
      }
      s += 1 + (word & KIND);
      int end = d + (match & LENGTH);
      if (distance < Long.BYTES) {
        long pattern = ShortPeriod.word(target, from, distance);
        int step = ShortPeriod.step(distance);
        LONG.set(target, d, pattern);
        LONG.set(target, d + step, pattern);
        int to = d + 2 * step;
        if (end > to) {
          copyMore(target, d, target, to, end - to);
        }
        d = end;
        continue;
      }
      LONG.set(target, d, (long) LONG.get(target, from));
      LONG.set(target, d + 8, (long) LONG.get(target, from + 8));
      if (end - d > FIRST) {
        copyMore(target, from + FIRST, target, d + FIRST, end - d - FIRST);
      }
      d = end;
    }
    return (long) s << 32 | d;
  }

  /// Copies up to 56 bytes in words, the first before the next is read.
  private static void copyMore(byte[] source, int from, byte[] target, int to, int count) {
    LONG.set(target, to, (long) LONG.get(source, from));
    LONG.set(target, to + 8, (long) LONG.get(source, from + 8));
    if (count > FIRST) {
      LONG.set(target, to + 16, (long) LONG.get(source, from + 16));
      LONG.set(target, to + 24, (long) LONG.get(source, from + 24));
      LONG.set(target, to + 32, (long) LONG.get(source, from + 32));
      LONG.set(target, to + 40, (long) LONG.get(source, from + 40));
      LONG.set(target, to + 48, (long) LONG.get(source, from + 48));
    }
  }
}
