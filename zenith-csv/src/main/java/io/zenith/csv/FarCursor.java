package io.zenith.csv;

import io.zenith.spi.InputFile;
import java.io.IOException;
import java.lang.foreign.MemorySegment;

/// The text of a far file in its order. Each read takes its time there, so that more and more is
/// read ahead: as much as was read so far, and no part of a text is read that is much larger than
/// what is asked for.
final class FarCursor implements Text.Cursor {
  /// With 16 at work, 32 MiB are ahead.
  private static final int MOST = 2 << 20;

  private final InputFile file;
  private long offset;
  private long fetched;
  private byte[] ahead = new byte[0];
  private int place;

  FarCursor(InputFile file, long offset) {
    this.file = file;
    this.offset = offset;
  }

  @Override
  public int read(byte[] target, int at, int length) throws IOException {
    int done = 0;
    while (done < length && (place < ahead.length || fetch(length - done))) {
      int count = Math.min(length - done, ahead.length - place);
      System.arraycopy(ahead, place, target, at + done, count);
      place += count;
      done += count;
    }
    return done;
  }

  /// Whether there was something left.
  private boolean fetch(int wanted) throws IOException {
    long most = Math.max(wanted, Math.min(fetched, MOST));
    int count = (int) Math.min(most, file.file().size() - offset);
    ahead = new byte[count];
    file.read(offset, MemorySegment.ofArray(ahead));
    place = 0;
    offset += count;
    fetched += count;
    return count > 0;
  }
}
