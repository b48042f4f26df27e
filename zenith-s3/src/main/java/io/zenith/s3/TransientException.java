package io.zenith.s3;

import java.io.IOException;

/// A failure that may be gone when the same is tried again.
final class TransientException extends IOException {
  private static final long serialVersionUID = 1;

  private final boolean isUnreachable;

  /// @param isUnreachable whether nobody answers there: a name that is wrong, or a server that is
  ///   not running, is worth less patience than one that is busy
  TransientException(String message, Throwable cause, boolean isUnreachable) {
    super(message, cause);
    this.isUnreachable = isUnreachable;
  }

  TransientException(String message) {
    super(message);
    this.isUnreachable = false;
  }

  boolean isUnreachable() {
    return isUnreachable;
  }
}
