package io.zenith.codec;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// The end of what was decompressed so far, on the heap, from where it goes to the target.
///
/// A window of its own costs a copy, and is still faster than to decompress inside the target: the
/// compiler checks indices of an array at half the cost of offsets in a segment. Besides, the
/// target is only ever written in order, and never beyond what is known to be part of the result.
///
/// [Lz4JavaBlocks] and [SnappyDecoder] write the window: the fields that are not private are for
/// their loops.
final class HeapWindow {
  static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  /// How far back a match of LZ4 may reach, and one more; matches of Snappy may reach further, but
  /// nobody writes such.
  private static final int HISTORY = 1 << 16;

  /// Four times the history: the older three quarters are moved away together.
  private static final int SIZE = 4 * HISTORY;

  /// Bytes that are better copied past the window, which then has to fetch its history if a match
  /// asks for it.
  private static final int LARGE = HISTORY / 2;

  final byte[] bytes = new byte[SIZE];

  /// Index of the next byte.
  int at;

  private MemorySegment target = MemorySegment.NULL;

  /// Index of the first byte that is not in the target yet.
  private int written;

  /// Place of the window's first byte in the target.
  private long base;

  /// First byte in the target that matches may refer to.
  private long floor;

  void open(MemorySegment result) {
    target = result;
    at = 0;
    written = 0;
    base = 0;
    floor = 0;
  }

  void close() {
    target = MemorySegment.NULL;
  }

  /// How many bytes were decompressed.
  long produced() {
    return base + at;
  }

  /// From here on matches refer to what comes now only.
  void forget() {
    floor = produced();
  }

  /// How many bytes a match may go back.
  long reach() {
    return produced() - floor;
  }

  /// The least index that a match may refer to.
  int firstIndex() {
    return (int) Math.max(0, floor - base);
  }

  /// Writes to the target what is not there yet.
  void flush() {
    int count = at - written;
    if (count > 0) {
      MemorySegment.copy(bytes, written, target, ValueLayout.JAVA_BYTE, base + written, count);
      written = at;
    }
  }

  /// How many bytes fit; at least one, once the older ones have been moved away.
  int room() {
    if (at == SIZE) {
      slide();
    }
    return SIZE - at;
  }

  /// Keeps the history only.
  void slide() {
    flush();
    int kept = Math.min(HISTORY, at);
    System.arraycopy(bytes, at - kept, bytes, 0, kept);
    base += at - kept;
    at = kept;
    written = kept;
  }

  /// Takes bytes as they are.
  void append(MemorySegment source, long from, long count) {
    if (count >= LARGE) {
      flush();
      MemorySegment.copy(source, from, target, produced(), count);
      base = produced() + count;
      at = 0;
      written = 0;
      return;
    }
    for (long done = 0; done < count; ) {
      int length = (int) Math.min(count - done, room());
      MemorySegment.copy(source, ValueLayout.JAVA_BYTE, from + done, bytes, at, length);
      at += length;
      done += length;
    }
  }

  /// Fetches the history from the target.
  private void fetchHistory() {
    flush();
    long end = produced();
    int kept = (int) Math.min(HISTORY, end - floor);
    MemorySegment.copy(target, ValueLayout.JAVA_BYTE, end - kept, bytes, 0, kept);
    base = end - kept;
    at = kept;
    written = kept;
  }

  /// Repeats bytes.
  ///
  /// @param distance how far back they begin, within reach
  /// @param count how many, no more than the distance if that is 64 KB or more
  void repeat(long distance, long count) {
    if (distance > at) {
      if (distance > HISTORY) {
        flush();
        append(target, produced() - distance, count);
        return;
      }
      fetchHistory();
    }
    for (long left = count; left > 0; ) {
      int length = (int) Math.min(left, room());
      repeatRuns((int) distance, length);
      at += length;
      left -= length;
    }
  }

  /// Each run makes the next one twice as long.
  private void repeatRuns(int distance, int length) {
    int from = at - distance;
    int end = at + length;
    for (int to = at; to < end; ) {
      int run = Math.min(to - from, end - to);
      System.arraycopy(bytes, from, bytes, to, run);
      to += run;
    }
  }
}
