/// The proof of what was delivered: which run it is, and the sum of the hashes of its rows.
///
/// `RunIdentity` is what the rows of each step depend on, `ReceiptSum` sums rows up, and trails
/// keep the sum of each step in a file. It knows the order of rows and the fingerprint of their
/// files, and no values.
@NullMarked
package io.zenith.internal.proof;

import org.jspecify.annotations.NullMarked;
