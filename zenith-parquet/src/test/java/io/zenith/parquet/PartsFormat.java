package io.zenith.parquet;

import io.zenith.spi.DataSource;
import io.zenith.spi.Format;
import io.zenith.spi.InputFile;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;

/// Parquet files whose row groups are cut into small parts.
///
/// @param parts how
record PartsFormat(RowGroupParts parts) implements Format {
  @Override
  public String name() {
    return "parquet";
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
    return new ParquetSource(file, FooterReader.read(file, ReadOptions.DEFAULT), parts);
  }
}
