package io.zenith.cli;

/// Thrown when whoever read stdout has gone, as in `zenith head data.arrow | head -1`.
final class ClosedPipeException extends RuntimeException {
  private static final long serialVersionUID = 1;

  ClosedPipeException(Throwable cause) {
    super(cause);
  }
}
