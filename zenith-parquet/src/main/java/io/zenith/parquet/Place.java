package io.zenith.parquet;

import io.zenith.error.MalformedDataException;
import io.zenith.error.UnsupportedDataException;

/// Where in a file something is, spelt out only when an error has to name it.
///
/// @param outer the file, or a larger part of it
/// @param inner the part
record Place(Object outer, Object inner) {

  /// A part of this place.
  Place in(Object part) {
    return new Place(this, part);
  }

  /// The error that the bytes at this place contradict the format.
  MalformedDataException malformed(String found, String expected) {
    return new MalformedDataException(toString(), found, expected);
  }

  /// The error that what is at this place is not read.
  UnsupportedDataException unsupported(String feature) {
    return new UnsupportedDataException(toString(), feature + " is not supported");
  }

  @Override
  public String toString() {
    return outer + ", " + inner;
  }
}
