package io.zenith.csv;

import java.io.IOException;
import java.util.Arrays;

/// The part of a text that is looked at, which moves from its beginning to its end. For one thread.
final class Window {
  /// An array cannot be longer, nor a record.
  private static final int MOST = Integer.MAX_VALUE - Words.SLACK - 8;

  private final Text.Cursor cursor;
  private final long end;
  private byte[] text;
  private int to;
  private long offset;
  private boolean isLast;

  /// @param cursor the text from `offset` on
  /// @param end where to stop, or [Text#UNKNOWN]
  /// @param bytes how many are looked at together
  Window(Text.Cursor cursor, long offset, long end, int bytes) {
    this.text = new byte[bytes + Words.SLACK];
    this.cursor = cursor;
    this.offset = offset;
    this.end = end;
  }

  /// Moves on, and grows where that would not bring anything new.
  ///
  /// @param used what lies before it is not needed any more
  /// @throws BadRecordException if no record can be so long
  void move(int used) throws IOException {
    if (used == 0 && to == text.length - Words.SLACK) {
      if (to == MOST) {
        throw new BadRecordException(0, "a record of more than " + MOST + " bytes", "fewer");
      }
      int larger = (int) Math.min(MOST, 2L * to);
      text = Arrays.copyOf(text, larger + Words.SLACK);
    } else {
      System.arraycopy(text, used, text, 0, to - used);
    }
    offset += used;
    to -= used;
    int room = (int) Math.min(text.length - Words.SLACK - to, end - offset - to);
    int read = cursor.read(text, to, room);
    to += read;
    isLast = read < room || offset + to == end;
  }

  byte[] text() {
    return text;
  }

  /// The place behind what there is of the text.
  int to() {
    return to;
  }

  /// Where the first byte is in the whole text.
  long offset() {
    return offset;
  }

  /// Whether nothing follows.
  boolean isLast() {
    return isLast;
  }
}
