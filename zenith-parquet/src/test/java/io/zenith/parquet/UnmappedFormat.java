package io.zenith.parquet;

import io.zenith.spi.DataSource;
import io.zenith.spi.Format;
import io.zenith.spi.InputFile;
import io.zenith.spi.StoredFile;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/// A format whose files have no mapping, as those of far storages.
///
/// @param format the format
/// @param read counts the bytes that are read
record UnmappedFormat(Format format, AtomicLong read) implements Format {
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
    return format.open(new Unmapped(file, read), memory);
  }

  private record Unmapped(InputFile input, AtomicLong count) implements InputFile {
    @Override
    public StoredFile file() {
      return input.file();
    }

    @Override
    public Optional<MemorySegment> mapping() {
      return Optional.empty();
    }

    @Override
    public void read(long offset, MemorySegment target) throws IOException {
      count.addAndGet(target.byteSize());
      input.read(offset, target);
    }

    @Override
    public void verifyUnchanged() throws IOException {
      input.verifyUnchanged();
    }
  }
}
