package io.zenith.parquet;

import java.util.List;

/// How a column chunk lies in the file, for people who look at it.
///
/// @param bytes that it takes
/// @param how it is encoded; chunks that are alike share this
record Stored(long bytes, How how) {
  static final Stored UNKNOWN = new Stored(0, new How("unknown", List.of(), List.of()));

  /// How values are encoded.
  ///
  /// @param codec what pages are compressed with
  /// @param encodings of values and levels
  /// @param extras what there is besides to find values by
  record How(String codec, List<String> encodings, List<String> extras) {}
}
