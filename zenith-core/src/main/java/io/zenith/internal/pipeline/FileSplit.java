package io.zenith.internal.pipeline;

import io.zenith.spi.Split;
import java.util.List;

/// A split, the file it belongs to, and what is wanted of it.
///
/// @param file the place of the file in the dataset
/// @param split the split
/// @param columns the columns to read, as places in the file
public record FileSplit(int file, Split split, List<Integer> columns) {

  /// An upper bound for the memory that a read takes.
  public long bytes() {
    return split.decodedBytes(columns);
  }
}
