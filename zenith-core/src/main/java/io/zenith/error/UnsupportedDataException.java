package io.zenith.error;

import io.zenith.internal.ErrorText;

/// Thrown when a file is sound, as far as it was read, but uses something that Zenith does not
/// read.
///
/// The message names the file, the place and the feature. Nothing of the file is delivered.
public final class UnsupportedDataException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /// The message is `where: feature is not supported`, with control characters escaped and at most
  /// 1 KB long.
  ///
  /// @param where file and place in it
  /// @param feature what is not read, in the words of the format, with a hint where there is one
  public UnsupportedDataException(String where, String feature) {
    super(ErrorText.printable(where + ": " + feature));
  }
}
