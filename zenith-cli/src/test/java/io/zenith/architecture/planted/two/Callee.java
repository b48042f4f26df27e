package io.zenith.architecture.planted.two;

import io.zenith.architecture.planted.one.Caller;

/// The other half of a circle of packages.
public final class Callee {
  /// Looks back.
  public static int called() {
    return System.nanoTime() < 0 ? Caller.call() : 0;
  }

  private Callee() {}
}
