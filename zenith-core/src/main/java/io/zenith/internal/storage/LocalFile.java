package io.zenith.internal.storage;

import io.zenith.error.MalformedDataException;
import io.zenith.spi.InputFile;
import io.zenith.spi.StoredFile;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import java.util.Optional;

/// A mapped file. The channel is closed at once: a thread that is interrupted inside a channel
/// closes it for everyone, and a mapping needs none.
final class LocalFile implements InputFile {
  private final StoredFile file;
  private final Path path;
  private final BasicFileAttributes opened;
  private final MemorySegment mapping;

  private LocalFile(StoredFile file, Path path, BasicFileAttributes opened, MemorySegment mapping) {
    this.file = file;
    this.path = path;
    this.opened = opened;
    this.mapping = mapping;
  }

  static LocalFile open(StoredFile file, Arena arena) throws IOException {
    Path path = Path.of(file.uri());
    MemorySegment mapping = map(file, path, arena);
    // After mapping: a file that replaces this one in between is noticed, whichever was mapped.
    BasicFileAttributes now = Files.readAttributes(path, BasicFileAttributes.class);
    if (!LocalStorage.stored(path, now).equals(file)) {
      throw changed(file, now.size());
    }
    return new LocalFile(file, path, now, mapping);
  }

  /// Maps the file, also for a thread that is interrupted: it does not wait here, and only what
  /// waits gives way to an interrupt. The flag is kept.
  private static MemorySegment map(StoredFile file, Path path, Arena arena) throws IOException {
    boolean interrupted = false;
    try {
      while (true) {
        interrupted |= Thread.interrupted();
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
          // A mapping beyond the end of the file would fault at first use.
          if (channel.size() < file.size()) {
            throw changed(file, channel.size());
          }
          return channel.map(MapMode.READ_ONLY, 0, file.size(), arena);
        } catch (ClosedByInterruptException _) {
          // again, with the flag cleared
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static IOException changed(StoredFile file, long size) {
    return new IOException(
        file
            + " changed since the dataset was opened: it had "
            + file.size()
            + " bytes, now "
            + size
            + "; open the dataset again");
  }

  @Override
  public StoredFile file() {
    return file;
  }

  @Override
  public Optional<MemorySegment> mapping() {
    return Optional.of(mapping);
  }

  @Override
  public void read(long offset, MemorySegment target) {
    long length = target.byteSize();
    // Written so that it cannot overflow.
    if (offset < 0 || length > mapping.byteSize() - offset) {
      throw new MalformedDataException(
          file.toString(),
          "the end of the file at " + mapping.byteSize(),
          length + " bytes at offset " + offset);
    }
    try {
      MemorySegment.copy(mapping, offset, target, 0, length);
      Fault.settle();
    } catch (InternalError e) {
      throw Fault.translate(e, file + ", offset " + offset);
    }
  }

  @Override
  public void verifyUnchanged() throws IOException {
    BasicFileAttributes now;
    try {
      now = Files.readAttributes(path, BasicFileAttributes.class);
    } catch (NoSuchFileException _) {
      return; // removed or replaced: the mapping keeps the content
    }
    boolean sameFile = Objects.equals(now.fileKey(), opened.fileKey());
    boolean sameContent =
        now.size() == opened.size() && now.lastModifiedTime().equals(opened.lastModifiedTime());
    if (sameFile && !sameContent) {
      throw new MalformedDataException(
          file.toString(),
          "the file changed while it is read: "
              + now.size()
              + " bytes of "
              + now.lastModifiedTime(),
          file.size() + " bytes, untouched");
    }
  }
}
