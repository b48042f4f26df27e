package io.zenith.internal.storage;

import io.zenith.error.MalformedDataException;

/// The JVM's error for a mapped file that was cut short: makes it come in time, and tells it from
/// other internal errors.
public final class Fault {
  private Fault() {}

  /// Lets a fault come out that the JVM has noted and not thrown yet. To be called at the end of a
  /// block that catches it, before anything is done with what was read.
  ///
  /// After an access beyond the end of a mapped file, compiled code goes on with any value, and
  /// throws at its next safepoint poll: that may lie behind the block. The return from a native
  /// method is such a poll, and this one is about the cheapest (10 ns).
  public static void settle() {
    boolean _ = Thread.holdsLock(Fault.class);
  }

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
