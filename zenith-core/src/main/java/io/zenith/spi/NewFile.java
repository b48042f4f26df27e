package io.zenith.spi;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.HexFormat;
import java.util.concurrent.ThreadLocalRandom;

/// A file that appears under its name whole, or not at all.
///
/// It is written beside its place under a name that begins with a point, which readers of the
/// folder skip, and that says what it is: `.train.arrow.5e1f09a2.unfinished`. That is all that
/// remains if the process is killed. [#publish] brings content to the disk, then the name, then the
/// name to the disk.
///
/// Used by one thread at a time. If that thread is interrupted in a method, writing fails.
public final class NewFile implements AutoCloseable {
  /// A name has at most 255 bytes; a character of it takes at most three.
  private static final int NAME_CHARS = 70;

  private final Path target;
  private final Path unfinished;
  private final boolean replace;
  private final WriteBack channel;
  private boolean published;

  private NewFile(Path target, Path unfinished, boolean replace, WriteBack channel) {
    this.target = target;
    this.unfinished = unfinished;
    this.replace = replace;
    this.channel = channel;
  }

  /// Begins a file.
  ///
  /// @param target its place and name
  /// @param replace whether a file of that name may be replaced
  /// @throws FileAlreadyExistsException if there is something that may not
  /// @throws IOException if the folder cannot be written
  public static NewFile create(Path target, boolean replace) throws IOException {
    Path file = target.toAbsolutePath();
    Path last = file.getFileName();
    if (last == null || Files.isDirectory(file)) {
      throw new FileAlreadyExistsException(file.toString(), null, "a folder");
    }
    if (!replace) {
      refuseExisting(file);
    }
    String name = last.toString();
    String shortened = name.substring(0, Math.min(name.length(), NAME_CHARS));
    String number = HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextInt());
    Path unfinished = file.resolveSibling("." + shortened + "." + number + ".unfinished");
    try {
      FileChannel channel =
          FileChannel.open(unfinished, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
      return new NewFile(file, unfinished, replace, new WriteBack(unfinished, channel));
    } catch (IOException e) {
      throw named(target, e);
    }
  }

  /// Writes a whole file, and replaces one of that name.
  ///
  /// @throws FileAlreadyExistsException if it is a folder
  /// @throws IOException if the file cannot be written; then the one before is still there
  public static void write(Path target, byte[] content) throws IOException {
    try (NewFile file = create(target, true)) {
      try {
        ByteBuffer bytes = ByteBuffer.wrap(content);
        while (bytes.hasRemaining()) {
          file.channel.write(bytes);
        }
        file.publish();
      } catch (ClosedByInterruptException e) {
        throw e;
      } catch (IOException e) {
        throw named(target, e);
      }
    }
  }

  /// The failure, of the file that was asked for: nobody knows the one that is written beside it,
  /// and a full disk has no name.
  private static IOException named(Path target, IOException failure) {
    String file = target.toString();
    IOException named =
        switch (failure) {
          case NoSuchFileException _ -> new NoSuchFileException(file);
          case AccessDeniedException _ -> new AccessDeniedException(file);
          case FileSystemException known -> new FileSystemException(file, null, known.getReason());
          default -> new FileSystemException(file, null, failure.getMessage());
        };
    named.initCause(failure);
    return named;
  }

  private static void refuseExisting(Path file) throws FileAlreadyExistsException {
    if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      throw new FileAlreadyExistsException(file.toString());
    }
  }

  /// Where the content goes, and from there to the disk while more is written. It is closed by
  /// [#publish].
  public WritableByteChannel channel() {
    return channel;
  }

  /// Makes the file appear. After an exception [#close] removes it, unless it has appeared already.
  ///
  /// @throws FileAlreadyExistsException if a file of that name has appeared meanwhile
  /// @throws IOException if the file cannot be brought to the disk
  public void publish() throws IOException {
    try {
      channel.force();
    } catch (ClosedByInterruptException e) {
      throw e;
    } catch (IOException e) {
      throw named(target, e);
    }
    channel.close();
    if (replace) {
      Files.move(unfinished, target, StandardCopyOption.ATOMIC_MOVE);
    } else {
      moveOverNothing();
    }
    published = true;
    forceFolder();
  }

  /// A move would replace what has appeared meanwhile; a link does not. Where the file system has
  /// no links there is no better way than to look first.
  private void moveOverNothing() throws IOException {
    try {
      Files.createLink(target, unfinished);
    } catch (FileAlreadyExistsException e) {
      throw e;
    } catch (IOException | UnsupportedOperationException _) {
      refuseExisting(target);
      Files.move(unfinished, target, StandardCopyOption.ATOMIC_MOVE);
      return;
    }
    Files.delete(unfinished);
  }

  /// Some systems cannot open a folder; there the name is as safe as the system makes it.
  private void forceFolder() throws IOException {
    FileChannel folder;
    try {
      folder = FileChannel.open(target.resolveSibling("."), StandardOpenOption.READ);
    } catch (IOException _) {
      return;
    }
    try (folder) {
      folder.force(true);
    }
  }

  /// Removes what was not published.
  @Override
  public void close() throws IOException {
    channel.close();
    if (!published) {
      Files.deleteIfExists(unfinished);
    }
  }
}
