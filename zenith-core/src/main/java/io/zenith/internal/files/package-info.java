/// The files of a dataset, before any row is read.
///
/// A `DataFile` has its name and what its folders say, `Footers` what the files say about
/// themselves, `SchemaUnion` the columns that they have together, and `Fingerprint` tells one
/// dataset from another. It knows the layout of columns, for the values of folders, and no row,
/// filter or loader.
@NullMarked
package io.zenith.internal.files;

import org.jspecify.annotations.NullMarked;
