package io.zenith.csv;

import io.zenith.spi.InputFile;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.lang.foreign.ValueLayout;

/// The text of a far file, a part of which is here already.
///
/// @param whole the text
/// @param begin where the part begins
/// @param part its bytes
record FetchedText(Text whole, long begin, MemorySegment part) implements Text {

  /// Fetches a part.
  static FetchedText of(PlainText whole, long begin, long end, SegmentAllocator buffers)
      throws IOException {
    MemorySegment part = buffers.allocate(end - begin, Long.BYTES);
    whole.file().read(begin, part);
    return new FetchedText(whole, begin, part);
  }

  @Override
  public long size() {
    return whole.size();
  }

  @Override
  public boolean isSequential() {
    return false;
  }

  @Override
  public InputFile file() {
    return whole.file();
  }

  /// Beyond the part, text is read where it lies.
  @Override
  public Cursor from(long offset) throws IOException {
    long end = begin + part.byteSize();
    return begin <= offset && offset <= end ? new PartCursor(offset - begin) : whole.from(offset);
  }

  private final class PartCursor implements Cursor {
    private long at;

    PartCursor(long at) {
      this.at = at;
    }

    @Override
    public int read(byte[] target, int to, int length) {
      int count = (int) Math.min(length, part.byteSize() - at);
      MemorySegment.copy(part, ValueLayout.JAVA_BYTE, at, target, to, count);
      at += count;
      return count;
    }
  }
}
