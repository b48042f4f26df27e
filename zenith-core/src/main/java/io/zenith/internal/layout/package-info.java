/// Columns of record batches in Arrow's layout: checked, read and copied.
///
/// `Layout` checks what a format delivered and makes a `Node` of each column; `Content` checks the
/// rest at first use. A `Range` of a node, under the generation of a `Frame`, is what a column of a
/// batch shows. `Concat` copies ranges of rows into one column. It knows the types and seams that
/// formats know, and the faults of storages, and no file, plan or batch.
@NullMarked
package io.zenith.internal.layout;

import org.jspecify.annotations.NullMarked;
