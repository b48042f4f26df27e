package io.zenith.internal.cache;

import java.io.IOException;

/// A file of a cache is not what it should be: torn, cut, changed, or of something else.
public final class BadEntryException extends IOException {
  private static final long serialVersionUID = 1;

  /// @param message what was found, and what was expected
  public BadEntryException(String message) {
    super(message);
  }
}
