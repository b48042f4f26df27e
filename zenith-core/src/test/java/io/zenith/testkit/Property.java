package io.zenith.testkit;

import java.util.SplittableRandom;

/// Runs a test body with many random inputs, each from a seed of its own.
///
/// A failure names the seed; `-Dzenith.seed=SEED:CASE` runs that case alone, `-Dzenith.seed=SEED`
/// all cases from another seed, and `-Dzenith.cases=N` another number of cases. Without them every
/// run is the same.
public final class Property {
  /// What does not reproduce is of no use in a gate: other seeds are for whoever asks for them.
  private static final long DEFAULT_SEED = 0x5EED;

  private Property() {}

  /// A test body.
  @FunctionalInterface
  public interface Body {
    /// Checks one case.
    ///
    /// @param random the only source of randomness
    /// @param number the number of the case, from 0
    void check(SplittableRandom random, int number) throws Throwable;
  }

  /// Runs the body for so many cases, unless the command line says otherwise.
  public static void check(int cases, Body body) {
    if (!isOne(body)) {
      int number = Integer.getInteger("zenith.cases", cases);
      for (int i = 0; i < number; i++) {
        run(seed(), i, body);
      }
    }
  }

  /// The same cases, one thread a processor: for bodies that share nothing, or what threads may
  /// share.
  public static void checkSideBySide(int cases, Body body) throws Exception {
    if (!isOne(body)) {
      Workers.run(Integer.getInteger("zenith.cases", cases), number -> run(seed(), number, body));
    }
  }

  /// Whether one case is asked for, which then has been run.
  private static boolean isOne(Body body) {
    String given = given();
    int colon = given.indexOf(':');
    if (colon < 0) {
      return false;
    }
    run(seed(), Integer.parseInt(given.substring(colon + 1)), body);
    return true;
  }

  /// The seed of all cases: what cases have in common is made from it, so that the one that a
  /// failure names finds the same.
  public static long seed() {
    String given = given();
    int colon = given.indexOf(':');
    return Long.parseLong(colon < 0 ? given : given.substring(0, colon));
  }

  private static String given() {
    return System.getProperty("zenith.seed", String.valueOf(DEFAULT_SEED));
  }

  private static void run(long seed, int number, Body body) {
    try {
      body.check(new SplittableRandom(seed ^ number * 0x9E3779B97F4A7C15L), number);
    } catch (Throwable e) {
      throw new AssertionError(
          "case "
              + number
              + " failed; run it alone with -Dzenith.seed="
              + seed
              + ":"
              + number
              + "\n"
              + e,
          e);
    }
  }
}
