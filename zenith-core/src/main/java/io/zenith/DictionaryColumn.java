package io.zenith;

import java.util.Objects;

/// Values that are stored once and referred to by index: `dictionary`.
public final class DictionaryColumn extends Column {

  DictionaryColumn(Range range, Node node) {
    super(range, node);
  }

  /// The place in [#dictionary()] of the value at a row.
  ///
  /// @throws ArithmeticException if it does not fit, which can happen only where the row is null
  public int get(int row) {
    return Math.toIntExact(node.integer(range.at(row)));
  }

  /// The values. The next batch may have another dictionary: indices mean something in this batch
  /// only.
  public Column dictionary() {
    range.check();
    Node values = Objects.requireNonNull(node.dictionary);
    return Column.of(range.with(0, Math.toIntExact(values.length)), values);
  }
}
