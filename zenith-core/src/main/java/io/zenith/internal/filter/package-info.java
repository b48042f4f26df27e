/// Which rows a filter keeps.
///
/// A `BoundFilter` is a `Predicate` that is checked against a schema. It asks record batches by
/// `RowMatcher`s, into a `Selection`, and what files say about rows that are not read by
/// `SplitFacts`. It knows rows and their layout, and no public filter: that one makes predicates.
@NullMarked
package io.zenith.internal.filter;

import org.jspecify.annotations.NullMarked;
