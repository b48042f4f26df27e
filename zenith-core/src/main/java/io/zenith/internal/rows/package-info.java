/// Rows of record batches, and new columns made of them.
///
/// A `Chunk` is a record batch whose columns are checked, `FileColumns` says how columns of a file
/// become those of the dataset. `Gather` copies the rows of a `GatherPlan`, out of any number of
/// chunks; `NewColumns` are what transforms write. It knows the layout of columns and what the
/// pipeline asks of record batches, and no filter, file or batch.
@NullMarked
package io.zenith.internal.rows;

import org.jspecify.annotations.NullMarked;
