package io.zenith.cli;

import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemLoopException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;

/// A folder with a folder for each class: which classes and files there are, in an order that is
/// the same on every machine.
final class ClassFolders {
  /// What stands for bytes that are no text.
  private static final char UNREADABLE = '\uFFFD';

  private final Path root;
  private final List<String> classes = new ArrayList<>();
  private final List<ClassFile> files = new ArrayList<>();
  private long hidden;
  private long outside;

  private ClassFolders(Path root) {
    this.root = root;
  }

  /// Lists a folder, through links.
  ///
  /// @throws CommandFailure if it has no classes, no files in them, or what cannot be packed
  static ClassFolders in(Path root) throws IOException {
    ClassFolders folders = new ClassFolders(root);
    folders.listClasses();
    for (int label = 0; label < folders.classes.size(); label++) {
      folders.listFiles(label);
    }
    if (folders.files.isEmpty()) {
      throw new CommandFailure(root + " has no files in the folders of its classes");
    }
    folders.files.sort(ClassFile.ORDER);
    return folders;
  }

  private void listClasses() throws IOException {
    List<byte[]> names = new ArrayList<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(root)) {
      for (Path entry : entries) {
        if (isHidden(entry)) {
          hidden++;
        } else if (Files.isDirectory(entry)) {
          names.add(name(entry));
        } else {
          outside++;
        }
      }
    }
    if (names.isEmpty()) {
      throw new CommandFailure(root + " has no folders: each is to hold the files of one class");
    }
    names.sort(Arrays::compareUnsigned);
    names.forEach(name -> classes.add(new String(name, StandardCharsets.UTF_8)));
  }

  private void listFiles(int label) throws IOException {
    Path folder = root.resolve(classes.get(label));
    Files.walkFileTree(
        folder,
        EnumSet.of(FileVisitOption.FOLLOW_LINKS),
        Integer.MAX_VALUE,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path inner, BasicFileAttributes attributes) {
            StoppedException.check();
            if (!inner.equals(folder) && isHidden(inner)) {
              hidden++;
              return FileVisitResult.SKIP_SUBTREE;
            }
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (isHidden(file)) {
              hidden++;
            } else if (attributes.isRegularFile()) {
              files.add(new ClassFile(name(file), label));
            } else {
              throw new CommandFailure(
                  file
                      + (attributes.isSymbolicLink()
                          ? " is a link to nothing; take it away"
                          : " is neither a file nor a folder; take it away"));
            }
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException failure)
              throws IOException {
            if (failure instanceof FileSystemLoopException) {
              throw new CommandFailure(
                  file + " is a link to a folder around it; take it away", failure);
            }
            throw failure;
          }
        });
  }

  private static boolean isHidden(Path path) {
    return String.valueOf(path.getFileName()).startsWith(".");
  }

  private byte[] name(Path path) {
    String name = root.relativize(path).toString().replace(File.separatorChar, '/');
    try {
      if (name.indexOf(UNREADABLE) >= 0) {
        throw new CharacterCodingException();
      }
      ByteBuffer encoded = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(name));
      byte[] bytes = new byte[encoded.remaining()];
      encoded.get(bytes);
      return bytes;
    } catch (CharacterCodingException e) {
      throw new CommandFailure(
          path + " has a name that is no text here; rename it, or try with LC_ALL=C.UTF-8", e);
    }
  }

  /// The names of the classes, by their numbers.
  List<String> classes() {
    return classes;
  }

  /// The files of all classes, in order.
  List<ClassFile> files() {
    return files;
  }

  /// Where a file is.
  Path path(ClassFile file) {
    return root.resolve(file.toString());
  }

  /// The names of classes that have no files.
  List<String> emptyClasses() {
    boolean[] used = new boolean[classes.size()];
    files.forEach(file -> used[file.label()] = true);
    List<String> empty = new ArrayList<>();
    for (int label = 0; label < used.length; label++) {
      if (!used[label]) {
        empty.add(classes.get(label));
      }
    }
    return empty;
  }

  /// How many files and folders were left out for a name that begins with a point.
  long hidden() {
    return hidden;
  }

  /// How many files were left out since they are in the folder of no class.
  long outside() {
    return outside;
  }
}
