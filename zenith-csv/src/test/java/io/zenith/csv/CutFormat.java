package io.zenith.csv;

import io.zenith.spi.DataSource;
import io.zenith.spi.Format;
import io.zenith.spi.InputFile;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.util.Optional;

/// Text that is gone through in small pieces.
///
/// @param options how it is read
/// @param sizes of the pieces
record CutFormat(CsvOptions options, Sizes sizes) implements Format {
  @Override
  public String name() {
    return "csv";
  }

  @Override
  public Optional<String> identity() {
    return Optional.of("cut csv/1 " + options.identity() + sizes);
  }

  @Override
  public boolean matchesMagic(MemorySegment head) {
    return true;
  }

  @Override
  public boolean matchesName(String fileName) {
    return true;
  }

  @Override
  public DataSource open(InputFile file, SegmentAllocator memory) throws IOException {
    return new CsvSource(file, options, sizes);
  }
}
