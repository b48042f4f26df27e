package io.zenith.cli;

import io.zenith.Dataset;
import io.zenith.spi.StoredFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Explains the JVM's error for a mapped file that ended before what was read from it. The error
/// itself does not say which file that was, but a file that was cut is shorter than it was.
final class CutFile {
  private CutFile() {}

  /// Whether this is that error.
  static boolean is(InternalError error) {
    return String.valueOf(error.getMessage()).contains("unsafe memory access");
  }

  /// The failure in words; an error of another kind is thrown as it is.
  ///
  /// @param place where reading was, such as `step 12`
  static CommandFailure explain(InternalError error, Dataset dataset, String place) {
    if (!is(error)) {
      throw error;
    }
    for (StoredFile file : dataset.files()) {
      long size = size(file);
      if (size < file.size()) {
        return failure(
            error,
            file.toString(),
            " from " + Quantity.bytes(file.size()) + " to " + Quantity.bytes(size),
            place);
      }
    }
    return failure(error, "a file", "", place);
  }

  private static CommandFailure failure(
      InternalError error, String file, String sizes, String place) {
    return new CommandFailure(
        file
            + " was cut short"
            + sizes
            + " while it was read, at "
            + place
            + ": run again when nobody writes to it",
        error);
  }

  /// A file that is gone is not cut: its mapping keeps it.
  private static long size(StoredFile file) {
    try {
      return Files.size(Path.of(file.uri()));
    } catch (IOException _) {
      return file.size();
    }
  }
}
