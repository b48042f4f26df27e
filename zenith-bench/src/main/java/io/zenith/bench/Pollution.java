package io.zenith.bench;

import java.io.IOException;
import java.time.Duration;

/// Lets the code of a contender meet what it would meet in an application, so that the compiler
/// cannot specialise it for one table.
final class Pollution {
  /// Long enough for the compiler to be done with what it has met.
  private static final Duration LENGTH = Duration.ofMillis(700);

  private Pollution() {}

  /// Reads a table with columns of all kinds, and the same in memory outside a mapping.
  static void of(JvmContender kind, CaseFiles pollution) throws IOException {
    try (Contender contender = kind.open(pollution)) {
      new TurnTimer(contender).warmUp(LENGTH);
      if (contender instanceof ZenithContender zenith) {
        BatchClock unread = new BatchClock(1);
        long end = System.nanoTime() + LENGTH.toNanos();
        while (System.nanoTime() < end) {
          zenith.passOverCopies(unread);
        }
      }
    }
  }
}
