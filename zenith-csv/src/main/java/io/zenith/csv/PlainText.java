package io.zenith.csv;

import io.zenith.spi.InputFile;
import java.io.IOException;
import java.lang.foreign.MemorySegment;

/// The text of a file that is not compressed. It is copied before it is looked at: what looks at
/// mapped bytes would have to expect that they go away.
record PlainText(InputFile file) implements Text {

  @Override
  public long size() {
    return file.file().size();
  }

  @Override
  public boolean isSequential() {
    return false;
  }

  @Override
  public Cursor from(long offset) {
    return file.mapping().isPresent() ? new FileCursor(offset) : new FarCursor(file, offset);
  }

  private final class FileCursor implements Cursor {
    private long offset;

    FileCursor(long offset) {
      this.offset = offset;
    }

    @Override
    public int read(byte[] target, int at, int length) throws IOException {
      int count = (int) Math.min(length, size() - offset);
      file.read(offset, MemorySegment.ofArray(target).asSlice(at, count));
      offset += count;
      return count;
    }
  }
}
