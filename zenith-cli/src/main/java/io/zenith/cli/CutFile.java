package io.zenith.cli;

import io.zenith.Dataset;
import io.zenith.error.MalformedDataException;
import io.zenith.spi.StoredFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// Explains what happens when a file is cut while it is read: the library notices that it changed,
/// or the JVM throws an error that does not say which file it was. A file that was cut is shorter.
final class CutFile {
  private CutFile() {}

  /// Whether this is that error.
  static boolean is(InternalError error) {
    return String.valueOf(error.getMessage()).contains("unsafe memory access");
  }

  /// The failure in words; one that is not explained by a file that is shorter now stays as it is.
  ///
  /// @param place where reading was, such as `step 12`
  static CommandFailure explain(MalformedDataException failure, Dataset dataset, String place) {
    return cut(dataset).map(file -> failure(failure, file, place)).orElseThrow(() -> failure);
  }

  /// As the other, of an error, which may be of another kind and is thrown as it is then.
  static CommandFailure explain(InternalError error, Dataset dataset, String place) {
    if (!is(error)) {
      throw error;
    }
    return failure(error, cut(dataset).orElse("a file was cut short"), place);
  }

  private static CommandFailure failure(Throwable cause, String cut, String place) {
    return new CommandFailure(
        cut + " while it was read, at " + place + ": run again when nobody writes to it", cause);
  }

  private static Optional<String> cut(Dataset dataset) {
    for (StoredFile file : dataset.files()) {
      if (!isLocal(file)) {
        continue; // what the library says has to do
      }
      long size = size(file);
      if (size < file.size()) {
        return Optional.of(
            file
                + " was cut short from "
                + Quantity.bytes(file.size())
                + " to "
                + Quantity.bytes(size));
      }
    }
    return Optional.empty();
  }

  /// Whether it is a file of this machine.
  static boolean isLocal(StoredFile file) {
    return "file".equals(file.uri().getScheme());
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
