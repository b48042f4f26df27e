package io.zenith.image;

import io.zenith.error.MalformedDataException;
import io.zenith.error.UnsupportedDataException;
import org.jspecify.annotations.Nullable;

/// Some bytes are no image that can be read. It says why, but not where they were.
final class BadImageException extends Exception {
  private static final long serialVersionUID = 1;

  private final String found;
  private final @Nullable String expected;

  /// @param found what the bytes have
  /// @param expected what their format asks for; null if it is sound, but not read
  /// @param cause the error that revealed it
  BadImageException(String found, @Nullable String expected, @Nullable Throwable cause) {
    super(found, cause);
    this.found = found;
    this.expected = expected;
  }

  /// The bytes contradict their format, or have none.
  BadImageException(String found, String expected) {
    this(found, expected, null);
  }

  /// The bytes may be sound, but use something that is not read.
  static BadImageException unsupported(String feature) {
    return new BadImageException(feature + " is not supported", null, null);
  }

  /// The bytes end too early.
  static BadImageException cut(byte[] bytes, String expected) {
    return new BadImageException("the end of all " + bytes.length + " bytes", expected);
  }

  /// For the user.
  ///
  /// @param where the bytes were
  RuntimeException at(String where) {
    if (expected == null) {
      return new UnsupportedDataException(where, found);
    }
    Throwable cause = getCause();
    return new MalformedDataException(where, found, expected, cause == null ? this : cause);
  }
}
