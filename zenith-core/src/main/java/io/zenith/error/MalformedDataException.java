package io.zenith.error;

import io.zenith.internal.ErrorText;

/// Thrown when the bytes of a file contradict its format: the file is corrupt, cut short or
/// hostile.
///
/// The message says where the fault lies, what was found there and what was expected. Only the read
/// that met the fault fails; nothing of the bad part is delivered.
public final class MalformedDataException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /// The message is `where: found ..., expected ...`, with control characters escaped and at most 1
  /// KB long.
  ///
  /// @param where file and place in it, as exactly as known: part, column, row, byte offset
  /// @param found what stands there
  /// @param expected what the format asks for
  public MalformedDataException(String where, String found, String expected) {
    super(ErrorText.printable(where + ": found " + found + ", expected " + expected));
  }

  /// As the other constructor, with the error that revealed the fault.
  ///
  /// @param where file and place in it
  /// @param found what stands there
  /// @param expected what the format asks for
  /// @param cause the error that revealed it
  public MalformedDataException(String where, String found, String expected, Throwable cause) {
    super(ErrorText.printable(where + ": found " + found + ", expected " + expected), cause);
  }
}
