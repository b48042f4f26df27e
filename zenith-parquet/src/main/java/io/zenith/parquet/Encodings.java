package io.zenith.parquet;

/// The encodings of Parquet, by their numbers in files.
///
/// The source: Apache Parquet, `Encodings.md`.
final class Encodings {
  static final int PLAIN = 0;
  static final int PLAIN_DICTIONARY = 2;
  static final int RLE = 3;
  static final int BIT_PACKED = 4;
  static final int DELTA_BINARY_PACKED = 5;
  static final int DELTA_LENGTH_BYTE_ARRAY = 6;
  static final int DELTA_BYTE_ARRAY = 7;
  static final int RLE_DICTIONARY = 8;
  static final int BYTE_STREAM_SPLIT = 9;

  private Encodings() {}

  /// Whether values are indices of a dictionary.
  static boolean isDictionary(int encoding) {
    return encoding == PLAIN_DICTIONARY || encoding == RLE_DICTIONARY;
  }

  /// The name, for messages.
  static String name(int encoding) {
    return switch (encoding) {
      case PLAIN -> "PLAIN";
      case PLAIN_DICTIONARY -> "PLAIN_DICTIONARY";
      case RLE -> "RLE";
      case BIT_PACKED -> "BIT_PACKED";
      case DELTA_BINARY_PACKED -> "DELTA_BINARY_PACKED";
      case DELTA_LENGTH_BYTE_ARRAY -> "DELTA_LENGTH_BYTE_ARRAY";
      case DELTA_BYTE_ARRAY -> "DELTA_BYTE_ARRAY";
      case RLE_DICTIONARY -> "RLE_DICTIONARY";
      case BYTE_STREAM_SPLIT -> "BYTE_STREAM_SPLIT";
      default -> "encoding " + encoding;
    };
  }
}
