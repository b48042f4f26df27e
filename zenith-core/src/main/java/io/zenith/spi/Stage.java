package io.zenith.spi;

/// What is timed on the way from a file to the consumer.
public enum Stage {
  /// The bytes of a split are fetched, as the format asks for them: from a local disk next to
  /// nothing where the file is mapped, and of a stream all there is to read and decode.
  FETCH,
  /// A split is decoded, and transformed if a transform stands before a cache.
  DECODE,
  /// The rows of some steps are copied together and transformed.
  GATHER,
  /// The consumer waits for what comes next.
  WAIT
}
