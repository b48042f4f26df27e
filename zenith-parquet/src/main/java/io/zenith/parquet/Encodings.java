package io.zenith.parquet;

import org.apache.parquet.format.Type;

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

  /// Whether the specification has an encoding for values that are stored so.
  static boolean isFor(Type stored, int encoding) {
    boolean isWhole = stored == Type.INT32 || stored == Type.INT64;
    boolean isFixed = stored == Type.FIXED_LEN_BYTE_ARRAY;
    return switch (encoding) {
      case PLAIN -> true;
      case PLAIN_DICTIONARY, RLE_DICTIONARY -> stored != Type.BOOLEAN;
      case RLE -> stored == Type.BOOLEAN;
      case DELTA_BINARY_PACKED -> isWhole;
      case DELTA_LENGTH_BYTE_ARRAY -> stored == Type.BYTE_ARRAY;
      case DELTA_BYTE_ARRAY -> stored == Type.BYTE_ARRAY || isFixed;
      case BYTE_STREAM_SPLIT -> isWhole || isFixed || stored == Type.FLOAT || stored == Type.DOUBLE;
      default -> false;
    };
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
