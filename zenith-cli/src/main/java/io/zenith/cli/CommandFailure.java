package io.zenith.cli;

/// A failure that a command explains itself: the message is the whole line, with cause and hint.
final class CommandFailure extends RuntimeException {
  private static final long serialVersionUID = 1;

  CommandFailure(String message) {
    super(message);
  }

  CommandFailure(String message, Throwable cause) {
    super(message, cause);
  }
}
