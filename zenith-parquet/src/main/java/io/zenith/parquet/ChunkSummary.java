package io.zenith.parquet;

import java.util.Optional;
import java.util.OptionalLong;

/// What a footer says about the values of a column chunk, and where in the file there is more.
///
/// @param order of the values, as the indices of pages use it
/// @param bounds of all values
/// @param nulls how many values are null, or -1 if that is not known
/// @param columnIndex where the bounds of the pages are
/// @param offsetIndex where the rows of the pages are
/// @param bloomFilter where a Bloom filter begins
/// @param dictionary what is known of the dictionary
record ChunkSummary(
    ValueOrder order,
    Optional<Bounds> bounds,
    long nulls,
    Optional<IndexPlace> columnIndex,
    Optional<IndexPlace> offsetIndex,
    OptionalLong bloomFilter,
    DictionaryPart dictionary) {
  /// Nothing.
  static final ChunkSummary UNKNOWN =
      new ChunkSummary(
          ValueOrder.UNDEFINED,
          Optional.empty(),
          -1,
          Optional.empty(),
          Optional.empty(),
          OptionalLong.empty(),
          DictionaryPart.NONE);

  /// Of an encrypted chunk, whose other parts would have to be decrypted first.
  ChunkSummary ofEncrypted() {
    return new ChunkSummary(
        order,
        bounds,
        nulls,
        Optional.empty(),
        Optional.empty(),
        OptionalLong.empty(),
        DictionaryPart.NONE);
  }

  /// A dictionary at the beginning of a chunk.
  ///
  /// @param bytes of its page with the header; 0 if there is none, or nobody knows
  /// @param coverage which pages use it
  record DictionaryPart(long bytes, Coverage coverage) {
    static final DictionaryPart NONE = new DictionaryPart(0, Coverage.SOME);
  }

  /// Which pages have all of their values in the dictionary.
  enum Coverage {
    ALL,

    /// Not all, as far as the footer says.
    SOME,

    /// The footer does not say it: only the pages do.
    UNKNOWN
  }
}
