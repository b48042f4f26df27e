package io.zenith.csv;

/// A record that is not as it should be. Whoever knows the file makes a message of it that says
/// where.
final class BadRecordException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final int place;
  private final String found;
  private final String expected;

  /// @param place of the record in the text that was scanned
  BadRecordException(int place, String found, String expected) {
    super(found, null, false, false);
    this.place = place;
    this.found = found;
    this.expected = expected;
  }

  /// A field that is longer than is allowed.
  ///
  /// @param most bytes of a field
  static BadRecordException ofLength(int place, long most) {
    return new BadRecordException(
        place,
        "a field of more than " + most + " bytes",
        "fewer: a quote may be missing, or maxFieldBytes be too small");
  }

  int place() {
    return place;
  }

  String found() {
    return found;
  }

  String expected() {
    return expected;
  }
}
