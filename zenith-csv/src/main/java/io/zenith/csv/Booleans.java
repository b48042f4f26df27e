package io.zenith.csv;

/// Truth values from text: `true` and `false` in any case.
final class Booleans {
  /// What [#value] gives for anything else.
  static final int INVALID = -1;

  private static final Keyword TRUE = Keyword.of("true");
  private static final Keyword FALSE = Keyword.of("false");

  private Booleans() {}

  /// 1 for true, 0 for false, or [#INVALID].
  static int value(byte[] text, int from, int to) {
    if (TRUE.is(text, from, to)) {
      return 1;
    }
    return FALSE.is(text, from, to) ? 0 : INVALID;
  }
}
