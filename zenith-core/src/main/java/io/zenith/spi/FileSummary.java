package io.zenith.spi;

import io.zenith.schema.Schema;
import java.util.List;

/// What is known of a file before its rows are read.
///
/// @param schema of its rows
/// @param splits in the order of the file
public record FileSummary(Schema schema, List<Split> splits) {

  /// Copies the list.
  public FileSummary {
    splits = List.copyOf(splits);
  }
}
