package io.zenith;

import io.zenith.spi.StoredFile;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/// A file of a dataset, and its name relative to the longest folder that all files share: the same
/// data has the same names on every machine.
record DataFile(StoredFile file, String name) {

  /// The files in the order of their names, compared as UTF-8.
  static List<DataFile> of(List<StoredFile> files) {
    int shared = sharedFolder(files.stream().map(DataFile::place).toList());
    return files.stream()
        .map(file -> new DataFile(file, place(file).substring(shared)))
        .sorted(
            Comparator.comparing(
                file -> file.name.getBytes(StandardCharsets.UTF_8), Arrays::compareUnsigned))
        .toList();
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
