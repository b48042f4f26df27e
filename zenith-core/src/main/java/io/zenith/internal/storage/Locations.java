package io.zenith.internal.storage;

import io.zenith.spi.Storage;
import io.zenith.spi.StoredFile;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/// What people write for a place (a path, a glob, a URI), and the files that are there.
public final class Locations {
  /// At least two letters: one letter and a colon is a drive.
  private static final Pattern SCHEME = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]+:.*");

  private Locations() {}

  /// The files of all locations, which must lie in one storage.
  ///
  /// @throws IllegalArgumentException if the locations are of two schemes or name a file twice
  /// @throws IOException if a listing fails, or nothing is there
  public static List<StoredFile> list(List<URI> locations, Storage storage) throws IOException {
    List<StoredFile> files = new ArrayList<>();
    Set<URI> seen = new HashSet<>();
    for (URI location : locations) {
      for (StoredFile file : select(location, storage.list(location))) {
        if (!seen.add(file.uri())) {
          throw new IllegalArgumentException(file + " is named twice");
        }
        files.add(file);
      }
    }
    return files;
  }

  /// Of a folder, the files that look like data, if some do: a README may lie beside them.
  private static List<StoredFile> select(URI location, List<StoredFile> files) {
    String path = location.getPath();
    boolean named =
        Glob.isGlob(path) || (files.size() == 1 && files.getFirst().uri().equals(location));
    List<StoredFile> data =
        files.stream().filter(file -> Providers.isDataName(file.name())).toList();
    return named || data.isEmpty() ? files : data;
  }

  /// The URI of a path, a glob or a URI.
  public static URI uri(String location) {
    try {
      if (SCHEME.matcher(location).matches()) {
        int colon = location.indexOf(':');
        URI uri = new URI(location.substring(0, colon), location.substring(colon + 1), null);
        if (uri.getPath() != null) {
          return uri;
        }
        throw new IllegalArgumentException(location + ": expected SCHEME:/PATH or a path");
      }
      String path = Path.of(location).toAbsolutePath().normalize().toString();
      return new URI("file", null, path.replace('\\', '/'), null);
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException(location + ": " + e.getMessage(), e);
    }
  }

  /// The storage that serves all locations.
  public static Storage storage(List<URI> locations) {
    if (locations.isEmpty()) {
      throw new IllegalArgumentException("no location: name a file, a folder or a glob");
    }
    List<String> schemes = locations.stream().map(URI::getScheme).distinct().toList();
    if (schemes.size() > 1) {
      throw new IllegalArgumentException("locations of more than one scheme: " + schemes);
    }
    return Providers.storage(schemes.getFirst());
  }
}
