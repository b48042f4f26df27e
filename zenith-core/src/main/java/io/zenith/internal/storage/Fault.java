package io.zenith.internal.storage;

import io.zenith.error.MalformedDataException;
import org.jspecify.annotations.Nullable;

/// The JVM's error for a mapped file that was cut short: makes it come in time, and tells it from
/// other internal errors.
public final class Fault {
  /// A walk of some steps, how many of which the compiler cannot know: so it is not final.
  private static @Nullable Step walk = new Step(new Step(new Step(new Step(null))));

  private Fault() {}

  /// One step of a walk.
  private static final class Step {
    private final @Nullable Step next;

    private Step(@Nullable Step next) {
      this.next = next;
    }
  }

  /// Lets a fault come out that the JVM has noted and not thrown yet. To be called at the end of a
  /// block that catches it, before anything is done with what was read.
  ///
  /// After an access beyond the end of a mapped file, compiled code goes on with any value, and
  /// throws at its next safepoint poll: that may lie behind the block. A loop that may go on for
  /// ever has a poll in each round, and this short one is the cheapest way to meet one: 2 ns, where
  /// the return from a native method, which is a poll too, takes 10.
  public static void settle() {
    Step step = walk;
    while (step != null) {
      step = step.next;
    }
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
