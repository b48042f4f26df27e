package io.zenith;

import io.zenith.internal.layout.Node;
import io.zenith.internal.layout.Range;

/// Nothing but nulls: `null`.
public final class NullColumn extends Column {

  NullColumn(Range range, Node node) {
    super(range, node);
  }
}
