package io.zenith.bench;

/// A benchmark whose figures would mean nothing, since a contender failed or two disagree on the
/// data, or would be lost, since they cannot be written.
final class BenchFailure extends IllegalStateException {
  private static final long serialVersionUID = 1;

  BenchFailure(String message) {
    super(message);
  }
}
