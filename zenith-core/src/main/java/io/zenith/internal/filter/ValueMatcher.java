package io.zenith.internal.filter;

import io.zenith.internal.layout.Node;

/// What a filter asks of the values of one type, 64 values at a time.
interface ValueMatcher {
  /// Those of some values that pass.
  ///
  /// @param node holds the values, and is checked
  /// @param from the place of the value of bit 0
  /// @param values a bit for each value that is asked for, none of which is null; there are values
  ///   below them all, but perhaps none above
  /// @return a bit for each value that passes; bits that are not in `values` mean nothing
  long pass(Node node, long from, long values);
}
