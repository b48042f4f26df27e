package io.zenith.testkit;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/// Fails every test that leaves a thread, a mapping, a descriptor or native memory behind, and says
/// who opened it.
///
/// JUnit finds it as a service and applies it to all tests of a module that has this test kit on
/// its class path. It needs assertions, since the library keeps its books in them.
public final class LeakExtension implements BeforeEachCallback, AfterEachCallback {
  /// A thread that was told to end does so within moments, also on a busy machine.
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private static final ExtensionContext.Namespace SPACE =
      ExtensionContext.Namespace.create(LeakExtension.class);

  private static volatile boolean watching;

  /// Whether the test that runs now is watched: whether JUnit has found this extension.
  public static boolean isWatching() {
    return watching;
  }

  @Override
  public void beforeEach(ExtensionContext context) {
    if (!LeakExtension.class.desiredAssertionStatus()) {
      throw new IllegalStateException("leaks show with assertions on only: run with -ea");
    }
    context.getStore(SPACE).put(LeakCheck.class, LeakCheck.snapshot());
    watching = true;
  }

  @Override
  public void afterEach(ExtensionContext context) throws InterruptedException {
    watching = false;
    LeakCheck before = context.getStore(SPACE).get(LeakCheck.class, LeakCheck.class);
    refuse(context.getDisplayName(), before.leaks(PATIENCE));
  }

  static void refuse(String test, List<String> leaks) {
    if (!leaks.isEmpty()) {
      throw new AssertionError(
          test + " leaks " + leaks.size() + " thing(s):\n" + String.join("\n", leaks));
    }
  }
}
