package io.zenith.testserver;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;

/// Runs another main class, and ends the JVM when its standard input ends.
///
/// The input is a pipe from the parent: the system closes it however the parent ends, killed or
/// crashed included, so the child is never left behind.
final class Tether {
  private Tether() {}

  /// Runs the main class that comes first in the arguments with those that follow.
  public static void main(String[] args) throws ReflectiveOperationException {
    Thread.ofPlatform().daemon().name("tether").start(Tether::endWithParent);
    // By name, since its jar is on the class path of this JVM alone.
    Class.forName(args[0])
        .getMethod("main", String[].class)
        .invoke(null, (Object) Arrays.copyOfRange(args, 1, args.length));
  }

  private static void endWithParent() {
    try {
      System.in.transferTo(OutputStream.nullOutputStream());
    } catch (IOException _) {
      // the end of the parent as well
    }
    Runtime.getRuntime().halt(0);
  }
}
