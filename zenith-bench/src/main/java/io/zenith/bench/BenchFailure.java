package io.zenith.bench;

/// A benchmark whose figures would mean nothing: a contender failed, or two disagree on the data.
final class BenchFailure extends IllegalStateException {
  private static final long serialVersionUID = 1;

  BenchFailure(String message) {
    super(message);
  }
}
