package io.zenith.architecture.planted.one;

import io.zenith.architecture.planted.two.Callee;

/// One half of a circle of packages, to see that it is found.
public final class Caller {
  /// Looks to the other half.
  public static int call() {
    return Callee.called();
  }

  private Caller() {}
}
