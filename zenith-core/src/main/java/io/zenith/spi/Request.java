package io.zenith.spi;

/// A request that a far storage has made, one attempt of possibly several.
///
/// @param kind what it asked for
/// @param bytes how many bytes of a file came; 0 of listings
/// @param nanos how long that took, to the last byte
/// @param isRetry whether the same was asked for before, and failed
/// @param isFailed whether it failed
public record Request(Kind kind, long bytes, long nanos, boolean isRetry, boolean isFailed) {

  /// What requests ask for.
  public enum Kind {
    /// Which files there are, or what there is to know of one.
    LIST,
    /// The end of a file, where formats have their footers.
    TAIL,
    /// Any other part of a file.
    RANGE
  }
}
