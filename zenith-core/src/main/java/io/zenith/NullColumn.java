package io.zenith;

/// Nothing but nulls: `null`.
public final class NullColumn extends Column {

  NullColumn(Range range, Node node) {
    super(range, node);
  }
}
