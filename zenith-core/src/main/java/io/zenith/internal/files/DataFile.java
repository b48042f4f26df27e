package io.zenith.internal.files;

import io.zenith.internal.storage.FoundFile;
import io.zenith.spi.StoredFile;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A file of a dataset.
///
/// @param file the file
/// @param name its name relative to the longest folder that all files share: the same data has the
///   same names on every machine
/// @param partition the columns that its folders give it, each with its value; nothing for null
public record DataFile(StoredFile file, String name, Map<String, Optional<String>> partition) {

  /// The files in the order of their names, compared as UTF-8.
  ///
  /// @throws io.zenith.error.UnsupportedDataException if their folders give them different columns
  public static List<DataFile> of(List<FoundFile> files) {
    int shared = sharedFolder(files.stream().map(file -> place(file.file())).toList());
    List<FoundFile> sorted =
        files.stream()
            .sorted(
                Comparator.comparing(
                    file -> name(file.file(), shared).getBytes(StandardCharsets.UTF_8),
                    Arrays::compareUnsigned))
            .toList();
    return PartitionPath.of(sorted).stream().map(path -> of(path, shared)).toList();
  }

  private static DataFile of(PartitionPath path, int shared) {
    StoredFile file = path.file().file();
    return new DataFile(file, name(file, shared), path.values());
  }

  private static String name(StoredFile file, int shared) {
    return place(file).substring(shared);
  }

  /// The path, behind the bucket or host where there is one.
  private static String place(StoredFile file) {
    String authority = file.uri().getAuthority();
    return (authority == null ? "" : authority) + file.uri().getPath();
  }

  /// How long the longest prefix is that all paths share and that ends with a slash.
  private static int sharedFolder(List<String> paths) {
    String first = paths.getFirst();
    int shared = first.lastIndexOf('/') + 1;
    for (String path : paths) {
      while (shared > 0 && !path.startsWith(first.substring(0, shared))) {
        shared = first.lastIndexOf('/', shared - 2) + 1;
      }
    }
    return shared;
  }
}
