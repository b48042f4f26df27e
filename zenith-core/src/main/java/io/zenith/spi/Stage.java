package io.zenith.spi;

/// What is timed on the way from a file to the consumer.
public enum Stage {
  /// The bytes of a split are fetched, as the format asks for them: from a local disk next to
  /// nothing where the file is mapped, and of a stream all there is to read and decode. Twice where
  /// the columns of a filter are read before the others, as is the next stage.
  FETCH,
  /// A split is decoded and checked.
  DECODE,
  /// The rows of some steps are copied together.
  GATHER,
  /// The rows of some steps are transformed, or those of a split before a cache.
  TRANSFORM,
  /// The consumer waits for what comes next.
  WAIT
}
