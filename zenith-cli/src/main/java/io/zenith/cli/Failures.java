package io.zenith.cli;

import io.zenith.error.MalformedDataException;
import io.zenith.error.UnsupportedDataException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// Says in one plain line why a command failed, and what to do about it.
final class Failures {
  /// Enough to recognise a folder by.
  private static final int LISTED = 5;

  private static final int LIMIT = 1024;

  private Failures() {}

  /// The line: printable, and at most 1 KB.
  static String line(Throwable failure) {
    String words = MemoryOption.inWords(ParquetOptions.inWords(explain(failure)));
    String line = Printable.of(StorageOptions.inWords(words));
    return line.length() <= LIMIT ? line : line.substring(0, LIMIT - 3) + "...";
  }

  private static String explain(Throwable failure) {
    return switch (failure) {
      case CommandFailure explained -> message(explained);
      case MalformedDataException malformed ->
          message(malformed) + " (the file is damaged or cut short: fetch or write it again)";
      case UnsupportedDataException unsupported -> explainUnsupported(message(unsupported));
      case UncheckedIOException unchecked when unchecked.getCause() != null ->
          explain(unchecked.getCause());
      case FileSystemException file -> explainFile(file);
      case FileNotFoundException missing -> message(missing);
      case IOException io -> message(io);
      case OutOfMemoryError memory ->
          "out of memory ("
              + message(memory)
              + "): take smaller batches, or give more with ZENITH_JAVA_OPTS=-Xmx8g";
      case InternalError cut when CutFile.is(cut) ->
          "a file was cut short while it was read: run again when nobody writes to it";
      case LinkageError linkage -> linkage + ": is a jar missing? start with ./zenith";
      case IllegalArgumentException wrong when isOurs(wrong) -> message(wrong);
      case IllegalStateException wrong when isOurs(wrong) -> message(wrong);
      default -> failure + " (unexpected: run again with --stacktrace, and report it)";
    };
  }

  /// Some of these messages end with a hint of their own.
  private static String explainUnsupported(String message) {
    return message.contains("; ") || message.contains("no type holds the values of both")
        ? message
        : message + " (this version does not read it; can the writer leave it out?)";
  }

  /// The library words these for users; anyone else's are a surprise.
  private static boolean isOurs(RuntimeException failure) {
    StackTraceElement[] trace = failure.getStackTrace();
    return failure.getMessage() != null
        && trace.length > 0
        && trace[0].getClassName().startsWith("io.zenith.");
  }

  /// Exceptions about a file often consist of nothing but its name.
  private static String explainFile(FileSystemException failure) {
    String file = String.valueOf(failure.getFile());
    String reason = failure.getReason();
    return switch (failure) {
      case NoSuchFileException _ ->
          file + ": " + (reason == null ? "no such file or folder" : reason) + neighbours(file);
      case AccessDeniedException _ -> file + ": permission denied; check who owns it and its mode";
      case FileAlreadyExistsException _, NotDirectoryException _ ->
          file + " is a file, where a folder is needed; name another folder";
      default -> message(failure);
    };
  }

  /// Why a folder or file could not be written.
  static String reason(IOException failure) {
    return switch (failure) {
      case FileAlreadyExistsException file ->
          file.getFile() + " is a file, where a folder is needed";
      case NotDirectoryException file -> file.getFile() + " is a file, where a folder is needed";
      case AccessDeniedException file ->
          "permission denied for " + file.getFile() + "; name another folder";
      case NoSuchFileException file ->
          file.getFile() + " cannot be made there; name another folder";
      case FileSystemException file when file.getReason() != null -> file.getReason();
      default -> message(failure);
    };
  }

  private static String neighbours(String file) {
    try {
      Path path = Path.of(file).toAbsolutePath();
      Path folder = path.getParent();
      if (folder == null || Files.isDirectory(path)) {
        return "";
      }
      if (!Files.isDirectory(folder)) {
        return "; nor is there a folder " + folder;
      }
      List<String> names = list(folder, path.getFileName().toString());
      return names.isEmpty() ? "; its folder is empty" : "; its folder has " + text(names);
    } catch (IOException | InvalidPathException _) {
      return "";
    }
  }

  /// The names in a folder, those first that begin like the one that is missing.
  private static List<String> list(Path folder, String missing) throws IOException {
    List<String> names = new ArrayList<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
      for (Path entry : entries) {
        names.add(entry.getFileName().toString());
      }
    }
    names.sort(
        Comparator.comparingInt((String name) -> -sharedPrefix(name, missing))
            .thenComparing(Comparator.naturalOrder()));
    return names;
  }

  private static int sharedPrefix(String left, String right) {
    int length = 0;
    while (length < Math.min(left.length(), right.length())
        && left.charAt(length) == right.charAt(length)) {
      length++;
    }
    return length;
  }

  private static String text(List<String> names) {
    String listed = String.join(", ", names.subList(0, Math.min(LISTED, names.size())));
    int more = names.size() - LISTED;
    return listed + (more > 0 ? " and " + more + " more" : "");
  }

  private static String message(Throwable failure) {
    String message = failure.getMessage();
    return message == null ? failure.toString() : message;
  }
}
