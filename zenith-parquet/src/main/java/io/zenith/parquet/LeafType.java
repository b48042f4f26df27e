package io.zenith.parquet;

import io.zenith.schema.DataType;

/// How the values of a leaf are stored, and what becomes of them.
///
/// @param stored how they are stored
/// @param width bytes of a value as it is stored; 0 where they differ, or are bits
/// @param type what they become
/// @param change what has to be done for it
record LeafType(Stored stored, int width, DataType type, Change change) {

  /// Whether these are text or bytes of any length, which can be words of a dictionary.
  boolean isText() {
    return stored == Stored.BYTES && change != Change.NULLS && !(type instanceof DataType.Decimal);
  }

  /// Whether these are timestamps of the deprecated type, for which there is no order.
  boolean isInt96() {
    return change == Change.INT96_MICROS || change == Change.INT96_NANOS;
  }

  /// How values are stored.
  enum Stored {
    BITS,
    FIXED,
    BYTES
  }

  /// What has to be done to values.
  enum Change {
    /// They are what they are.
    NONE,

    /// The low bits are kept.
    NARROW,

    /// Whole numbers with a sign, little-endian, are widened.
    WIDEN,

    /// Whole numbers with a sign, big-endian, are turned around and widened.
    BIG_ENDIAN,

    /// Days and nanoseconds become microseconds.
    INT96_MICROS,

    /// Days and nanoseconds become nanoseconds.
    INT96_NANOS,

    /// Offsets of text are widened.
    LARGE,

    /// Text is seen through views.
    VIEWS,

    /// All are null.
    NULLS
  }
}
