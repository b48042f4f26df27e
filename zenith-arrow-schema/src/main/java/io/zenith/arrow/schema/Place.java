package io.zenith.arrow.schema;

import io.zenith.error.MalformedDataException;
import io.zenith.error.UnsupportedDataException;
import io.zenith.spi.InputFile;

/// Where in a file something is, spelt out only when an error has to name it.
///
/// @param outer the file, or a larger part of it
/// @param inner the part
public record Place(Object outer, Object inner) {

  /// A record batch of a file.
  public static Place ofRecordBatch(InputFile file, int number) {
    return new Place(file.file(), "record batch " + number);
  }

  /// A dictionary batch of a file.
  public static Place ofDictionaryBatch(InputFile file, int number) {
    return new Place(file.file(), "dictionary batch " + number);
  }

  /// A part of this place.
  public Place in(Object part) {
    return new Place(this, part);
  }

  /// The error that the bytes at this place contradict the format.
  public MalformedDataException malformed(String found, String expected) {
    return new MalformedDataException(toString(), found, expected);
  }

  /// The error that what is at this place is not read.
  public UnsupportedDataException unsupported(String feature) {
    return new UnsupportedDataException(toString(), feature + " is not supported");
  }

  @Override
  public String toString() {
    return outer + ", " + inner;
  }
}
