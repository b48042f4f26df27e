package io.zenith.parquet;

import java.util.List;

/// A row group, as the footer has it.
///
/// @param rows how many rows
/// @param chunks a column chunk a leaf
record RowGroup(long rows, List<ColumnChunk> chunks) {}
