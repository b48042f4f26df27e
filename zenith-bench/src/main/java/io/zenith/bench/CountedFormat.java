package io.zenith.bench;

import io.zenith.spi.DataSource;
import io.zenith.spi.Format;
import io.zenith.spi.InputFile;
import io.zenith.spi.StoredFile;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;

/// A format whose files are not mapped, so that all bytes that are read of them can be counted.
final class CountedFormat implements Format {
  private final Format format;
  private final LongAdder bytes = new LongAdder();

  CountedFormat(Format format) {
    this.format = format;
  }

  /// How many bytes were read since the last call.
  long sumThenReset() {
    return bytes.sumThenReset();
  }

  @Override
  public String name() {
    return format.name();
  }

  @Override
  public boolean matchesMagic(MemorySegment head) {
    return format.matchesMagic(head);
  }

  @Override
  public boolean matchesName(String fileName) {
    return format.matchesName(fileName);
  }

  @Override
  public DataSource open(InputFile file, SegmentAllocator memory) throws IOException {
    return format.open(new CountedFile(file, bytes), memory);
  }

  /// A file by its reads alone.
  private record CountedFile(InputFile whole, LongAdder bytes) implements InputFile {
    @Override
    public StoredFile file() {
      return whole.file();
    }

    @Override
    public Optional<MemorySegment> mapping() {
      return Optional.empty();
    }

    @Override
    public void read(long offset, MemorySegment target) throws IOException {
      bytes.add(target.byteSize());
      whole.read(offset, target);
    }

    @Override
    public void verifyUnchanged() throws IOException {
      whole.verifyUnchanged();
    }
  }
}
