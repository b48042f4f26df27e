package io.zenith.codec;

/// Thrown when compressed data does not follow its format, or is not of the declared size.
///
/// It knows no file: whoever does makes a
/// [MalformedDataException][io.zenith.error.MalformedDataException] of it.
public final class CorruptDataException extends Exception {
  private static final long serialVersionUID = 1;

  /// Place in the compressed data.
  private final long offset;

  /// What stands there.
  private final String found;

  /// What the format asks for.
  private final String expected;

  CorruptDataException(long offset, String found, String expected) {
    super("offset " + offset + ": found " + found + ", expected " + expected);
    this.offset = offset;
    this.found = found;
    this.expected = expected;
  }

  /// Where in the compressed data: a byte offset.
  public long offset() {
    return offset;
  }

  /// What stands there.
  public String found() {
    return found;
  }

  /// What the format, or the declared size, asks for.
  public String expected() {
    return expected;
  }
}
