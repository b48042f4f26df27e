package io.zenith.cli;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// What a file that no format reads seems to be: by its first bytes, else by its name.
enum FileKind {
  ORC("an ORC file", "ORC", ".orc"),
  AVRO("an Avro file", "Obj\1", ".avro"),
  HDF5("an HDF5 file", "\211HDF", ".h5 .hdf5"),
  NUMPY("a NumPy file", "\223NUMPY", ".npy"),
  ZIP("a ZIP archive", "PK\3\4", ".zip .npz"),
  GZIP("compressed by gzip", "\37\213", ".gz"),
  ZSTD("compressed by zstd", "(\265/\375", ".zst"),
  JSON("a JSON file", "", ".json .jsonl .ndjson"),
  TEXT("text", "", ".txt .md");

  private final String title;
  private final String magic;
  private final String extensions;

  /// @param magic its first bytes, as characters; empty if it has none
  /// @param extensions what its names end with, apart by blanks
  FileKind(String title, String magic, String extensions) {
    this.title = title;
    this.magic = magic;
    this.extensions = extensions;
  }

  /// The kind of a file.
  ///
  /// @param head its first bytes
  static Optional<FileKind> of(String fileName, byte[] head) {
    String start = new String(head, StandardCharsets.ISO_8859_1);
    int dot = fileName.lastIndexOf('.');
    String extension = dot < 0 ? "?" : fileName.substring(dot).toLowerCase(Locale.ROOT);
    return find(kind -> !kind.magic.isEmpty() && start.startsWith(kind.magic))
        .or(() -> find(kind -> List.of(kind.extensions.split(" ")).contains(extension)))
        .or(() -> isText(head) ? Optional.of(TEXT) : Optional.empty());
  }

  private static Optional<FileKind> find(Predicate<FileKind> condition) {
    return Stream.of(values()).filter(condition).findFirst();
  }

  /// No control characters but those between words and lines.
  private static boolean isText(byte[] head) {
    for (byte character : head) {
      if ((character >= 0 && character < ' ' && "\t\n\f\r".indexOf(character) < 0)
          || character == 0x7F) {
        return false;
      }
    }
    return head.length > 0;
  }

  /// In words, such as `an ORC file`.
  @Override
  public String toString() {
    return title;
  }
}
