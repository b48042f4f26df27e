package io.zenith.internal.pipeline;

import java.util.IdentityHashMap;
import java.util.List;

/// Knows what is open and who opened it, when assertions are on: tests ask it for leaks. Without
/// assertions nothing is recorded, since every call stands in an `assert`.
public final class Ledger {
  private static final IdentityHashMap<Object, Throwable> OPEN = new IdentityHashMap<>();

  private Ledger() {}

  /// Records a resource.
  ///
  /// @return true, so that it can stand in an assertion
  static boolean opened(Object resource, String what) {
    Throwable opener = new Throwable(what);
    synchronized (OPEN) {
      OPEN.put(resource, opener);
    }
    return true;
  }

  /// Strikes a resource out.
  ///
  /// @return true, so that it can stand in an assertion
  static boolean closed(Object resource) {
    synchronized (OPEN) {
      OPEN.remove(resource);
    }
    return true;
  }

  /// What is open now; the stack of each says who opened it.
  public static List<Throwable> open() {
    synchronized (OPEN) {
      return List.copyOf(OPEN.values());
    }
  }
}
