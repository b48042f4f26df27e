package io.zenith.bench;

/// A benchmark whose figures would mean nothing, since a contender failed or two disagree on the
/// data, or would be lost, since they cannot be written.
public final class BenchFailure extends IllegalStateException {
  private static final long serialVersionUID = 1;

  /// A failure that is said in a line.
  public BenchFailure(String message) {
    super(message);
  }
}
