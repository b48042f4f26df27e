package io.zenith.internal.storage;

import io.zenith.spi.Glob;
import io.zenith.spi.StoredFile;
import java.util.List;

/// A file, and the way to it from the location that names it.
///
/// @param file the file
/// @param folders the names of the folders below the opened one, or below the last one that a glob
///   spells out; none if the location is the file itself
public record FoundFile(StoredFile file, List<String> folders) {

  /// A file that a location names.
  ///
  /// @param location the path of a file or folder, or a glob
  static FoundFile of(String location, StoredFile file) {
    String path = file.uri().getPath();
    String inside = location.endsWith("/") ? location : location + "/";
    String root = path.startsWith(inside) ? inside : Glob.folder(location);
    String below =
        path.equals(location) || !path.startsWith(root) ? "" : path.substring(root.length());
    List<String> names = List.of(below.split("/"));
    return new FoundFile(file, names.subList(0, names.size() - 1));
  }
}
