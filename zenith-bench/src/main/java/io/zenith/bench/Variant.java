package io.zenith.bench;

import java.util.Locale;

/// What the code of a contender has met before it is timed.
enum Variant {
  /// Nothing but the data it is timed on.
  PLAIN,
  /// Mapped and native memory, and columns of several types: what code in an application has met.
  POLLUTED;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
