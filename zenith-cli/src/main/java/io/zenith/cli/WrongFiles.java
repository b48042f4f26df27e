package io.zenith.cli;

import io.zenith.csv.Csv;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// Says of what nothing reads what it seems to be, and what is read instead. The library words the
/// same failures for programs, which may lack a dependency.
final class WrongFiles {
  /// How a file is written that is read, for who has it in Python.
  private static final String HOW =
      "from Python: pyarrow.feather.write_feather(table, \"x.arrow\")";

  /// How text is read that is a table.
  private static final String AS_TABLE =
      "a table in text: with --delimiter or --types, or by a name that ends with .csv";

  private static final int HEAD = 16;

  /// The schemes of files elsewhere.
  private static final Set<String> FAR = Set.of("s3", "http", "https");

  /// The last bytes of Arrow and Parquet files.
  private static final List<String> ENDS = List.of("ARROW1", "PAR1");

  private WrongFiles() {}

  /// The first of these locations that cannot be read, in words; none if each of them may be sound.
  static Optional<CommandFailure> explain(RuntimeException failure, String... locations) {
    for (String location : locations) {
      Optional<String> complaint = complaint(location);
      if (complaint.isPresent()) {
        return complaint.map(text -> new CommandFailure(text, failure));
      }
    }
    return Optional.empty();
  }

  private static Optional<String> complaint(String location) {
    String scheme = scheme(location);
    if (FAR.contains(scheme.toLowerCase(Locale.ROOT))) {
      return Optional.empty(); // what the library says has to do
    }
    if (!scheme.isEmpty() && !scheme.equalsIgnoreCase("file")) {
      return Optional.of(
          Files.exists(Path.of(location))
              ? location + ": a name with a colon looks like a URI; write ./" + location
              : location
                  + ": this build reads files of this machine, s3:// and https://, nothing from "
                  + scheme
                  + "; copy it here first");
    }
    try {
      for (Path file : NamedFiles.of(location)) {
        Optional<String> complaint = complaint(file);
        if (complaint.isPresent()) {
          return complaint;
        }
      }
    } catch (IOException | IllegalArgumentException _) {
      // what the library says has to do
    }
    return Optional.empty();
  }

  /// What stands before the colon of a URI; one letter is a drive.
  private static String scheme(String location) {
    int colon = location.indexOf(':');
    String scheme = colon > 1 ? location.substring(0, colon) : "";
    return scheme.chars().allMatch(c -> Character.isLetterOrDigit(c) || "+-.".indexOf(c) >= 0)
        ? scheme
        : "";
  }

  private static Optional<String> complaint(Path file) throws IOException {
    byte[] head = head(file);
    // Delimited text has no first bytes of its own: its name is all there is to go by.
    boolean isNamedText = Csv.format().matchesName(file.getFileName().toString());
    if (isNamedText || Formats.knowHead(head) || isKnownEnd(file)) {
      return Optional.empty();
    }
    if (head.length == 0) {
      return Optional.of(file + " is empty");
    }
    Optional<FileKind> kind = FileKind.of(file.getFileName().toString(), head);
    String seems =
        kind.map(known -> " seems to be " + known)
            .orElse(" is of no format that its first bytes tell");
    String tip = kind.equals(Optional.of(FileKind.TEXT)) ? AS_TABLE : HOW;
    return Optional.of(file + seems + "; this build reads: " + Formats.names() + " (" + tip + ")");
  }

  private static byte[] head(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return in.readNBytes(HEAD);
    }
  }

  /// A file whose beginning alone is damaged was one all the same.
  private static boolean isKnownEnd(Path file) throws IOException {
    try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
      byte[] tail = new byte[(int) Math.min(in.length(), ENDS.getFirst().length())];
      in.seek(in.length() - tail.length);
      in.readFully(tail);
      String end = new String(tail, StandardCharsets.US_ASCII);
      return ENDS.stream().anyMatch(end::endsWith);
    }
  }
}
