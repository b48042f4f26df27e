package io.zenith.internal.storage;

import io.zenith.spi.InputFile;
import io.zenith.spi.Storage;
import io.zenith.spi.StoredFile;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.net.URI;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;

/// Files of this machine: scheme `file`.
public final class LocalStorage implements Storage {

  @Override
  public boolean serves(String scheme) {
    return scheme.equals("file");
  }

  @Override
  public List<StoredFile> list(URI location) throws IOException {
    String path = location.getPath();
    Path literal = Path.of(path);
    if (Files.isDirectory(literal)) {
      return walk(literal, Glob.of("**"), path);
    }
    if (Files.exists(literal)) {
      return List.of(stored(literal));
    }
    if (!Glob.isGlob(path)) {
      throw new NoSuchFileException(path, null, "no such file or folder");
    }
    int split = 0;
    for (int slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', slash + 1)) {
      if (!Glob.isGlob(path.substring(0, slash))) {
        split = slash + 1;
      }
    }
    return walk(Path.of(path.substring(0, split)), Glob.of(path.substring(split)), path);
  }

  private static List<StoredFile> walk(Path root, Glob glob, String location) throws IOException {
    List<StoredFile> found = new ArrayList<>();
    if (Files.isDirectory(root)) {
      walk(root, root.toRealPath(), List.of(), glob, found);
    }
    if (found.isEmpty()) {
      throw new NoSuchFileException(location, null, "no file there");
    }
    return found;
  }

  private static void walk(
      Path folder, Path realRoot, List<String> names, Glob glob, List<StoredFile> found)
      throws IOException {
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
      for (Path entry : entries) {
        String name = entry.getFileName().toString();
        List<String> path = new ArrayList<>(names);
        path.add(name);
        if (name.startsWith(".") || name.startsWith("_")) {
          continue;
        }
        if (Files.isDirectory(entry)) {
          if (glob.matchesFolder(path)) {
            requireInside(entry, realRoot);
            walk(entry, realRoot, path, glob, found);
          }
        } else if (Files.isRegularFile(entry) && glob.matches(path)) {
          requireInside(entry, realRoot);
          found.add(stored(entry));
        }
      }
    }
  }

  /// A link inside a folder must not lead to what the user did not mean.
  private static void requireInside(Path entry, Path realRoot) throws IOException {
    if (Files.isSymbolicLink(entry) && !entry.toRealPath().startsWith(realRoot)) {
      throw new IOException(
          entry
              + " is a link to "
              + entry.toRealPath()
              + ", outside of "
              + realRoot
              + ": name the file itself if you mean it");
    }
  }

  private static StoredFile stored(Path path) throws IOException {
    return stored(path, Files.readAttributes(path, BasicFileAttributes.class));
  }

  /// The file with these attributes. Its version says which file it is and when it was changed
  /// last; on file systems without file keys the time has to do.
  static StoredFile stored(Path path, BasicFileAttributes attributes) throws IOException {
    if (!attributes.isRegularFile()) {
      throw new IOException(path + " is no regular file");
    }
    String version = attributes.fileKey() + " " + attributes.lastModifiedTime();
    return new StoredFile(path.toUri(), attributes.size(), version);
  }

  @Override
  public InputFile open(StoredFile file, Arena arena) throws IOException {
    return LocalFile.open(file, arena);
  }
}
