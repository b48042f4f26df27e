package io.zenith.csv;

import java.io.IOException;
import java.util.Arrays;

/// The part of a text that is looked at, which moves from its beginning to its end. For one thread.
final class Window {
  /// The place of the first byte in each part of the text. Words that reach before a field need no
  /// check; what they hold there means nothing.
  static final int BEGIN = 2 * Long.BYTES;

  /// An array cannot be longer, nor a record.
  private static final int MOST = Integer.MAX_VALUE - Words.SLACK - 8;

  private final Text.Cursor cursor;
  private final long end;
  private final int size;
  private byte[] text;
  private int to;
  private long offset;
  private boolean isLast;

  /// @param cursor the text from `offset` on
  /// @param end where to stop, or [Text#UNKNOWN]
  /// @param bytes how many are looked at together, if there are so many
  Window(Text.Cursor cursor, long offset, long end, int bytes) {
    this.size = BEGIN + (int) Math.min(bytes, end - offset) + Words.SLACK;
    this.text = new byte[size];
    this.cursor = cursor;
    this.to = BEGIN;
    this.offset = offset - BEGIN;
    this.end = end;
  }

  /// Moves on, and grows where that would not bring anything new.
  ///
  /// @param used what lies before it is not needed any more
  /// @throws BadRecordException if no record can be so long
  void move(int used) throws IOException {
    if (used == BEGIN && to == text.length - Words.SLACK) {
      if (to == MOST) {
        throw new BadRecordException(BEGIN, "a record of more than " + MOST + " bytes", "fewer");
      }
      int larger = (int) Math.min(MOST, 2L * to);
      text = Arrays.copyOf(text, larger + Words.SLACK);
    } else {
      System.arraycopy(text, used, text, BEGIN, to - used);
    }
    shrink(BEGIN + to - used);
    offset += used - BEGIN;
    to -= used - BEGIN;
    int room = (int) Math.min(text.length - Words.SLACK - to, end - offset - to);
    int read = cursor.read(text, to, room);
    to += read;
    isLast = read < room || offset + to == end;
  }

  /// Gives up what one long record has needed.
  ///
  /// @param end of what is still needed
  private void shrink(int end) {
    if (text.length > size && end < size - Words.SLACK) {
      text = Arrays.copyOf(text, size);
    }
  }

  byte[] text() {
    return text;
  }

  /// The place behind what there is of the text.
  int to() {
    return to;
  }

  /// What is added to a place to have that in the whole text.
  long offset() {
    return offset;
  }

  /// Whether nothing follows.
  boolean isLast() {
    return isLast;
  }
}
