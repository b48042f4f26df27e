package io.zenith.internal.storage;

import io.zenith.spi.Glob;
import io.zenith.spi.InputFile;
import io.zenith.spi.Storage;
import io.zenith.spi.StoredFile;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.net.URI;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Files of this machine: scheme `file`.
public final class LocalStorage implements Storage {

  @Override
  public boolean serves(String scheme) {
    return scheme.equals("file");
  }

  @Override
  public List<StoredFile> list(URI location) throws IOException {
    if (location.getRawAuthority() != null) {
      throw new IOException(location + ": a file has no host; write file:/path or file:///path");
    }
    String path = location.getPath();
    if (!Glob.isGlob(path) || exists(path)) {
      Path literal = Path.of(path);
      return Files.isDirectory(literal)
          ? walk(literal, Glob.of("**"), path)
          : List.of(stored(literal));
    }
    String folder = Glob.folder(path);
    return walk(Path.of(folder), Glob.of(path.substring(folder.length())), path);
  }

  /// Whether a file has this name, though it looks like a glob. Some systems allow no such name.
  private static boolean exists(String path) {
    try {
      return Files.exists(Path.of(path));
    } catch (InvalidPathException _) {
      return false;
    }
  }

  private static List<StoredFile> walk(Path root, Glob glob, String location) throws IOException {
    List<StoredFile> found = new ArrayList<>();
    if (Files.isDirectory(root)) {
      walk(root, List.of(), glob, found);
    }
    if (found.isEmpty()) {
      throw new NoSuchFileException(location, null, "no file there");
    }
    refuseStrays(root, found);
    refuseTwins(found);
    return found;
  }

  private static void walk(Path folder, List<String> names, Glob glob, List<StoredFile> found)
      throws IOException {
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
      for (Path entry : entries) {
        List<String> path = new ArrayList<>(names);
        path.add(entry.getFileName().toString());
        if (Glob.isHidden(path.getLast())) {
          continue;
        }
        if (Files.isDirectory(entry)) {
          if (glob.matchesFolder(path)) {
            refuseLink(entry, "links to folders are not followed in a folder or glob");
            walk(entry, path, glob, found);
          }
        } else if (glob.matches(path)) {
          if (Files.isRegularFile(entry)) {
            found.add(stored(entry));
          } else {
            refuseLink(entry, "there is no file");
          }
        }
      }
    }
  }

  /// A link to a folder may lead in a circle, one to nothing would lose rows if it were left out.
  private static void refuseLink(Path entry, String why) throws IOException {
    if (Files.isSymbolicLink(entry)) {
      throw new IOException(entry + " is a link to " + Files.readSymbolicLink(entry) + ": " + why);
    }
  }

  /// Links to files are followed within the folder. One that leads out of it may lead to what the
  /// user did not mean, such as another user's files.
  private static void refuseStrays(Path root, List<StoredFile> files) throws IOException {
    Path inside = root.toRealPath();
    for (StoredFile file : files) {
      Path path = Path.of(file.uri());
      if (!path.toRealPath().startsWith(inside)) {
        refuseLink(path, "it leads out of the folder; name the file itself if you mean it");
      }
    }
  }

  /// Two names of one file would deliver its rows twice.
  private static void refuseTwins(List<StoredFile> files) throws IOException {
    Map<Path, StoredFile> places = new HashMap<>();
    for (StoredFile file : files) {
      StoredFile twin = places.putIfAbsent(Path.of(file.uri()).toRealPath(), file);
      if (twin != null) {
        throw new IOException(twin + " and " + file + " are one file: its rows would count twice");
      }
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
  public boolean isRemote() {
    return false;
  }

  @Override
  public InputFile open(StoredFile file, Arena arena) throws IOException {
    return LocalFile.open(file, arena);
  }
}
