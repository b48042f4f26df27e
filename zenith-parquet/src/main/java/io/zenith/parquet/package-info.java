/// Parquet files for Zenith: pages are decoded into columns in Arrow's layout.
///
/// The way of the data: [Parquet][io.zenith.parquet.Parquet] opens a file, `FooterReader` reads
/// what is in it, `Shapes` makes columns of its schema, and `ArrowTypes` gives them the types that
/// they had in Arrow; `RowGroupReader` reads a row group, `ChunkReader` the pages of a column,
/// decoders their values, and `Assembler` puts nested columns together.
@NullMarked
package io.zenith.parquet;

import org.jspecify.annotations.NullMarked;
