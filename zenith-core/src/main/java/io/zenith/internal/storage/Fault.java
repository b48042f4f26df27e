package io.zenith.internal.storage;

import io.zenith.error.MalformedDataException;

/// Tells the JVM's error for a mapped file that was cut short from its other internal errors.
public final class Fault {
  private Fault() {}

  /// The exception that says so; an error of another kind is thrown as it is.
  public static MalformedDataException translate(InternalError error, String where) {
    String message = error.getMessage();
    if (message == null || !message.contains("unsafe memory access")) {
      throw error;
    }
    return new MalformedDataException(
        where,
        "the mapped file to end before this data",
        "a file that nobody truncates while it is read",
        error);
  }
}
