package io.zenith.testserver;

/// The range that an answer says it is of: `bytes FIRST-LAST/TOTAL`.
record ContentRange(long first, long last, long total) {
  private static final String UNIT = "bytes ";

  static ContentRange parse(String text) {
    int dash = text.indexOf('-');
    int slash = text.indexOf('/');
    return new ContentRange(
        Long.parseLong(text.substring(UNIT.length(), dash)),
        Long.parseLong(text.substring(dash + 1, slash)),
        Long.parseLong(text.substring(slash + 1)));
  }

  /// The range of the same length one byte further on.
  ContentRange next() {
    return new ContentRange(first + 1, last + 1, total);
  }

  /// The range of the same length one byte before.
  ContentRange previous() {
    return new ContentRange(first - 1, last - 1, total);
  }

  boolean reachesEnd() {
    return last + 1 == total;
  }

  boolean isWhole() {
    return first == 0 && reachesEnd();
  }

  @Override
  public String toString() {
    return UNIT + first + "-" + last + "/" + total;
  }
}
